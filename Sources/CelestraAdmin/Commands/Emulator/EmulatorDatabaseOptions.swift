import ArgumentParser
import CloudKitEmulator
import CloudKitWire
import CommandLineTool

/// The databases that the emulator serves, and their schemas.
struct EmulatorDatabaseOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "File to keep records in: FILE for any container and environment, or iCloud.…[/environment]=FILE for one; "
        + ":memory: for none. May be repeated. (default: each container and environment in memory)", valueName: "file"),
    completion: .file())
  var containers: [String] = []

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Schema: FILE for all databases, or iCloud.…[/environment]=FILE for one. May be repeated. (default: the "
        + "configuration's, a file's own, or \(EffectiveConfiguration.schema))", valueName: "file"), completion: .file()
  )
  var schemas: [String] = []

  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    for text in containers + schemas { _ = try DatabaseAssignment(text) }
  }

  /// - Throws: An error if one of the files cannot be used.
  func served() throws -> ServedDatabases {
    try ServedDatabases(
      containers: containers.map { try DatabaseAssignment($0) }, schemas: schemas.map { try DatabaseAssignment($0) },
      defaultSchema: configuration.effective().schema)
  }
}

/// An option value: `FILE`, or `iCloud.…[/environment]=FILE`.
struct DatabaseAssignment {
  /// The database; `nil` for all.
  let id: DatabaseID?
  let file: String

  /// - Throws: `ValidationError` if the value is invalid.
  init(_ text: String) throws {
    guard text.hasPrefix("iCloud."), let equals = text.firstIndex(of: "=") else {
      guard !text.isEmpty, !text.hasPrefix("iCloud.") else {
        throw ValidationError("'\(text)' has no file: write FILE, or iCloud.…/development=FILE")
      }
      id = nil
      file = text
      return
    }
    let name = text[..<equals].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let environment = name.count > 1 ? ContainerEnvironment(rawValue: name[1]) : .development
    guard name.count < 3, let environment, text.index(after: equals) < text.endIndex else {
      throw ValidationError("'\(text)' is not iCloud.…/development=FILE or iCloud.…/production=FILE")
    }
    id = DatabaseID(container: name[0], environment: environment)
    file = String(text[text.index(after: equals)...])
  }
}
