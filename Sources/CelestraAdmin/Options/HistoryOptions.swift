import ArgumentParser
import CloudKitWebServices
import CommandLineTool
import Foundation
import ProbeHistory
import SystemCalls

/// The file that stores the history of probes.
struct HistoryOptions: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "Database of earlier probes. (default: CONTAINER.history.sqlite beside a local container, or in the user's "
        + "state folder for an iCloud container)", valueName: "file", visibility: .hidden), completion: .file())
  var file: String?

  func validate() throws {
    if file == "" { throw ValidationError("--history requires the path of a file") }
  }

  func path(for container: ContainerName) -> String { file ?? defaultPath(for: container) }

  private func defaultPath(for container: ContainerName) -> String {
    guard container.isCloud else { return Self.target(of: container.location) + ".history.sqlite" }
    let name = container.name + (Self.otherServer.map { ".\($0)" } ?? "")
    return Self.stateFolder.appendingPathComponent(name + ".history.sqlite").path
  }

  /// The host and port of another server than Apple's, as for a rehearsal; `nil` for Apple's.
  private static var otherServer: String? {
    let address = CloudKitVariables.value("CLOUDKIT_BASE_URL") ?? ContainerAddress.apple
    guard let parts = URLComponents(string: address), let host = parts.host?.lowercased(),
      host != URLComponents(string: ContainerAddress.apple)?.host
    else { return nil }
    return host.filter { $0 != "[" && $0 != "]" } + (parts.port.map { "-\($0)" } ?? "")
  }

  /// Returns the file that a symbolic link leads to, or the path itself: all links to a container share its history.
  private static func target(of path: String) -> String {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    return isLink ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
  }

  /// Opens or creates the history of a container.
  func open(for container: ContainerName) throws -> SQLiteProbeHistory {
    if file == nil, container.isCloud { try Self.createStateFolder() }
    return try SQLiteProbeHistory.open(path(for: container))
  }

  /// Locks a container and its history, so that two runs do not request every feed twice.
  ///
  /// A dry run skips the locks that it cannot create, such as in a folder that it can only read.
  func lock(for container: ContainerName, isDryRun: Bool) throws -> [FileLock] {
    let history = path(for: container)
    if container.isCloud, !isDryRun { try Self.createStateFolder() }
    return try Set([Self.target(of: history), defaultPath(for: container)]).sorted().compactMap { path in
      let lock: FileLock?
      do { lock = try FileLock(path + ".lock") } catch {
        if isDryRun { return nil }
        throw CommandFailure("cannot create the lock \(path).lock: \(error)")
      }
      if let lock { return lock }
      throw CommandFailure(
        "another 'update' is using \(container.name) or the history \(history); run this one when it has ended"
      )
    }
  }

  /// Opens the history of a container for reading; `nil` if it does not exist.
  /// - Throws: `CommandFailure` if the user named a file that does not exist.
  func openIfPresent(for container: ContainerName) throws -> SQLiteProbeHistory? {
    let path = path(for: container)
    guard file == nil || FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        "cannot read the history \(path): no such file; 'update --no-articles --history \(path)' creates one")
    }
    return try SQLiteProbeHistory.openForReading(path)
  }

  /// Opens the history of a container for reading, or an empty one if it does not exist and is not named.
  func openForReading(for container: ContainerName) throws -> SQLiteProbeHistory {
    try openIfPresent(for: container) ?? SQLiteProbeHistory.inMemory()
  }

  static func createStateFolder() throws {
    do { try FileManager.default.createDirectory(at: stateFolder, withIntermediateDirectories: true) } catch {
      throw CommandFailure("cannot create the folder \(stateFolder.path); set XDG_STATE_HOME to a folder you can write")
    }
  }

  /// The user's folder for state.
  ///
  /// Source: XDG Base Directory Specification 0.8, XDG_STATE_HOME.
  static var stateFolder: URL {
    let named = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder =
      named.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
    return folder.appendingPathComponent("celestra-admin")
  }
}
