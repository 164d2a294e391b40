import Foundation

/// The two ends of a new pipe. Child processes don't inherit them.
struct PipeEnds {
    let read: CInt
    let write: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestFailure("cannot make a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (read, write) = (ends[0], ends[1])
    }
}
