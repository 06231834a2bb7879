import ArgumentParser
import Foundation
import ProbeHistory

/// Where probes are remembered, and for how long.
struct HistoryOptions: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "The file probes are remembered in. (default: beside a local container, CONTAINER.history.sqlite; else in the "
        + "user's state folder)", valueName: "file"))
  var file: String?

  func validate() throws {
    if file == "" { throw ValidationError("--history wants the path of a file") }
  }

  /// The file for a container.
  func path(for container: String) -> String {
    if let file { return file }
    guard container.hasPrefix("iCloud.") else { return container + ".history.sqlite" }
    return Self.stateFolder.appendingPathComponent(container + ".history.sqlite").path
  }

  /// The history of a container, made where there is none.
  func open(for container: String) throws -> SQLiteProbeHistory {
    let path = path(for: container)
    if file == nil, container.hasPrefix("iCloud.") {
      try FileManager.default.createDirectory(at: Self.stateFolder, withIntermediateDirectories: true)
    }
    return try SQLiteProbeHistory.open(path)
  }

  /// The history of a container, to be read only; `nil` where there is none.
  func found(for container: String) throws -> SQLiteProbeHistory? {
    let path = path(for: container)
    guard file == nil || FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("there is no history \(path); 'health probe --history \(path)' writes one")
    }
    return try SQLiteProbeHistory.openForReading(path)
  }

  /// The history of a container, to be read only; an empty one where there is none.
  func openForReading(for container: String) throws -> SQLiteProbeHistory {
    try SQLiteProbeHistory.openForReading(path(for: container)) ?? SQLiteProbeHistory.inMemory()
  }

  /// Source: XDG Base Directory Specification 0.8, XDG_STATE_HOME.
  private static var stateFolder: URL {
    let named = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder =
      named.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
    return folder.appendingPathComponent("celestra-admin")
  }
}
