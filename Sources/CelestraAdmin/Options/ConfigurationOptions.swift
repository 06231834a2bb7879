import ArgumentParser

struct ConfigurationOptions: ParsableArguments {
  static let help = ArgumentHelp(
    "Configuration file. (default: \(EffectiveConfiguration.fileName) here or in the nearest parent folder)",
    valueName: "file")

  @Option(help: Self.help, completion: .file())
  var config: String?

  /// Returns the settings from the file and the defaults.
  /// - Throws: `CommandFailure` that lists the errors in the file.
  func effective() throws -> EffectiveConfiguration { try EffectiveConfiguration(valid: config) }
}
