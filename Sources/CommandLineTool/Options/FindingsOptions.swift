package import ArgumentParser

/// The configuration of a check, and the maximum number of findings to show.
package struct FindingsOptions: ParsableArguments {
  @OptionGroup package var configurationFile: ConfigurationOptions

  @Option(help: "Maximum findings to show, most severe first.")
  package var maxFindings: Int = 1000

  package init() {}

  package func validate() throws {
    if maxFindings < 0 { throw ValidationError("--max-findings must be 0 or more") }
  }

  /// - Throws: `CommandFailure` that lists the errors in the file.
  package func configuration() throws -> EffectiveConfiguration { try configurationFile.effective() }
}
