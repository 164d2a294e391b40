import Glibc
import ScaryBugCommands

exit(runProgram(CommandLine.argc, CommandLine.unsafeArgv))
