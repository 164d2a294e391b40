/// Stands in for a function inside libarchive, so that the static link leaves out what isn't used.
///
/// libarchive's ZIP writer calls it for an entry that is neither file, directory nor link, which we
/// never make. Its own lies in one object with the list of all formats, so that every writer comes
/// along, and with the one for xar libxml2 and ICU. An object of ours comes first; the archive's is
/// then not taken. The writer itself reports the failure.
@c(__archive_write_entry_filetype_unsupported)
func archiveWriteEntryFiletypeUnsupported(
    _ archive: OpaquePointer?, _ entry: OpaquePointer?, _ format: UnsafePointer<CChar>?
) {}
