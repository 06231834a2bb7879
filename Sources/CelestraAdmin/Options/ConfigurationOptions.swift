import ArgumentParser

/// The option that names the configuration file.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration file. (default: \(EffectiveConfiguration.fileName) here or in the nearest parent folder)",
      valueName: "file"))
  var config: String?

  /// Returns the settings from the file and the defaults.
  /// - Throws: `CommandFailure` that lists the errors in the file.
  func effective() throws -> EffectiveConfiguration {
    let effective = try EffectiveConfiguration(file: config)
    guard effective.findings.diagnostics.isEmpty else {
      // The message has no final newline.
      let errors = effective.findings.text(.plain).dropLast()
      throw CommandFailure("the configuration has errors\n\(errors)")
    }
    return effective
  }
}
