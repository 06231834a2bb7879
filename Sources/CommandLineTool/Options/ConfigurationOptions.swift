package import ArgumentParser
import Diagnostics

package struct ConfigurationOptions: ParsableArguments {
  package static let help = ArgumentHelp(
    "Configuration file. (default: \(Program.current.configurationFile) here or in the nearest parent folder)",
    valueName: "file", visibility: .hidden)

  @Option(help: Self.help, completion: .file())
  package var config: String?

  package init() {}

  /// Returns the settings from the file and the defaults.
  /// - Throws: `CommandFailure` that lists the errors in the file.
  package func effective() throws -> EffectiveConfiguration { try EffectiveConfiguration(valid: config) }
}
