import ArgumentParser

/// Which configuration file a command goes by.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file. (default: \(EffectiveConfiguration.fileName) here or in the nearest folder above)",
      valueName: "file"))
  var config: String?

  /// What the command goes by.
  /// - Throws: `CommandFailure` with the mistakes of the file, where it has some.
  func effective() throws -> EffectiveConfiguration {
    let effective = try EffectiveConfiguration(file: config)
    guard effective.findings.diagnostics.isEmpty else {
      // Without its last newline.
      let mistakes = effective.findings.text(.plain).dropLast()
      throw CommandFailure("the configuration has mistakes\n\(mistakes)")
    }
    return effective
  }
}
