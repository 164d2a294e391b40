extension Workspace {
    /// Makes the thumbnails that documents get together with these photographs.
    func makeThumbnails(of pictures: [PictureFile]) throws {
        if pictures.isEmpty { return }
        try Thumbnails.make(for: pictures, warn: warn)
    }
}

extension Thumbnails {
    /// Makes the thumbnails of photographs. A photograph that can't be reduced stays without one.
    ///
    /// - Parameters:
    ///   - pictures: the photographs, which keep their thumbnails.
    ///   - warn: receives a message about each photograph without a thumbnail.
    static func make(for pictures: [PictureFile], warn: (String) -> Void) throws {
        let pictures = pictures.filter(\.needsThumbnail)
        guard !pictures.isEmpty else { return }
        do {
            let made = try make(of: pictures.map { $0.file.descriptor })
            for (picture, thumbnail) in zip(pictures, made) {
                switch thumbnail {
                case .success(let bytes): picture.keep(thumbnail: bytes)
                case .failure(let error):
                    picture.keep(thumbnail: nil)
                    warn("\(picture.path) has no thumbnail: \(error.message)")
                }
            }
        } catch let error as MissingProgram {
            warn("photographs get no thumbnails: \(error)")
        } catch let error as ScaryBugsError {
            // The photographs themselves are safe, whatever the system lacks for a child process.
            warn("photographs get no thumbnails: \(error.message)")
        }
    }
}
