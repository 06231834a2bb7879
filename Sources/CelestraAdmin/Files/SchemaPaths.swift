import Foundation
import SystemCalls

/// The schema files that an argument names: a folder stands for its `.ckdb` files, a pattern for the files that match.
enum SchemaPaths {
  /// Returns the paths in their order; an argument that is neither a folder nor a pattern is returned unchanged.
  /// - Throws: `CommandFailure` if a folder or a pattern has no files.
  static func expanded(_ argument: String) throws -> [String] {
    if let status = FileStatus(argument) {
      guard status.isFolder else { return [argument] }
      let folder = argument.hasSuffix("/") ? argument : argument + "/"
      let files = try files(below: folder).filter { $0.hasSuffix(".ckdb") }
      guard !files.isEmpty else { throw CommandFailure("cannot read \(argument): the folder has no .ckdb files") }
      return files
    }
    guard let wildcard = argument.firstIndex(where: { $0 == "*" || $0 == "?" }) else { return [argument] }
    let base = argument[..<wildcard].lastIndex(of: "/").map { String(argument[...$0]) } ?? ""
    let files = try files(below: base, matching: argument)
    guard !files.isEmpty else { throw CommandFailure("cannot read \(argument): no file matches") }
    return files
  }

  private static func files(below folder: String, matching pattern: String) throws -> [String] {
    let expression = try Regex(expression(pattern))
    // `**/` matches any folders; before it, a folder matches the part of the pattern in its place.
    let parts = pattern.dropFirst(folder.count).split(separator: "/").map(String.init)
    let fixed = try parts.prefix { !$0.contains("**") }.map { try Regex(self.expression($0)) }
    func mayMatch(_ names: [Substring]) -> Bool {
      (names.count < parts.count || fixed.count < parts.count)
        && zip(names, fixed).allSatisfy { $0.wholeMatch(of: $1) != nil }
    }
    return try files(below: folder, in: mayMatch).filter { $0.wholeMatch(of: expression) != nil }
  }

  /// Returns the visible files below a folder, sorted.
  /// - Parameter isSearched: Whether to search a folder, by the names on the way to it.
  /// - Throws: `CommandFailure` if a folder cannot be read.
  private static func files(
    below folder: String, in isSearched: ([Substring]) -> Bool = { _ in true }
  ) throws -> [String] {
    let top = folder.isEmpty ? "." : folder
    guard let enumerator = FileManager.default.enumerator(atPath: top) else { return [] }
    func check(_ folder: String) throws {
      if FileManager.default.isReadableFile(atPath: folder) { return }
      throw CommandFailure("cannot read the folder \(folder): permission denied; check its permissions")
    }
    if FileStatus(top) != nil { try check(top) }
    var files: [String] = []
    while let path = enumerator.nextObject() as? String {
      let isFolder = enumerator.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      let names = path.split(separator: "/")
      let isHidden = names.last?.hasPrefix(".") == true
      if isFolder, !isHidden, isSearched(names) {
        try check(folder + path)
      } else if isFolder {
        enumerator.skipDescendants()
      } else if !isHidden {
        files.append(folder + path)
      }
    }
    return files.sorted()
  }

  /// Returns the regular expression of a pattern: `*` and `?` match within a folder, `**/` matches any folders.
  private static func expression(_ pattern: String) -> String {
    var expression = ""
    var rest = pattern[...]
    while let character = rest.first {
      if rest.hasPrefix("**/") {
        expression += "(?:.*/)?"
        rest = rest.dropFirst(3)
        continue
      }
      switch character {
      case "*": expression += "[^/]*"
      case "?": expression += "[^/]"
      case ".", "+", "(", ")", "[", "]", "{", "}", "^", "$", "|", "\\": expression += "\\\(character)"
      default: expression.append(character)
      }
      rest = rest.dropFirst()
    }
    return expression
  }
}
