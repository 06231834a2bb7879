import Diagnostics
import SystemCalls

/// Asks a person before something is done that cannot be undone.
enum Confirmation {
  /// Whether a person agrees; `isGiven` stands for yes.
  /// - Parameter question: what is at stake, then what is asked; several lines, without a final newline.
  /// - Throws: `CommandFailure` where nobody can be asked.
  static func ask(_ question: String, isGiven: Bool) throws -> Bool {
    if isGiven { return true }
    guard StandardStream.input.isTerminal else {
      throw CommandFailure("cannot ask, this is no terminal; say --yes to do it all the same:\n\(question)")
    }
    Terminal.standardError.write("\(DisplayText.lines(question)) [y/N] ")
    return ["y", "yes"].contains(Interruption.whileAsking { readLine() }?.lowercased())
  }
}
