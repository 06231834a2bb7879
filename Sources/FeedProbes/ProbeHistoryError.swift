/// The reason that a history could not be used. No part of the request was applied.
package struct ProbeHistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Creates an error with a message.
  package init(_ description: String) { self.description = description }
}
