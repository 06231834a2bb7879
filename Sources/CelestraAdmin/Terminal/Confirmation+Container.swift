import CommandLineTool

extension Confirmation {
  /// Asks for confirmation of a write to a container. For a production environment, the user types its id.
  /// - Parameters:
  ///   - question: The consequences, then the question, on one or more lines without a final newline; `nil` to ask only
  ///     before a write to a production environment.
  ///   - preview: What will be written, to show before the question.
  /// - Throws: The end of the run if the user declines; `CommandFailure` if standard input is not a terminal.
  static func require(
    _ question: String? = nil, of container: ContainerName, _ approval: Approval,
    showing preview: @autoclosure () -> String
  ) throws {
    guard try isDue(question, of: container, approval) else { return }
    let text = preview() + (question ?? standardQuestion(container))
    let isConfirmed =
      container.isProduction
      ? answer(text, "\ntype \(container.location) to confirm: ") == container.location
      : try ask(text, isConfirmed: false)
    if isConfirmed { return }
    Terminal.report(error: "nothing was written\n")
    throw ExitStatus.answerIsNo.code
  }

  /// Returns whether `require` would ask, for a command that takes a run to prepare the preview.
  /// - Throws: `CommandFailure` if it would, and standard input is not a terminal.
  static func isDue(_ question: String? = nil, of container: ContainerName, _ approval: Approval) throws -> Bool {
    // A name is compared also if nothing has to be confirmed: the run is meant for another container.
    let isCovered = try approval.covers(container)
    guard question != nil || container.isProduction, !isCovered else { return false }
    let options = "--confirm \(container.location), or \(container.name) and --yes"
    let isBlind = approval.yes && container.isProductionByVariable
    let reason = isBlind ? "only a variable selects production, so --yes alone is not enough; " : ""
    try requireTerminal(
      question ?? standardQuestion(container),
      option: reason + (container.isProduction ? "pass \(options)" : "pass --yes"))
    return true
  }

  static func standardQuestion(_ container: ContainerName) -> String { "write to \(container.name)?" }
}
