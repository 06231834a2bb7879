import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Foundation

/// How a CloudKit container is reached, where `--container` names one.
struct CloudContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("environment"),
    help: "Of an iCloud container: development or production. (default: CLOUDKIT_ENVIRONMENT or development)")
  var environmentOption: ContainerAddress.Environment?

  @Option(help: ArgumentHelp("The id of the server-to-server key. (default: CLOUDKIT_KEY_ID)", valueName: "id"))
  var keyId: String?

  @Option(
    help: ArgumentHelp(
      "The server-to-server key's private key, PEM. (default: CLOUDKIT_PRIVATE_KEY_PATH, or the text in "
        + "CLOUDKIT_PRIVATE_KEY)", valueName: "file"))
  var privateKey: String?

  @Option(help: "What the adaptive pace of requests never exceeds. (default: 40)")
  var maxRequestsPerSecond: Double?

  @Flag(help: "Do not ask before what cannot be taken back: deleting, and writing to production.")
  var yes = false

  func validate() throws {
    if let rate = maxRequestsPerSecond, !(0.01...1000).contains(rate) {
      throw ValidationError("--max-requests-per-second is 0.01 to 1000, not \(rate)")
    }
  }

  /// The environment; development unless somebody says otherwise.
  var environment: ContainerAddress.Environment {
    get throws { try CloudKitVariables.environment(environmentOption) }
  }

  /// Where a container is.
  func address(of container: String) throws -> ContainerAddress {
    let isName = container.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName else { throw ValidationError("'\(container)' is no container id, such as iCloud.org.example.app") }
    let baseURL = CloudKitVariables.value("CLOUDKIT_BASE_URL") ?? ContainerAddress.apple
    guard Self.isServer(baseURL) else {
      // It may hold a password, so it is not shown.
      throw ValidationError("CLOUDKIT_BASE_URL is a server's address: https://host or http://127.0.0.1:8080")
    }
    return ContainerAddress(container: container, environment: try environment, baseURL: baseURL)
  }

  /// Whether a text is scheme, host and maybe a port, and nothing else.
  private static func isServer(_ text: String) -> Bool {
    guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
      ["", "/"].contains(url.path), url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
    else { return false }
    // Digits that make no Int are a port all the same.
    return url.rangeOfPort == nil || url.port.map((1...65_535).contains) == true
  }

  /// The key requests are signed with.
  func key() throws -> ServerToServerKey {
    guard let id = keyId ?? CloudKitVariables.value("CLOUDKIT_KEY_ID") else {
      throw CommandFailure(
        "an iCloud container needs a server-to-server key: say --key-id and --private-key, or set CLOUDKIT_KEY_ID and "
          + "CLOUDKIT_PRIVATE_KEY_PATH")
    }
    // It goes into a header.
    guard !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw CommandFailure("the key id is none: it is the 64 digits and letters CloudKit Console shows for the key")
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
        "an iCloud container needs a private key: say --private-key, or set CLOUDKIT_PRIVATE_KEY_PATH")
    }
    return try KeyFile(path).key(id: id)
  }

  /// A container's database.
  func database(of container: String, schema: Schema) throws -> CloudKitDatabase {
    CloudKitDatabase(
      try address(of: container), key: try key(), schema: schema,
      maxRequestsPerSecond: maxRequestsPerSecond ?? CloudKitDatabase.requestsPerSecond)
  }

  /// Asks a person before a production environment is written to.
  /// - Throws: the end of the run, where the answer is no or nobody can be asked.
  func confirmWriting(to container: String) throws {
    guard try environment == .production else { return }
    guard try Confirmation.ask("write to the production environment of \(container)?", isGiven: yes) else {
      Terminal.standardError.write("nothing was written\n")
      throw ExitStatus.answerIsNo.code
    }
  }
}
