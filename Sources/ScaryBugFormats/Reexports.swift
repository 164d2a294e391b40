// A file of this module needs no import of these, and neither does who imports it.
@_exported public import ScaryBugRecords
