import ArgumentParser

/// The configuration of a check, and the maximum number of findings to show.
struct FindingsOptions: ParsableArguments {
  @OptionGroup var configurationFile: ConfigurationOptions

  @Option(help: "Maximum findings to show, most severe first.")
  var maxFindings: Int = 1000

  func validate() throws {
    if maxFindings < 0 { throw ValidationError("--max-findings must be 0 or more") }
  }

  /// - Throws: `CommandFailure` that lists the errors in the file.
  func configuration() throws -> EffectiveConfiguration { try configurationFile.effective() }
}
