import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import Foundation
import SQLiteStore
import SystemCalls

/// The name of a container: the path of a file, `iCloud.id`, or `iCloud.id@environment`.
struct ContainerName {
  /// The prefix of every iCloud container id. A local file with this prefix needs a path, such as `./iCloud.x`.
  static let idPrefix = "iCloud."

  /// The path or the container id.
  let location: String
  /// The environment of an iCloud container; `nil` for a file.
  let environment: ContainerEnvironment?
  /// Whether only an environment variable selects the production environment.
  private(set) var isProductionByVariable = false

  /// - Parameter standard: The environment without `@`; `nil` for CLOUDKIT_ENVIRONMENT or development.
  /// - Throws: `ValidationError` if the name is invalid.
  init(_ text: String, environment standard: ContainerEnvironment? = nil) throws {
    guard text.hasPrefix(Self.idPrefix) else {
      try Self.checkPath(text)
      location = text
      environment = nil
      return
    }
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts[0].wholeMatch(of: #/iCloud\.[A-Za-z0-9._-]+/#) != nil else {
      throw ValidationError("'\(text)' is not a valid container id, such as iCloud.org.example.app")
    }
    location = parts[0]
    guard parts.count > 1 else {
      environment = try CloudKitVariables.environment(standard)
      isProductionByVariable = standard == nil && environment == .production
      return
    }
    guard let named = ContainerEnvironment(rawValue: parts[1]) else {
      throw ValidationError("'\(text)' is not \(parts[0])@development or \(parts[0])@production")
    }
    environment = named
  }

  /// Returns the name as one that a variable states, with its environment.
  func byVariable(unless environment: ContainerEnvironment?) -> ContainerName {
    var name = self
    name.isProductionByVariable = isProduction && environment == nil
    return name
  }

  init(file path: String) {
    location = path
    environment = nil
  }

  private static func checkPath(_ path: String) throws {
    if path.isEmpty {
      throw ValidationError("a container is the path of a file, iCloud.id, or iCloud.id@environment")
    }
    if path.lowercased().hasPrefix(idPrefix.lowercased()), !path.contains("/"),
      !FileManager.default.fileExists(atPath: path)
    {
      let rest = path.dropFirst(idPrefix.count)
      throw ValidationError(
        "'\(path)' is not a valid container id: write \(idPrefix)\(rest) for a container, or ./\(path) for a file")
    }
  }

  var isCloud: Bool { environment != nil }

  var isProduction: Bool { environment == .production }

  /// The name with its environment: the path, or `iCloud.id@environment`.
  var name: String { environment.map { "\(location)@\($0.rawValue)" } ?? location }

  /// Whether the file exists. This tool does not create iCloud containers.
  var exists: Bool { isCloud || LocalContainer.exists(location) }

  var resolvedPath: String {
    SystemPath.resolved(location) ?? URL(fileURLWithPath: location).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Returns whether two names are of one file: by links, or other case on a Mac.
  func isSameFile(as other: ContainerName) -> Bool {
    if isCloud || other.isCloud { return false }
    return resolvedPath == other.resolvedPath || (fileNumbers != nil && fileNumbers == other.fileNumbers)
  }

  /// The numbers of the file and its volume; `nil` if there is no file.
  private var fileNumbers: [Int]? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolvedPath)
    return attributes.map { [$0[.systemNumber], $0[.systemFileNumber]].compactMap { ($0 as? NSNumber)?.intValue } }
  }
}
