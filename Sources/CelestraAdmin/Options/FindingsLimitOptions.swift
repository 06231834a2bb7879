import ArgumentParser

/// The maximum number of findings to show.
struct FindingsLimitOptions: ParsableArguments {
  @Option(help: "Maximum findings to show, most severe first.")
  var maxFindings: Int = 1000

  func validate() throws {
    if maxFindings < 0 { throw ValidationError("--max-findings must be 0 or more") }
  }
}
