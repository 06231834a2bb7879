package import ArgumentParser

/// The configuration of a check, and the maximum number of findings to show.
package struct FindingsOptions: ParsableArguments {
  @OptionGroup package var configurationFile: ConfigurationOptions

  @Option(help: ArgumentHelp("Maximum findings to show, most severe first; 0 for all.", valueName: "n"))
  package var limit: Int = 1000

  package init() {}

  /// - Throws: `CommandFailure` that lists the errors in the file.
  package func configuration() throws -> EffectiveConfiguration { try configurationFile.effective() }
}
