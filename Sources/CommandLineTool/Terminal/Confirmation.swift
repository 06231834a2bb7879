import Diagnostics
import SystemCalls

/// A prompt for confirmation before an irreversible action.
package enum Confirmation {
  /// Answers in place of a terminal; `nil` to ask there.
  @TaskLocal package static var user: (@Sendable (_ question: String) -> String?)?

  /// Whether there is a person to ask.
  package static var isPossible: Bool { user != nil || StandardStream.input.isTerminal }

  /// Returns whether the user confirms; `isConfirmed` skips the prompt.
  /// - Parameter question: The consequences, then the question, on one or more lines without a final newline.
  /// - Throws: `CommandFailure` if standard input is not a terminal.
  package static func ask(_ question: String, isConfirmed: Bool) throws -> Bool {
    if isConfirmed { return true }
    try requireTerminal(question, option: "pass --yes")
    return ["y", "yes"].contains(answer(question, " [y/N] ")?.lowercased())
  }

  /// Returns whether the user confirms by typing a word, or passed it as `given`.
  /// - Parameter question: The consequences, then the question, without a final newline.
  /// - Throws: `CommandFailure` if `given` is another word, or standard input is not a terminal.
  package static func typed(_ word: String, _ question: String, given: String?) throws -> Bool {
    if let given {
      guard given == word else { throw CommandFailure("--confirm must be \(word), not \(DisplayText.line(given))") }
      return true
    }
    try requireTerminal(question, option: "pass --confirm \(word)")
    return answer(question, "\ntype \(word) to confirm: ") == word
  }

  /// Returns the option that the user chooses by its number.
  /// - Parameters:
  ///   - heading: What the options are, such as `3 schemas`.
  ///   - advice: What to do where the user cannot be asked.
  /// - Throws: `CommandFailure` that names the options if standard input is not a terminal, or for another answer.
  package static func choice(_ heading: String, among options: [String], instead advice: String) throws -> String {
    guard isPossible else { throw CommandFailure("\(heading): \(options.joined(separator: ", ")); \(advice)") }
    let list = zip(1..., options).map { "\n  \($0). \($1)" }.joined()
    let number = answer("\(heading):\(list)", "\nnumber: ").flatMap { Int($0) } ?? 0
    guard options.indices.contains(number - 1) else { throw CommandFailure("not a number of the list; \(advice)") }
    return options[number - 1]
  }

  /// Refuses to go on to a question that cannot be asked.
  /// - Parameter option: What to pass instead.
  package static func requireTerminal(_ question: String, option: String) throws {
    if isPossible { return }
    throw CommandFailure(
      "cannot ask for confirmation: standard input is not a terminal; \(option) to confirm:\n\(question)")
  }

  /// Returns what the user types; `nil` at the end of the input.
  package static func answer(_ question: String, _ prompt: String) -> String? {
    if let user { return user(question) }
    try? Terminal.standardError.write(data: DisplayText.lines(question) + prompt)
    return Interruption.whilePrompting { readLine() }
  }
}
