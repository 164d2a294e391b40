/// Replaces a function of libarchive, so that static linking leaves unused formats out.
///
/// libarchive's ZIP writer calls this function for an entry that is neither file, directory nor
/// link. ScaryBugs never makes such an entry. libarchive defines the function in an object that
/// also lists all formats. Linking that object would pull in every writer, and through the xar
/// writer libxml2 and ICU. The linker finds this definition first and skips libarchive's object.
/// The ZIP writer itself reports the failure.
@c(__archive_write_entry_filetype_unsupported)
func archiveWriteEntryFiletypeUnsupported(
    _ archive: OpaquePointer?, _ entry: OpaquePointer?, _ format: UnsafePointer<CChar>?
) {}
