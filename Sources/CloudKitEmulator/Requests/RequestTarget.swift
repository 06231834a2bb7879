enum RequestTarget: Equatable, Sendable {
  /// An operation on a database, with its parts as spelled in the path.
  case operation(container: String, environment: String, scope: String, operation: String)
  /// The second step of an upload.
  case upload(token: String)
  case download(checksum: String)
  /// A control request to the emulator, by the components of its path.
  case control([String])
  case nothing

  /// - Parameter path: the path as sent, without the query. It is neither decoded nor resolved: IDs, operations and
  ///   tokens have a single spelling, so a path with `..` or `%` matches no target.
  init(path: Substring) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    switch (parts.first, parts.dropFirst().first) {
    case ("", "database") where parts.count > 6 && parts[2] == "1":
      let operation = parts[6...].joined(separator: "/")
      self = .operation(
        container: String(parts[3]), environment: String(parts[4]), scope: String(parts[5]), operation: operation)
    case ("", "_assets") where parts.count == 4 && parts[2] == "upload": self = .upload(token: String(parts[3]))
    // The last component is the file name that the client put in place of `${f}`.
    case ("", "_assets") where parts.count == 5 && parts[2] == "download": self = .download(checksum: String(parts[3]))
    case ("", "_emulator") where parts.count > 2: self = .control(parts[2...].map { String($0) })
    default: self = .nothing
    }
  }
}
