import ArgumentParser

/// How a run ended; the numbers are a promise to scripts. A usage error is the parser's 64.
enum ExitStatus: Int32 {
  /// It did what was asked.
  case done = 0
  /// It worked, and the answer is no: findings, differences, failed records.
  case answerIsNo = 1
  /// It could not do what was asked.
  case couldNot = 2

  /// The parser's form of it.
  var code: ExitCode { ExitCode(rawValue) }

  /// Ends the command with this status; returns where the status is `done`.
  func exit() throws {
    if self != .done { throw code }
  }
}
