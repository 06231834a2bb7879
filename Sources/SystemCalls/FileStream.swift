package final class FileStream {
  package enum Mode: Sendable {
    case read
    /// For writing, after emptying the file.
    case write
    /// For writing at the end of the file.
    case append

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .write: O_WRONLY | O_CREAT | O_TRUNC
      case .append: O_WRONLY | O_CREAT | O_APPEND
      }
    }
  }

  private static let bufferSize = 1 << 16

  private let descriptor: Int32
  private let closesAtEnd: Bool
  /// The bytes to write.
  private var buffer: [UInt8] = []

  package init(_ path: String, _ mode: Mode) throws(SystemError) {
    let file = open(path, mode.flags | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .last }
    descriptor = file
    closesAtEnd = true
  }

  /// Uses a standard stream, which stays open afterward.
  package init(_ stream: StandardStream) {
    descriptor = stream.rawValue
    closesAtEnd = false
  }

  deinit { if closesAtEnd { close(descriptor) } }

  /// The status of the file; `nil` if the system does not report it.
  package var status: FileStatus? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
  }

  /// Returns the next bytes, up to 64 KB; empty at the end.
  package func read() throws(SystemError) -> ArraySlice<UInt8> {
    // The size of a pipe or a device is 0.
    let size = status?.size ?? 0
    var bytes = [UInt8](repeating: 0, count: size > 0 ? min(size, Self.bufferSize) : Self.bufferSize)
    return bytes[..<(try get(descriptor, into: &bytes))]
  }

  /// Calls `body` with the bytes up to the end, up to 64 KB at a time.
  /// - Throws: the error of reading, or of `body`.
  package func forEachChunk(_ body: (ArraySlice<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
    while true {
      let chunk = try read()
      if chunk.isEmpty { return }
      try body(chunk)
    }
  }

  /// The system receives the bytes with `flush` at the latest.
  package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Sends all written data to the system.
  package func flush() throws(SystemError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try put(buffer, to: descriptor)
  }

  package func setPermissions(_ permissions: UInt32) { fchmod(descriptor, mode_t(permissions)) }
}

package struct FileStatus: Sendable {
  /// Whether the path is a regular file, rather than a folder, a device or a pipe.
  package let isRegular: Bool
  package let isFolder: Bool
  /// The size in bytes.
  package let size: Int
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
