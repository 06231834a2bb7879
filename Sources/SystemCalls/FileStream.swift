#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("this system has no C library that is known here")
#endif

/// A file that is read or written from one end to the other.
package final class FileStream {
  /// How a file is opened.
  package enum Mode: String {
    /// For reading.
    case read = "r"
    /// For writing, emptied first.
    case write = "w"
    /// For writing behind what it holds.
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

  /// Standard input, which stays open.
  package init(standardInput: Void) throws(SystemError) {
    guard let file = fdopen(STDIN_FILENO, "r") else { throw .last }
    self.file = file
    closesAtEnd = false
  }

  /// A file without a name, which is gone when it is closed.
  package init(temporary: Void) throws(SystemError) {
    guard let file = tmpfile() else { throw .last }
    self.file = file
    closesAtEnd = true
  }

  deinit { if closesAtEnd { fclose(file) } }

  /// What the file is; `nil` where the system does not tell.
  package var status: FileStatus? {
    var status = stat()
    return fstat(fileno(file), &status) == 0 ? FileStatus(status) : nil
  }

  /// The number by which the system knows the open file.
  package var descriptor: Int32 { fileno(file) }

  /// All bytes of the file, from its beginning.
  package func contents() throws(SystemError) -> [UInt8] {
    rewind(file)
    var bytes: [UInt8] = []
    while case let chunk = try read(), !chunk.isEmpty { bytes += chunk }
    return bytes
  }

  /// The next bytes, up to 64 KB; empty at the end.
  package func read() throws(SystemError) -> ArraySlice<UInt8> {
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 16) }
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0, ferror(file) != 0 { throw .last }
    return buffer[..<count]
  }

  /// Adds bytes.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    if !isWritten { throw .last }
  }

  /// Hands all that was written to the system.
  package func flush() throws(SystemError) {
    if fflush(file) != 0 { throw .last }
  }

  /// Gives the file the permissions of another.
  package func setPermissions(_ permissions: UInt32) { fchmod(fileno(file), mode_t(permissions)) }
}

/// What a path leads to.
package struct FileStatus: Sendable {
  /// Whether it is a file, rather than a folder, a device or a pipe.
  package let isRegular: Bool
  /// Bytes.
  package let size: Int
  /// The permission bits.
  package let permissions: UInt32

  /// The status of what a path leads to, links followed; `nil` where it leads nowhere.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o7777)
  }
}

/// Calls on paths.
package enum SystemPath {
  /// The path without links; `nil` where it leads nowhere.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Puts a file in the place of another at once.
  package static func move(_ old: String, to new: String) throws(SystemError) {
    if rename(old, new) != 0 { throw .last }
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) { unlink(path) }
}
