import Diagnostics

/// The folders of a catalog, which `init` creates.
package enum CatalogFolders {
  /// The seed folder that commands read unless the user passes another.
  package static let seed = "seed"

  /// Returns what to do about a missing file.
  static func advice(for path: String) -> String {
    guard Program.current.name == Program.celestraAdmin.name, [seed, EffectiveConfiguration.schema].contains(path)
    else {
      return "check the path"
    }
    return "'celestra-admin init' creates it here"
  }
}

extension String {
  /// This path as one word of a shell command.
  package var shellWord: String { "'\(replacing("'", with: "'\\''"))'" }
}
