import SystemFiles

/// A time in the format of ZIP headers: from 1980 to 2107, in steps of two seconds. ScaryBugs
/// always stores UTC.
struct DOSTime: Hashable {
    /// The date in the upper 16 bits and the time in the lower. A header stores the lower half
    /// first.
    let packed: UInt32

    init(_ time: FileTime) {
        let time = UTCTime(secondsSince1970: min(max(time.seconds, Self.first), Self.last))
        let date = (time.year - 1980) << 9 | time.month << 5 | time.day
        let clock = time.hour << 11 | time.minute << 5 | time.second / 2
        packed = UInt32(truncatingIfNeeded: date) << 16 | UInt32(truncatingIfNeeded: clock)
    }

    /// 1980-01-01 00:00:00.
    private static let first: Int64 = 315_532_800
    /// 2107-12-31 23:59:58.
    private static let last: Int64 = 4_354_819_198

    var bytes: [UInt8] { withUnsafeBytes(of: packed.littleEndian) { Array($0) } }
}
