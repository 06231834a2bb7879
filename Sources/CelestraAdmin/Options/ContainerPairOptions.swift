import ArgumentParser

/// The credentials and schemas of commands that name two containers.
struct ContainerPairOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "ID of the key for the first container. (default: FROM_CLOUDKIT_KEY_ID or CLOUDKIT_KEY_ID)", valueName: "id"))
  var fromKeyId: String?

  @Option(
    help: ArgumentHelp(
      "PEM file with the private key for the first container. (default: FROM_CLOUDKIT_PRIVATE_KEY_PATH or "
        + "CLOUDKIT_PRIVATE_KEY_PATH)", valueName: "file"), completion: .file())
  var fromPrivateKey: String?

  @Option(
    help: ArgumentHelp(
      "ID of the key for the second container. (default: TO_CLOUDKIT_KEY_ID or CLOUDKIT_KEY_ID)", valueName: "id"))
  var toKeyId: String?

  @Option(
    help: ArgumentHelp(
      "PEM file with the private key for the second container. (default: TO_CLOUDKIT_PRIVATE_KEY_PATH or "
        + "CLOUDKIT_PRIVATE_KEY_PATH)", valueName: "file"), completion: .file())
  var toPrivateKey: String?

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Schema to assume for iCloud containers. Files have their own. (default: the configuration, or "
        + "\(EffectiveConfiguration.schema))", valueName: "file"), completion: .file())
  var schemaFile: String?

  @Option(
    help: ArgumentHelp("Schema to assume for the first container. (default: --schema)", valueName: "file"),
    completion: .file())
  var fromSchema: String?

  @Option(
    help: ArgumentHelp("Schema to assume for the second container. (default: --schema)", valueName: "file"),
    completion: .file())
  var toSchema: String?

  @OptionGroup var configuration: ConfigurationOptions

  @Option(help: "Maximum requests per second and container. The actual rate adapts to throttling. (default: 40)")
  var maxRequestsPerSecond: Double?

  @Flag(help: "Print request statistics. Without it, only a run on Apple's servers does.")
  var verbose = false

  func validate() throws { try CloudContainerOptions.check(maxRequestsPerSecond) }

  /// The role of a container.
  enum Role {
    case from, to
  }

  /// Opens a container for reading. It is neither created nor changed.
  func openForReading(_ side: ContainerSide, as role: Role) throws -> OpenedSide {
    try (role == .from ? source : target).openForReading(side)
  }

  /// The access to the first container.
  var source: SideAccess {
    access(CloudCredentials(keyID: fromKeyId, privateKey: fromPrivateKey, prefix: "FROM_"), fromSchema)
  }

  /// The access to the second container.
  var target: SideAccess {
    access(CloudCredentials(keyID: toKeyId, privateKey: toPrivateKey, prefix: "TO_"), toSchema)
  }

  private func access(_ credentials: CloudCredentials, _ ownSchema: String?) -> SideAccess {
    SideAccess(
      credentials: credentials, schemaFile: ownSchema ?? schemaFile, configuration: configuration,
      maxRequestsPerSecond: maxRequestsPerSecond, isVerbose: verbose)
  }

  /// Refuses two sides that are the same container.
  func checkDiffer(_ from: ContainerSide, _ to: ContainerSide) throws {
    let isSame = try from.isCloud && to.isCloud && source.address(of: from) == target.address(of: to)
    if isSame || from.isSameFile(as: to) { throw CommandFailure("\(from.name) and \(to.name) are the same container") }
  }
}
