import ArgumentParser
import CloudKitSchema
import CloudKitWebServices

/// Options for connecting to an iCloud container.
protocol CloudOptions {
  var environmentOption: ContainerAddress.Environment? { get }
  var keyId: String? { get }
  var privateKey: String? { get }
  var maxRequestsPerSecond: Double? { get }
  var yes: Bool { get }
}

/// Options for connecting to an iCloud container, as a group of their own.
struct CloudContainerOptions: ParsableArguments, CloudOptions {
  @Option(name: .customLong("environment"), help: Self.environmentHelp)
  var environmentOption: ContainerAddress.Environment?

  @Option(help: Self.keyHelp)
  var keyId: String?

  @Option(help: Self.privateKeyHelp, completion: .file())
  var privateKey: String?

  @Option(help: Self.rateHelp)
  var maxRequestsPerSecond: Double?

  @Flag(help: Self.verboseHelp)
  var verbose = false

  @Flag(help: Self.yesHelp)
  var yes = false

  func validate() throws { try Self.check(maxRequestsPerSecond) }

  static let environmentHelp: ArgumentHelp =
    "Environment of an iCloud container: development or production. (default: CLOUDKIT_ENVIRONMENT or development)"
  static let keyHelp = ArgumentHelp("ID of the server-to-server key. (default: CLOUDKIT_KEY_ID)", valueName: "id")
  static let privateKeyHelp = ArgumentHelp(
    "PEM file with the private key of the server-to-server key. (default: CLOUDKIT_PRIVATE_KEY_PATH, or the "
      + "PEM text in CLOUDKIT_PRIVATE_KEY)", valueName: "file")
  static let rateHelp: ArgumentHelp =
    "Maximum requests per second. The actual rate adapts to throttling. (default: 40)"
  static let verboseHelp: ArgumentHelp =
    "Print request statistics. Without it, only a run on Apple's servers does."
  static let yesHelp: ArgumentHelp = "Skip confirmation before deleting records or writing to production."

  /// Checks the value of `--max-requests-per-second`.
  static func check(_ rate: Double?) throws {
    if let rate, !(0.01...1000).contains(rate) {
      throw ValidationError("--max-requests-per-second must be between 0.01 and 1000, not \(rate)")
    }
  }
}

extension CloudOptions {
  /// The environment; development by default.
  var environment: ContainerAddress.Environment {
    get throws { try CloudKitVariables.environment(environmentOption) }
  }

  /// The server and the key.
  var credentials: CloudCredentials { CloudCredentials(keyID: keyId, privateKey: privateKey) }

  /// Returns the database at an address.
  func database(at address: ContainerAddress, schema: Schema) throws -> CloudKitDatabase {
    CloudKitDatabase(
      address, key: try credentials.key(), schema: schema,
      maxRequestsPerSecond: maxRequestsPerSecond ?? CloudKitDatabase.requestsPerSecond)
  }

  /// Asks for confirmation before writing to a production environment.
  /// - Throws: The end of the run if the user declines or standard input is not a terminal.
  func confirmWriting(to container: String) throws {
    guard try environment == .production else { return }
    try Confirmation.confirmProduction(of: container, isConfirmed: yes)
  }
}
