import CommandLineTool

extension Confirmation {
  /// Returns whether the user confirms a write to a container. For a production environment, the user types its id.
  /// - Parameters:
  ///   - question: The consequences, then the question, on one or more lines without a final newline.
  ///   - preview: What will be written, to show before the question.
  /// - Throws: `CommandFailure` if standard input is not a terminal.
  static func ask(
    _ question: String, of container: ContainerName, _ approval: Approval, showing preview: String = ""
  ) throws -> Bool {
    if try approval.covers(container) { return true }
    try requireTerminal(question, of: container, approval)
    let question = preview + question
    guard container.isProduction else { return try ask(question, isConfirmed: false) }
    let answer = answer(question, "\ntype \(container.location) to confirm: ")
    return answer == container.location
  }

  /// Refuses to go on to a question that cannot be asked.
  static func requireTerminal(_ question: String, of container: ContainerName, _ approval: Approval) throws {
    let options = "--confirm \(container.location), or \(container.name) and --yes"
    let isBlind = approval.yes && container.isProductionByVariable
    let reason = isBlind ? "only a variable selects production, so --yes alone is not enough; " : ""
    try requireTerminal(question, option: reason + (container.isProduction ? "pass \(options)" : "pass --yes"))
  }
}
