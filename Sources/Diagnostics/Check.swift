/// The result of checking one aspect of a machine, a configuration, or a container.
package struct Check: Encodable, Hashable, Sendable {
  package enum State: String, Encodable, Sendable {
    case works, fails, unknown
  }

  /// The aspect in one word.
  package let subject: String
  package let state: State
  package let text: String
  /// How to fix a failure; `nil` if nothing is to be done.
  package var advice: String?

  package init(_ subject: String, _ state: State, _ text: String, _ advice: String? = nil) {
    self.subject = subject
    self.state = state
    self.text = text
    self.advice = advice
  }
}
