import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Foundation

/// Options for connecting to an iCloud container.
struct CloudContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("environment"),
    help:
      "Environment of an iCloud container: development or production. (default: CLOUDKIT_ENVIRONMENT or development)")
  var environmentOption: ContainerAddress.Environment?

  @Option(help: ArgumentHelp("ID of the server-to-server key. (default: CLOUDKIT_KEY_ID)", valueName: "id"))
  var keyId: String?

  @Option(
    help: ArgumentHelp(
      "PEM file with the private key of the server-to-server key. (default: CLOUDKIT_PRIVATE_KEY_PATH, or the "
        + "PEM text in CLOUDKIT_PRIVATE_KEY)", valueName: "file"))
  var privateKey: String?

  @Option(help: "Maximum requests per second. The actual rate adapts to throttling. (default: 40)")
  var maxRequestsPerSecond: Double?

  @Flag(help: "Print request statistics. Without it, only a run on Apple's servers does.")
  var verbose = false

  @Flag(help: "Skip confirmation before deleting records or writing to production.")
  var yes = false

  func validate() throws {
    if let rate = maxRequestsPerSecond, !(0.01...1000).contains(rate) {
      throw ValidationError("--max-requests-per-second must be between 0.01 and 1000, not \(rate)")
    }
  }

  /// The environment; development by default.
  var environment: ContainerAddress.Environment {
    get throws { try CloudKitVariables.environment(environmentOption) }
  }

  /// Returns the address of a container.
  func address(of container: String) throws -> ContainerAddress {
    let isName = container.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName else {
      throw ValidationError("'\(container)' is not a valid container id, such as iCloud.org.example.app")
    }
    let baseURL = CloudKitVariables.value("CLOUDKIT_BASE_URL") ?? ContainerAddress.apple
    guard Self.isServer(baseURL) else {
      // The value may contain a password, so the message does not show it.
      throw ValidationError("CLOUDKIT_BASE_URL must be a server address, such as https://host or http://127.0.0.1:8080")
    }
    return ContainerAddress(container: container, environment: try environment, baseURL: baseURL)
  }

  /// Whether a text consists only of a scheme, a host, and optionally a port.
  private static func isServer(_ text: String) -> Bool {
    guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
      ["", "/"].contains(url.path), url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
    else { return false }
    // A port that overflows Int has a range but no value.
    return url.rangeOfPort == nil || url.port.map((1...65_535).contains) == true
  }

  /// Returns the key that signs requests.
  func key() throws -> ServerToServerKey {
    guard let id = keyId ?? CloudKitVariables.value("CLOUDKIT_KEY_ID") else {
      throw CommandFailure(
        "an iCloud container requires a server-to-server key: pass --key-id and --private-key, or set CLOUDKIT_KEY_ID "
          + "and CLOUDKIT_PRIVATE_KEY_PATH")
    }
    // The id is sent as a header.
    guard !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw CommandFailure("invalid key id: use the 64 letters and digits that CloudKit Console shows for the key")
    }
    if privateKey == nil, CloudKitVariables.value("CLOUDKIT_PRIVATE_KEY_PATH") == nil,
      let text = CloudKitVariables.value("CLOUDKIT_PRIVATE_KEY")
    {
      do { return try ServerToServerKey(id: id, pem: text) } catch {
        throw CommandFailure("cannot use the private key in CLOUDKIT_PRIVATE_KEY: \(error)")
      }
    }
    guard let path = privateKey ?? CloudKitVariables.value("CLOUDKIT_PRIVATE_KEY_PATH") else {
      throw CommandFailure(
        "an iCloud container requires a private key: pass --private-key, or set CLOUDKIT_PRIVATE_KEY_PATH")
    }
    return try KeyFile.key(id: id, at: path)
  }

  /// Returns the database at an address.
  func database(at address: ContainerAddress, schema: Schema) throws -> CloudKitDatabase {
    CloudKitDatabase(
      address, key: try key(), schema: schema,
      maxRequestsPerSecond: maxRequestsPerSecond ?? CloudKitDatabase.requestsPerSecond)
  }

  /// Asks for confirmation before writing to a production environment.
  /// - Throws: The end of the run if the user declines or standard input is not a terminal.
  func confirmWriting(to container: String) throws {
    guard try environment == .production else { return }
    guard try Confirmation.ask("write to the production environment of \(container)?", isConfirmed: yes) else {
      Terminal.standardError.write("nothing was written\n")
      throw ExitStatus.answerIsNo.code
    }
  }
}
