/// A file that is read or written sequentially.
package final class FileStream {
  /// The mode in which a file is opened.
  package enum Mode: String {
    /// For reading.
    case read = "r"
    /// For writing, after emptying the file.
    case write = "w"
    /// For writing at the end of the file.
    case append = "a"
  }

  private let file: UnsafeMutablePointer<FILE>
  private let closesAtEnd: Bool
  private var buffer: [UInt8] = []

  /// Opens a file.
  package init(_ path: String, _ mode: Mode) throws(SystemError) {
    guard let file = fopen(path, mode.rawValue) else { throw .last }
    self.file = file
    closesAtEnd = true
  }

  /// Opens standard input, which stays open afterward.
  package init(standardInput: Void) throws(SystemError) {
    guard let file = fdopen(STDIN_FILENO, "r") else { throw .last }
    self.file = file
    closesAtEnd = false
  }

  deinit { if closesAtEnd { fclose(file) } }

  /// The status of the file; `nil` if the system does not report it.
  package var status: FileStatus? {
    var status = stat()
    return fstat(fileno(file), &status) == 0 ? FileStatus(status) : nil
  }

  /// Returns the next bytes, up to 64 KB; empty at the end.
  package func read() throws(SystemError) -> ArraySlice<UInt8> {
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 16) }
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0, ferror(file) != 0 { throw .last }
    return buffer[..<count]
  }

  /// Writes a text.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    if !isWritten { throw .last }
  }

  /// Flushes all written data to the system.
  package func flush() throws(SystemError) {
    if fflush(file) != 0 { throw .last }
  }

  /// Sets the file's permissions.
  package func setPermissions(_ permissions: UInt32) { fchmod(fileno(file), mode_t(permissions)) }
}

/// The status of the file at a path.
package struct FileStatus: Sendable {
  /// Whether the path is a regular file, rather than a folder, a device or a pipe.
  package let isRegular: Bool
  /// Whether the path is a folder.
  package let isFolder: Bool
  /// The size in bytes.
  package let size: Int
  /// The permission bits.
  package let permissions: UInt32

  /// Reads the status of the file at a path, following links; returns `nil` if the path does not exist.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    size = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o7777)
  }
}

/// System calls on paths.
package enum SystemPath {
  /// Returns the path with links resolved; `nil` if the path does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Replaces a file with another atomically.
  package static func move(_ old: String, to new: String) throws(SystemError) {
    if rename(old, new) != 0 { throw .last }
  }

  /// Removes a file if it exists.
  package static func remove(_ path: String) { unlink(path) }
}
