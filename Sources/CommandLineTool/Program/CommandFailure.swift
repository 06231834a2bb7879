/// An error that ends a command: what failed, where, why, and what to do.
package struct CommandFailure: Error, Equatable, CustomStringConvertible {
  /// A cause that callers treat differently from others.
  package enum Cause: Equatable {
    case noFile
    case isFolder
    case permissionDenied(path: String)
    /// The file cannot be read for another reason.
    case unreadable
    /// Neither an option nor a variable names the key of an iCloud container.
    case noKey
    case invalidKeyID
  }

  /// The message, in lower case and without a final period.
  package let description: String
  package let cause: Cause?

  package init(_ description: String, _ cause: Cause? = nil) {
    self.description = description
    self.cause = cause
  }
}
