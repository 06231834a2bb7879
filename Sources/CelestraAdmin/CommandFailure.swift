/// An error that ends a command: what failed, where, why, and what to do.
struct CommandFailure: Error, CustomStringConvertible {
  /// The message, in lower case and without a final period.
  let description: String

  /// Creates a failure with a message.
  init(_ description: String) { self.description = description }
}
