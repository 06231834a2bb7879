import Diagnostics
import SystemCalls

/// A prompt for confirmation before an irreversible action.
enum Confirmation {
  /// Answers in place of a terminal; `nil` to ask there.
  @TaskLocal static var user: (@Sendable (_ question: String) -> String?)?

  static var isPossible: Bool { user != nil || StandardStream.input.isTerminal }

  /// Returns whether the user confirms; `isConfirmed` skips the prompt.
  /// - Parameter question: The consequences, then the question, on one or more lines without a final newline.
  /// - Throws: `CommandFailure` if standard input is not a terminal.
  static func ask(_ question: String, isConfirmed: Bool) throws -> Bool {
    if isConfirmed { return true }
    return ["y", "yes"].contains(try answer(question, " [y/N] ", option: "--yes")?.lowercased())
  }

  /// Returns whether the user confirms by typing a word, or passed it as `given`.
  /// - Parameter question: The consequences, then the question, without a final newline.
  /// - Throws: `CommandFailure` if `given` is another word, or standard input is not a terminal.
  static func typed(_ word: String, _ question: String, given: String?) throws -> Bool {
    if let given {
      guard given == word else { throw CommandFailure("--confirm must be \(word), not \(DisplayText.line(given))") }
      return true
    }
    return try answer(question, "\ntype \(word) to confirm: ", option: "--confirm \(word)") == word
  }

  /// Asks before a write to the production environment of a container; the user types the container's id.
  /// - Throws: The end of the run if the user declines or standard input is not a terminal.
  static func confirmProduction(of container: String, isConfirmed: Bool) throws {
    if isConfirmed { return }
    let question = "write to the production environment of \(container)?"
    guard try answer(question, "\ntype \(container) to confirm: ", option: "--yes") == container else {
      Terminal.standardError.write("nothing was written\n")
      throw ExitStatus.answerIsNo.code
    }
  }

  private static func answer(_ question: String, _ prompt: String, option: String) throws -> String? {
    guard isPossible else {
      throw CommandFailure(
        "cannot ask for confirmation: standard input is not a terminal; pass \(option) to confirm:\n\(question)")
    }
    if let user { return user(question) }
    try? Terminal.standardError.write(data: DisplayText.lines(question) + prompt)
    return Interruption.whilePrompting { readLine() }
  }
}
