/// Converts text such as `2011-09-28T17:05:00Z` to seconds since 2001-01-01 UTC; nil for other
/// forms.
func secondsSinceReferenceDate(iso text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
        bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
        bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
        let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
        let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
        let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
        1...12 ~= month, 1...days(inMonth: month, of: year) ~= day, hour < 24, minute < 60,
        second < 60
    else { return nil }
    let epoch = dayNumber(year: 2001, month: 1, day: 1)
    let days = dayNumber(year: year, month: month, day: day) - epoch
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
}

private func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
        value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
}

private func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
}

/// The number of days since an arbitrary day. The year starts in March here, so the leap day comes
/// last and the days of the months have a simple formula.
private func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let years = month > 2 ? year + 400 : year + 399
    let months = (month + 9) % 12
    return years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day
}
