/// An error number of the system.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number, as in `errno`.
  package let number: Int32

  /// Creates an error from its number.
  package init(_ number: Int32) { self.number = number }

  /// The error of the last failed call on this thread.
  package static var last: SystemError { SystemError(errno) }

  /// A write to a pipe or socket without a reader.
  package static let brokenPipe = SystemError(EPIPE)

  /// An address or port that another socket uses.
  package static let addressInUse = SystemError(EADDRINUSE)

  /// A connection that the peer reset.
  package static let connectionReset = SystemError(ECONNRESET)

  /// The meaning of the error, in lower case and the same on every platform. The texts of the system differ.
  package var description: String { Self.meanings[number] ?? "system error \(number)" }

  private static let meanings: [Int32: String] = [
    E2BIG: "argument list too long", EACCES: "permission denied", EADDRINUSE: "address already in use",
    EADDRNOTAVAIL: "cannot assign requested address", EAGAIN: "resource temporarily unavailable",
    EBADF: "bad file descriptor", EBUSY: "device or resource busy", ECONNABORTED: "connection aborted",
    ECONNREFUSED: "connection refused", ECONNRESET: "connection reset by peer", EDQUOT: "disk quota exceeded",
    EEXIST: "file exists", EFBIG: "file too large", EHOSTDOWN: "host is down", EHOSTUNREACH: "no route to host",
    EINTR: "interrupted system call", EINVAL: "invalid argument", EIO: "input/output error", EISDIR: "is a directory",
    ELOOP: "too many levels of symbolic links", EMFILE: "too many open files", EMLINK: "too many links",
    ENAMETOOLONG: "file name too long", ENETDOWN: "network is down", ENETRESET: "network dropped the connection",
    ENETUNREACH: "network is unreachable", ENFILE: "too many open files in the system",
    ENOBUFS: "no buffer space available", ENODEV: "no such device", ENOENT: "no such file or directory",
    ENOMEM: "out of memory", ENOSPC: "no space left on device", ENOTCONN: "socket is not connected",
    ENOTDIR: "not a directory", ENOTEMPTY: "directory not empty", ENOTSUP: "operation not supported",
    ENXIO: "no such device or address", EPERM: "operation not permitted", EPIPE: "broken pipe",
    EROFS: "read-only file system", ESPIPE: "illegal seek", ESTALE: "stale file handle",
    ETIMEDOUT: "connection timed out", ETXTBSY: "text file busy", EXDEV: "file is on another file system",
  ]
}
