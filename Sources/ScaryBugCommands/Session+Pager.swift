import ScaryBugs

extension Session {
    /// The command line of the user's pager; nil if there is none or the user wants none.
    func pagerCommand() -> String? {
        guard workspace.preferences[.pager] == .text(Preference.on),
            environment.hasSmartTerminal
        else { return nil }
        return environment["SCARYBUG_PAGER"] ?? environment["PAGER"] ?? "less -FRX"
    }
}
