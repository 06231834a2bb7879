import ArgumentParser
import CloudKitEmulator
import CloudKitWire
import CommandLineTool
import Diagnostics

struct EmulatorKeyOptions: ParsableArguments {
  @Option(
    name: .customLong("key-id"),
    help: ArgumentHelp(
      "ID of a server-to-server key. Repeatable. The prefix development: or production: limits the key to that "
        + "environment.", valueName: "id"))
  var keyIDs: [String] = []

  @Option(
    name: .customLong("public-key"),
    help: ArgumentHelp("PEM file with the public key; one per --key-id, in the same order.", valueName: "file"),
    completion: .file())
  var publicKeyFiles: [String] = []

  @Option(
    name: .customLong("role"),
    help: ArgumentHelp("Custom role to grant to a key id. Repeatable.", valueName: "role=id", visibility: .hidden))
  var roles: [String] = []

  func validate() throws {
    guard !keyIDs.isEmpty else {
      throw ValidationError("pass --key-id and --public-key: clients need a key to sign requests")
    }
    guard keyIDs.count == publicKeyFiles.count else {
      throw ValidationError("pass one --public-key per --key-id, in the same order")
    }
    let ids = Set(keyIDs.map { Self.parts(of: $0).id })
    guard !ids.contains("") else { throw ValidationError("a --key-id has no id") }
    guard ids.count == keyIDs.count else { throw ValidationError("two --key-id options have the same id") }
    for role in roles {
      guard let (_, id) = Self.role(role) else { throw ValidationError("--role must be role=id, not '\(role)'") }
      guard ids.contains(id) else { throw ValidationError("--role refers to a key id without a --key-id option") }
    }
  }

  /// Returns the keys, and prints a warning for each unknown role.
  /// - Parameter known: The roles of the served schemas.
  func registered(among known: Set<String>) throws -> [RegisteredKey] {
    let roles = roles.compactMap(Self.role)
    for role in Set(roles.map(\.role)).subtracting(known).sorted() {
      Terminal.standardError.write("warning: --role \(role)=… has no effect: no served schema declares the role\n")
    }
    return try zip(keyIDs, publicKeyFiles).map { named, file in
      let (environments, id) = Self.parts(of: named)
      let source = try InputFile.read(file)
      do {
        let key = try VerificationKey(pem: String(decoding: source.bytes, as: UTF8.self))
        return RegisteredKey(
          id: id, key, environments: environments, roles: Set(roles.filter { $0.id == id }.map(\.role)))
      } catch {
        throw CommandFailure("cannot use the key file \(file): \(error)")
      }
    }
  }

  private static func parts(of named: String) -> (environments: Set<ContainerEnvironment>, id: String) {
    for environment in ContainerEnvironment.allCases where named.hasPrefix(environment.rawValue + ":") {
      return ([environment], String(named.dropFirst(environment.rawValue.count + 1)))
    }
    return (Set(ContainerEnvironment.allCases), named)
  }

  private static func role(_ text: String) -> (role: String, id: String)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}
