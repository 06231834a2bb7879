import Foundation

/// A prompt for confirmation before an irreversible action.
enum Confirmation {
  /// Returns whether the user confirms; `isConfirmed` skips the prompt.
  /// - Parameter question: The consequences, then the question, on one or more lines without a final newline.
  /// - Throws: `CommandFailure` if standard input is not a terminal.
  static func ask(_ question: String, isConfirmed: Bool) throws -> Bool {
    if isConfirmed { return true }
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure(
        "cannot ask for confirmation: standard input is not a terminal; pass --yes to confirm:\n\(question)")
    }
    Terminal.standardError.write("\(OneLine.lines(question)) [y/N] ")
    return ["y", "yes"].contains(Interruption.whilePrompting { readLine() }?.lowercased())
  }
}

extension Int {
  /// Returns the number with its noun: `1 feed`, `2 feeds`.
  func of(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
