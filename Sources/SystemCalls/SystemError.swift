#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("this system has no C library that is known here")
#endif

/// An error number of the system.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, as `errno` has it.
  package let number: Int32

  /// An error by its number.
  package init(_ number: Int32) { self.number = number }

  /// The error of this thread's last call that failed.
  package static var last: SystemError { SystemError(errno) }

  /// The reader of a pipe or socket is gone.
  package static let brokenPipe = SystemError(EPIPE)

  /// The peer has ended the connection with a reset.
  package static let connectionReset = SystemError(ECONNRESET)

  /// The system's text, in lower case.
  package var description: String { String(cString: strerror(number)).lowercased() }
}
