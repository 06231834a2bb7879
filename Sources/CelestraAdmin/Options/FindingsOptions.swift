import ArgumentParser

/// The configuration of a check, and the maximum number of findings to show. One type, since the parser searches for
/// five conformances for each group of options at the start of the program.
struct FindingsOptions: ParsableArguments {
  @Option(help: ConfigurationOptions.help, completion: .file())
  var config: String?

  @Option(help: "Maximum findings to show, most severe first.")
  var maxFindings: Int = 1000

  func validate() throws {
    if maxFindings < 0 { throw ValidationError("--max-findings must be 0 or more") }
  }

  /// Returns the settings from the file and the defaults.
  /// - Throws: `CommandFailure` that lists the errors in the file.
  func configuration() throws -> EffectiveConfiguration { try EffectiveConfiguration(valid: config) }
}
