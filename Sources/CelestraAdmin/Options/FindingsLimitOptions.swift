import ArgumentParser

/// How many findings a command tells.
struct FindingsLimitOptions: ParsableArguments {
  @Option(help: "Show this many findings at the most, the most severe first.")
  var maxFindings: Int = 1000

  func validate() throws {
    if maxFindings < 0 { throw ValidationError("--max-findings is a number of findings, 0 or more") }
  }
}
