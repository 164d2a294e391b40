extension Workspace {
    /// The progress of an operation on many documents.
    public struct Progress: Sendable, Equatable {
        /// A part of an operation. Each part counts from 0.
        public enum Part: String, Sendable {
            case adding, changing, checking, copying, deleting, exporting, importing, indexing
            case packing, reading, redoing, undoing
            /// An error or an interruption ended the work, and its beginning is removed.
            case takingBack = "taking back"
        }

        /// The things that are counted.
        public enum Unit: String, Sendable {
            case bytes, changes, documents, files
        }

        /// The current part of the operation.
        public let part: Part
        /// The number of units that are done.
        public var done: Int
        /// The number of all units of this part; nil if unknown.
        public let total: Int?
        /// The unit of both numbers.
        public let unit: Unit

        /// The progress of one part of an operation.
        public init(_ part: Part, _ done: Int, of total: Int?, _ unit: Unit = .documents) {
            (self.part, self.done, self.total, self.unit) = (part, done, total, unit)
        }
    }

    /// Reports the progress. Code that works on several threads must call it only on the caller's.
    var progressReport: @Sendable (Progress) -> Void {
        nonisolated(unsafe) let onProgress = onProgress
        return { onProgress?($0) }
    }

    func report(
        _ part: Progress.Part, _ done: Int, of total: Int?, _ unit: Progress.Unit = .documents
    ) {
        onProgress?(Progress(part, done, of: total, unit))
    }
}
