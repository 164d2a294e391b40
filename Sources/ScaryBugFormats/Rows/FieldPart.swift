/// A part of a date or a position that has a column of its own.
enum FieldPart: String, CaseIterable {
    case latitude, longitude, uncertainty
    case year, month, day, time, endDate, startDayOfYear, endDayOfYear

    /// The field whose value has the part.
    var field: Field {
        switch self {
        case .latitude, .longitude, .uncertainty: .at
        default: .seen
        }
    }

    /// The plain name of a column that the user maps to the part.
    var mappedName: String { "=\(rawValue)" }

    /// The plain names of the columns, the best one first.
    var names: [String] {
        let names =
            switch self {
            case .latitude: ["privatelatitude", "decimallatitude", "latitude", "lat"]
            case .longitude:
                ["privatelongitude", "decimallongitude", "longitude", "lon", "lng", "long"]
            case .uncertainty:
                ["coordinateuncertaintyinmeters", "accuracy", "positionalaccuracy", "uncertainty"]
            case .time: ["time", "eventtime"]
            case .endDate: ["eventdate2", "enddate"]
            default: [rawValue.lowercased()]
            }
        return [mappedName] + names
    }

    /// The part whose name a user writes.
    init?(named name: String) {
        guard let part = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
            return nil
        }
        self = part
    }
}
