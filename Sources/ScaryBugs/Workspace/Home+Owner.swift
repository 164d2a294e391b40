import Glibc
import SystemPackage

extension Home {
    /// Runs `body`. If the system denies it access because another account owns the home, the error
    /// names that account.
    func namingOwner<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError {
            guard error.code == .system(.permissionDenied), let owner else { throw error }
            throw ScaryBugsError(
                .refused,
                "the home \(path) belongs to the account \(owner): a home serves one account, and "
                    + "--user chooses among its users; choose another home with --home DIR or "
                    + "SCARYBUG_HOME", cause: error)
        }
    }

    /// The name of the account that owns the home, or the nearest directory that the system shows;
    /// nil if this account owns it, or if the home doesn't exist.
    private var owner: String? {
        var status = stat()
        var place = FilePath(path)
        while stat(place.string, &status) != 0 {
            guard errno == EACCES, place.removeLastComponent() else { return nil }
        }
        guard status.st_uid != geteuid() else { return nil }
        guard let entry = getpwuid(status.st_uid), let name = entry.pointee.pw_name else {
            return "\(status.st_uid)"
        }
        return String(cString: name)
    }
}
