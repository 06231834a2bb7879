package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number, as in `errno`.
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// The error of the last failed call on this thread.
  package static var last: SystemError { SystemError(errno) }

  /// A write to a pipe or socket without a reader.
  package static let brokenPipe = SystemError(EPIPE)

  /// An address or port that another socket uses.
  package static let addressInUse = SystemError(EADDRINUSE)

  package static let permissionDenied = SystemError(EACCES)

  package static let connectionReset = SystemError(ECONNRESET)

  /// The meaning of the error in the system's words, in lower case.
  package var description: String { String(cString: strerror(number)).lowercased() }
}
