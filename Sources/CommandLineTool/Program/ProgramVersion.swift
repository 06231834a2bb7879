package import Diagnostics

/// The version and origin of the programs, as `--version` prints them.
package enum ProgramVersion {
  /// The version, as in reports and in requests to feed servers.
  package static let number = "0.1.0"

  /// Returns the version, the commit, and the version of Swift.
  package static func description(of program: Program) -> String {
    "\(program.name) \(number) (\(commit.map { "commit \($0)" } ?? "development build"), Swift \(swift))"
  }

  /// The commit that the program was built from; `nil` unless its source was exported with `git archive`, as release
  /// files and the archives of tags are (gitattributes(5), `export-subst`).
  private static var commit: Substring? { exported.contains("$") ? nil : exported.prefix(12) }

  private static let exported = "$Format:%H$"

  /// The major and minor version of the standard library.
  private static var swift: Substring {
    let version = _SwiftStdlibVersion.current.description
    return version.prefix(upTo: version.lastIndex(of: ".") ?? version.endIndex)
  }
}
