// `ScaryBugsError` and `Interruption` are part of this library's interface.
@_exported public import SystemFiles
