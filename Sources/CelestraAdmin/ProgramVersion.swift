/// The program's version and origin, as `--version` prints them.
enum ProgramVersion {
  /// The version, as in reports and in requests to feed servers.
  static let number = "0.1.0"

  /// The version, the commit, and the version of Swift.
  static var description: String {
    "celestra-admin \(number) (\(commit.map { "commit \($0)" } ?? "development build"), Swift \(swift))"
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
