@testable import ScaryBugRecords

/// Time zones with the offsets of 2026 in every year.
enum SampleZone {
    static let all = [LocalZone.utc, berlin, losAngeles, kathmandu, saoPaulo]

    static let berlin = zone(3600, summer: "03-29T01:00:00Z", to: "10-25T01:00:00Z")
    static let losAngeles = zone(-8 * 3600, summer: "03-08T10:00:00Z", to: "11-01T09:00:00Z")
    static let kathmandu = LocalZone { _ in 20_700 }
    /// Summer begins at midnight, so that its first day begins at 01:00, and ends at midnight, so
    /// that the last hour of the day before comes twice. These are the days of 2018.
    static let saoPaulo = zone(
        -3 * 3600, summer: "11-04T03:00:00Z", to: "02-18T02:00:00Z")

    private static func zone(_ offset: Int64, summer start: String, to end: String) -> LocalZone {
        LocalZone { seconds in
            let day = Timestamp(secondsSince1970: seconds).rfc3339.dropFirst(5)
            let isSummer =
                start < end ? start <= day && day < end : start <= day || day < end
            return offset + (isSummer ? 3600 : 0)
        }
    }
}

extension Timestamp {
    /// 2026-01-01 00:00:00 UTC
    static let sample = Timestamp(secondsSince1970: 1_767_225_600)
}
