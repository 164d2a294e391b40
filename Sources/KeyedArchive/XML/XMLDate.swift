import Glibc

/// Converts text such as `2011-09-28T17:05:00Z` to seconds since 2001-01-01 UTC; nil for other
/// forms.
func secondsSinceReferenceDate(iso text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
        bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
        bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
        let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
        let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
        let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, month - 1, day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute, second)
    let given = [time.tm_year, time.tm_mon, time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec]
    // timegm changes numbers that are too large, such as February 30.
    let seconds = timegm(&time)
    guard
        given == [
            time.tm_year, time.tm_mon, time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec,
        ]
    else { return nil }
    return Double(seconds - 978_307_200)
}

private func number(_ digits: ArraySlice<UInt8>) -> CInt? {
    var value: CInt = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + CInt(digit - UInt8(ascii: "0"))
    }
    return value
}
