import Glibc
import ScaryBugCommands

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
