import SystemPackage
import Testing

@testable import ScaryBugRecords

@Suite struct IfPossibleTests {
    @Test func `damage is nil, an error that may pass is thrown`() throws {
        let result = { (code: ScaryBugsError.Code) in
            try ifIntact { () throws -> Int? in throw ScaryBugsError(code, "") }
        }
        for code in [.damaged, .notFound, .refused, .system(.notDirectory)]
            as [ScaryBugsError.Code]
        { #expect(try result(code) == nil) }
        for reason in [.ioError, .noMemory, .tooManyOpenFiles, .permissionDenied] as [Errno] {
            #expect(throws: ScaryBugsError.self) { try result(.system(reason)) }
        }
    }

    @Test func `a failure is nil, an interruption is thrown`() throws {
        #expect(try ifPossible { 1 } == 1)
        #expect(try ifPossible { () throws -> Int in throw ScaryBugsError(.busy, "") } == nil)
        #expect(throws: Interrupted.self) {
            try ifPossible { () throws -> Int in throw Interrupted() }
        }
    }
}
