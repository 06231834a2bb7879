/// The reason that a backup could not be written or read.
package struct BackupError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Cause: Hashable, Sendable {
    case noBackup
    /// A later version of the program wrote the backup.
    case newerFormat(Int)
    case incompleteDescription
    /// The file has changed since the backup was completed.
    case broken
    case locked
    /// Another program has the file open.
    case inUse
    case otherSource(String)
    /// The system refused an operation on the file.
    case system(String)
  }

  package let path: String
  package let cause: Cause

  init(_ path: String, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// Whether the file is not a backup that this program can read, rather than a damaged one.
  package var isOtherFile: Bool {
    switch cause {
    case .noBackup, .newerFormat: true
    default: false
    }
  }

  package var description: String {
    switch cause {
    case .noBackup: "'\(path)' is not a backup: it has no backup table"
    case .newerFormat(let version):
      "the backup '\(path)' has the format \(version), newer than this program's \(BackupManifest.formatVersion);"
        + " use a newer celestra-admin"
    case .incompleteDescription: "the backup '\(path)' is damaged: its description is incomplete"
    case .broken:
      "the file '\(path)' has changed since the backup was completed; see 'celestra-admin container verify', and move"
        + " the file away before a new backup"
    case .locked: "another process is writing the backup '\(path)'; try again after it ends"
    case .inUse: "another program has '\(path)' open; close it and run the command again"
    case .otherSource(let name): "'\(path)' is a backup of \(name); choose another file"
    case .system(let reason): "cannot write the backup '\(path)': \(reason)"
    }
  }
}
