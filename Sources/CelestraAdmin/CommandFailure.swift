/// Why a command could not do what was asked: what failed, which one, why, and what to do.
struct CommandFailure: Error, CustomStringConvertible {
  /// The whole message, lower case, without a full stop.
  let description: String

  /// A failure with its message.
  init(_ description: String) { self.description = description }
}
