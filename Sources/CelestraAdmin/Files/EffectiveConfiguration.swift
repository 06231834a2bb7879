import ConfigurationFile
import Diagnostics
import Foundation

/// What a run goes by: the configuration file's settings, defaults where it has none; flags go before both.
struct EffectiveConfiguration {
  /// The container that is worked on unless somebody says otherwise.
  static let container = "celestra.sqlite"
  /// The schema file that is used unless somebody says otherwise.
  static let schema = "schema/celestra.ckdb"
  /// What a configuration file is called, so that it is found.
  static let fileName = ".celestra-admin.yaml"

  /// Where a setting comes from.
  enum Origin: String {
    case `default`, configuration, flag
  }

  /// A setting and where it comes from.
  struct Setting {
    let value: String
    let source: Origin

    /// A setting.
    init(_ value: String, from source: Origin) {
      self.value = value
      self.source = source
    }
  }

  /// The configuration file; `nil` where there is none.
  let file: String?
  /// What is wrong in it.
  let findings: Findings
  let container, schema: Setting

  /// Reads a configuration file.
  /// - Parameter file: its path; without one it is searched for.
  init(file: String?) throws {
    let file = file ?? Self.search()
    var findings = Findings()
    var configuration = Configuration()
    if let file {
      let source = try InputFile.read(file)
      let (read, diagnostics) = Configuration.read(source)
      configuration = read
      findings.add(diagnostics, in: source)
    }
    // A path is meant from the file that names it.
    let folder = file?.lastIndex(of: "/").flatMap { slash in file?[...slash] }.map(String.init) ?? ""
    func setting(_ path: String?, default value: String) -> Setting {
      guard let path else { return Setting(value, from: .default) }
      return Setting(path.hasPrefix("/") || path.hasPrefix("iCloud.") ? path : folder + path, from: .configuration)
    }
    self.file = file
    self.findings = findings
    container = setting(configuration.container, default: Self.container)
    schema = setting(configuration.schema, default: Self.schema)
  }

  /// The configuration file of the current folder or the nearest above it, as far as the repository goes.
  private static func search() -> String? {
    let files = FileManager.default
    if files.fileExists(atPath: fileName) { return fileName }
    var folder = URL(fileURLWithPath: files.currentDirectoryPath)
    while folder.path != "/", !files.fileExists(atPath: folder.appendingPathComponent(".git").path) {
      folder = folder.deletingLastPathComponent()
      let candidate = folder.appendingPathComponent(fileName).path
      if files.fileExists(atPath: candidate) { return candidate }
    }
    return nil
  }
}
