package struct LocalContainerError: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// The file to read is missing or empty.
    case missing
    case directory
    /// The directory for the new file does not exist.
    case missingFolder(String)
    /// The file is not a container; the value describes what it is.
    case notAContainer(String)
    /// A later version of the program created the file's layout.
    case newerFormat(Int)
    /// An earlier version of the program created the file's layout.
    case olderFormat(Int)
    /// The file, or a file that SQLite needs beside it, cannot be read.
    case unreadable
    /// The file or its directory cannot be written.
    case readOnly
    /// Another program has locked the file.
    case locked
    case diskFull
    /// The schema lacks or changes something that the container has: one line each.
    case losesData([String])
    /// The schema has names that SQL does not distinguish or accept.
    case unstorableSchema(String)
    /// The file's contents are damaged; the value is SQLite's message.
    case damaged(String)
    /// SQLite failed for another reason; the value is its message.
    case failed(String)
  }

  /// The file path as the user gave it.
  package let path: String
  package let cause: Cause

  package init(_ path: String, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }
}

extension LocalContainerError: CustomStringConvertible {
  /// The message: what failed, which file, why, and what to do.
  package var description: String {
    switch cause {
    case .missing:
      "cannot read container '\(path)': no such container; 'celestra-admin init' or 'celestra-admin seed' creates it"
    case .directory: "cannot open container '\(path)': it is a folder; pass a file"
    case .missingFolder(let folder):
      "cannot create container '\(path)': folder '\(folder)' does not exist; create it, or pass another file"
    case .notAContainer(let reason): "cannot open container '\(path)': \(reason); pass another file, or move this one"
    case .newerFormat(let version):
      "cannot open container '\(path)': its format \(version) is newer than this program's"
        + " \(ContainerFile.formatVersion); use a newer celestra-admin"
    case .olderFormat(let version):
      "cannot open container '\(path)': its format \(version) is older than this program's"
        + " \(ContainerFile.formatVersion); export its records with the celestra-admin that wrote it, and import them into"
        + " a new container ('records export', 'records import')"
    case .unreadable:
      "cannot read container '\(path)': no permission to read it, or to write the files that SQLite keeps beside it;"
        + " change the permissions, or copy it to another folder"
    case .readOnly:
      "cannot write container '\(path)': the file or its folder is read-only; change the permissions, or pass another"
        + " file"
    case .locked: "cannot use container '\(path)': another program is writing it; try again after that program ends"
    case .diskFull: "cannot write container '\(path)': the disk is full; free some space and run the command again"
    case .losesData(let losses):
      "cannot migrate container '\(path)' to the schema, data would be lost:\n"
        + losses.map { "  - \($0)\n" }.joined()
        + "use a schema that keeps them, or a new container"
    case .unstorableSchema(let reason): "cannot store the schema in container '\(path)': \(reason); rename one"
    case .damaged(let reason):
      "container '\(path)' is damaged: SQLite reports '\(reason)'; restore it from a copy, or create a new one"
    case .failed(let reason): "cannot use container '\(path)': SQLite reports '\(reason)'"
    }
  }
}
