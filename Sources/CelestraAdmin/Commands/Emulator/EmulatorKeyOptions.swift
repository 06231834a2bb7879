import ArgumentParser
import CloudKitEmulator
import CloudKitWire
import Diagnostics

/// The keys the emulator knows.
struct EmulatorKeyOptions: ParsableArguments {
  @Option(
    name: .customLong("key-id"),
    help: ArgumentHelp(
      "A server-to-server key's id, as clients send it; as often as there are keys. Begun with development: or "
        + "production:, it counts in that environment only.", valueName: "id"))
  var keyIDs: [String] = []

  @Option(
    name: .customLong("public-key"),
    help: ArgumentHelp("The PEM file of the key's public half; one for each --key-id.", valueName: "file"))
  var publicKeyFiles: [String] = []

  @Option(
    name: .customLong("role"),
    help: ArgumentHelp("A custom role of the schema and the key id that has it.", valueName: "role=id"))
  var roles: [String] = []

  func validate() throws {
    guard !keyIDs.isEmpty else {
      throw ValidationError("say --key-id and --public-key: without a key no request can be signed")
    }
    guard keyIDs.count == publicKeyFiles.count else {
      throw ValidationError("give one --public-key for each --key-id, in the same order")
    }
    let ids = Set(keyIDs.map { Self.parts(of: $0).id })
    guard !ids.contains("") else { throw ValidationError("a --key-id is empty, or only development: or production:") }
    guard ids.count == keyIDs.count else { throw ValidationError("a --key-id is there twice") }
    for role in roles {
      guard let (_, id) = Self.role(role) else { throw ValidationError("--role is role=id, not '\(role)'") }
      guard ids.contains(id) else { throw ValidationError("--role names a key id that no --key-id has") }
    }
  }

  /// The keys.
  /// - Parameter known: the roles there are; a warning says where a key is given another.
  func registered(among known: Set<String>) throws -> [RegisteredKey] {
    let roles = roles.compactMap(Self.role)
    for role in Set(roles.map(\.role)).subtracting(known).sorted() {
      Terminal.standardError.write("warning: --role \(role)=… does nothing: no schema that is served has the role\n")
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

  private static func parts(of named: String) -> (environments: Set<DatabaseID.Environment>, id: String) {
    for environment in DatabaseID.Environment.allCases where named.hasPrefix(environment.rawValue + ":") {
      return ([environment], String(named.dropFirst(environment.rawValue.count + 1)))
    }
    return (Set(DatabaseID.Environment.allCases), named)
  }

  private static func role(_ text: String) -> (role: String, id: String)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}
