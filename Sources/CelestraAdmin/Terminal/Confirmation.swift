import Diagnostics
import SystemCalls

/// A prompt for confirmation before an irreversible action.
enum Confirmation {
  /// Returns whether the user confirms; `isConfirmed` skips the prompt.
  /// - Parameter question: The consequences, then the question, on one or more lines without a final newline.
  /// - Throws: `CommandFailure` if standard input is not a terminal.
  static func ask(_ question: String, isConfirmed: Bool) throws -> Bool {
    if isConfirmed { return true }
    guard StandardStream.input.isTerminal else {
      throw CommandFailure(
        "cannot ask for confirmation: standard input is not a terminal; pass --yes to confirm:\n\(question)")
    }
    Terminal.standardError.write("\(DisplayText.lines(question)) [y/N] ")
    return ["y", "yes"].contains(Interruption.whilePrompting { readLine() }?.lowercased())
  }

  /// Returns whether the user confirms by typing a word, or passed it as `given`.
  /// - Parameter question: The consequences, then the question, without a final newline.
  /// - Throws: `CommandFailure` if `given` is another word, or standard input is not a terminal.
  static func typed(_ word: String, _ question: String, given: String?) throws -> Bool {
    if let given {
      guard given == word else { throw CommandFailure("--confirm must be \(word), not \(DisplayText.line(given))") }
      return true
    }
    guard StandardStream.input.isTerminal else {
      throw CommandFailure(
        "cannot ask for confirmation: standard input is not a terminal; pass --confirm \(word) to confirm:\n\(question)"
      )
    }
    Terminal.standardError.write("\(DisplayText.lines(question))\ntype \(word) to confirm: ")
    return Interruption.whilePrompting { readLine() } == word
  }
}
