import Glibc
import ScaryBugCommands

// Top-level code would run on the main actor, whose library takes longer to start than this program.
@main
enum ScaryBug {
    static func main() {
        exit(
            Program.run(
                UnsafeBufferPointer(
                    start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))))
    }
}
