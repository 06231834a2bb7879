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
      let files = files(below: folder).filter { $0.hasSuffix(".ckdb") }
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
    return files(below: folder).filter { $0.wholeMatch(of: expression) != nil }
  }

  /// Returns the visible files below a folder, sorted.
  private static func files(below folder: String) -> [String] {
    guard let enumerator = FileManager.default.enumerator(atPath: folder.isEmpty ? "." : folder) else { return [] }
    var files: [String] = []
    while let path = enumerator.nextObject() as? String {
      let isFolder = enumerator.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      if path.split(separator: "/").last?.hasPrefix(".") == true {
        if isFolder { enumerator.skipDescendants() }
      } else if !isFolder {
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
