import ArgumentParser

/// The credentials and schema of commands that name one container and a backup file.
struct SingleSideOptions: ParsableArguments {
  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Schema to assume for an iCloud container. Files have their own. (default: the configuration, or "
        + "\(EffectiveConfiguration.schema))", valueName: "file"), completion: .file())
  var schemaFile: String?

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var cloud: CloudContainerOptions

  /// The access to the container.
  var access: SideAccess {
    SideAccess(
      credentials: cloud.credentials, schemaFile: schemaFile, configuration: configuration,
      maxRequestsPerSecond: cloud.maxRequestsPerSecond, isVerbose: cloud.verbose)
  }

  /// Returns a container that an argument names.
  func side(_ text: String) throws -> ContainerSide {
    try ContainerSide(text, environment: cloud.environmentOption)
  }
}
