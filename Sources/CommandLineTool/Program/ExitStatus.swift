package import ArgumentParser

/// The exit status of a run. Scripts rely on the numbers. The parser exits with 64 for usage errors.
package enum ExitStatus: Int32 {
  /// The command succeeded.
  case done = 0
  /// The command ran, and reports findings, differences, or failed records.
  case answerIsNo = 1
  /// The command failed.
  case failed = 2
  /// Expired articles remain: a limit refused their deletion, or some could not be deleted.
  case pruneIncomplete = 3

  /// The status as the parser's exit code.
  package var code: ExitCode { ExitCode(rawValue) }

  /// Ends the command with this status, unless the status is `done`.
  package func exit() throws {
    if self != .done { throw code }
  }
}
