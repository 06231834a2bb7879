import ArgumentParser

/// Options of commands that can show or save their changes instead of writing them.
struct PlanOptions: ParsableArguments {
  @Flag(help: "Show the changes. Write nothing.")
  var dryRun = false

  @Option(
    name: .customLong("plan-out"),
    help: ArgumentHelp(
      "Save the changes for 'apply' instead of writing them.", valueName: "file"),
    completion: .file())
  var file: String?

  func validate() throws {
    if file != nil, dryRun {
      throw ValidationError("--plan-out writes a file, --dry-run writes nothing; use one of them")
    }
  }

  /// Whether the command writes to the container.
  var isApplied: Bool { !dryRun && file == nil }
}
