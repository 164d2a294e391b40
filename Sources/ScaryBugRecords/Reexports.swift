// `ScaryBugsError` and `Interruption` are part of the interface of the library.
@_exported public import SystemFiles
