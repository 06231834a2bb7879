import ArgumentParser
import CloudKitWebServices
import Foundation
import SQLiteStore
import SystemCalls

/// One container of a command that names two: a file, `iCloud.id`, or `iCloud.id@environment`.
struct ContainerSide {
  /// The path or the container id.
  let container: String
  /// The environment of an iCloud container; `nil` for a file.
  let environment: ContainerAddress.Environment?

  /// Parses an argument.
  /// - Parameter standard: the environment without `@`; `nil` for `CLOUDKIT_ENVIRONMENT` or development.
  /// - Throws: `ValidationError` if the argument is invalid.
  init(_ text: String, environment standard: ContainerAddress.Environment? = nil) throws {
    guard text.hasPrefix(ContainerOptions.idPrefix) else {
      if text.isEmpty {
        throw ValidationError("a container is the path of a file, iCloud.id, or iCloud.id@environment")
      }
      container = try ContainerOptions.checked(text)
      environment = nil
      return
    }
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    container = try ContainerOptions.checked(parts[0])
    guard parts.count > 1 else {
      environment = try CloudKitVariables.environment(standard)
      return
    }
    guard let named = ContainerAddress.Environment(rawValue: parts[1]) else {
      throw ValidationError("'\(text)' is not \(parts[0])@development or \(parts[0])@production")
    }
    environment = named
  }

  /// Whether the side is an iCloud container.
  var isCloud: Bool { environment != nil }

  /// Whether the side is a production environment.
  var isProduction: Bool { environment == .production }

  /// The name in messages: the path, or `iCloud.id@environment`.
  var name: String { environment.map { "\(container)@\($0.rawValue)" } ?? container }

  /// Whether the side's file exists. This tool does not create iCloud containers.
  var exists: Bool { isCloud || LocalContainer.exists(container) }

  /// The path with links resolved.
  var resolvedPath: String {
    SystemPath.resolved(container) ?? URL(fileURLWithPath: container).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Returns whether two sides are one file, by whatever names: links, or other case on a Mac.
  func isSameFile(as other: ContainerSide) -> Bool {
    if isCloud || other.isCloud { return false }
    return resolvedPath == other.resolvedPath || (fileNumbers != nil && fileNumbers == other.fileNumbers)
  }

  /// The numbers of the file and its volume; `nil` if there is no file.
  private var fileNumbers: [Int]? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolvedPath)
    return attributes.map { [$0[.systemNumber], $0[.systemFileNumber]].compactMap { ($0 as? NSNumber)?.intValue } }
  }
}
