package import ArgumentParser

/// The exit status of a run. Scripts rely on the numbers. The parser exits with 64 for usage errors.
package enum ExitStatus: Int32 {
  case done = 0
  /// The command ran, and reports findings, differences, or failed records.
  case answerIsNo = 1
  case failed = 2
  /// Expired articles remain: a limit refused their deletion, or some could not be deleted.
  case pruneIncomplete = 3

  package var code: ExitCode { ExitCode(rawValue) }

  /// Ends the command with this status, unless the status is `done`.
  package func exit() throws {
    if self != .done { throw code }
  }
}
