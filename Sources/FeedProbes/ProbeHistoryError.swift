/// Why a history could not be used. Nothing of the request was done.
package struct ProbeHistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// An error with its message.
  package init(_ description: String) { self.description = description }
}
