/* The entry of the program. In C it receives the arguments. A program in Swift searches the memory map of
   the process for them, which takes a tenth of a start. */

int scarybug_run(int count, char **words);

int main(int count, char **words) { return scarybug_run(count, words); }
