import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import FeedFetching
import Foundation
import Notation

/// The server and the key of an iCloud container, from options and environment variables.
struct CloudCredentials {
  var keyID: String?
  var privateKey: String?
  /// The prefix of the variables that take precedence, such as `FROM_`; empty for commands with one container.
  var prefix = ""

  /// Returns the value of the variable with the prefix, or else of the variable.
  private func value(_ name: String) -> String? {
    CloudKitVariables.value(prefix + name) ?? CloudKitVariables.value(name)
  }

  func address(of container: String, _ environment: ContainerEnvironment) throws -> ContainerAddress {
    let baseURL = value("CLOUDKIT_BASE_URL") ?? ContainerAddress.apple
    guard URLParts.isServer(baseURL) else {
      // The value may contain a password, so the message does not show it.
      throw ValidationError("CLOUDKIT_BASE_URL must be a server address, such as https://host or http://127.0.0.1:8080")
    }
    return ContainerAddress(container: container, environment: environment, baseURL: baseURL)
  }

  /// Refuses a secure server on a machine without certificates: connections would fail without saying why.
  static func checkCertificates(for server: String, areMissing: Bool = SystemCertificates.areMissing) throws {
    guard areMissing, server.hasPrefix("https:") else { return }
    throw CommandFailure("this machine has no certificates to trust; install the package ca-certificates")
  }

  func key() throws -> ServerToServerKey {
    guard let id = keyID ?? value("CLOUDKIT_KEY_ID") else {
      throw CommandFailure(
        "an iCloud container requires a server-to-server key: pass \(option)key-id and \(option)private-key, or set "
          + "\(prefix)CLOUDKIT_KEY_ID and \(prefix)CLOUDKIT_PRIVATE_KEY_PATH", .noKey)
    }
    // The id is sent as a header.
    guard !id.isEmpty, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw CommandFailure(
        "invalid key id: use the 64 letters and digits that CloudKit Console shows for the key", .invalidKeyID)
    }
    if let privateKey { return try KeyFile.key(id: id, at: privateKey) }
    for prefix in prefix.isEmpty ? [""] : [prefix, ""] {
      if let path = CloudKitVariables.value(prefix + "CLOUDKIT_PRIVATE_KEY_PATH") {
        return try KeyFile.key(id: id, at: path)
      }
      guard let text = CloudKitVariables.value(prefix + "CLOUDKIT_PRIVATE_KEY") else { continue }
      do { return try ServerToServerKey(id: id, pem: text) } catch {
        throw CommandFailure("cannot use the private key in \(prefix)CLOUDKIT_PRIVATE_KEY: \(error)")
      }
    }
    throw CommandFailure(
      "an iCloud container requires a private key: pass \(option)private-key, or set "
        + "\(prefix)CLOUDKIT_PRIVATE_KEY_PATH")
  }

  /// The beginning of the options' names, such as `--from-`.
  private var option: String { "--" + prefix.lowercased().replacing("_", with: "-") }
}
