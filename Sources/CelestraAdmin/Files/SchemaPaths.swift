import Foundation
import SystemCalls

/// The schema files that an argument names: a folder stands for its `.ckdb` files, a pattern for the files that match.
enum SchemaPaths {
  /// Returns the paths in their order; an argument that is neither a folder nor a pattern is returned unchanged.
  /// - Throws: `CommandFailure` if a folder or a pattern has no files, or a folder cannot be read.
  static func expanded(_ argument: String) throws -> [String] {
    if let status = FileStatus(argument) {
      guard status.isFolder else { return [argument] }
      let folder = argument.hasSuffix("/") ? argument : argument + "/"
      let files = try files(in: folder, matching: ["**", "*.ckdb"])
      guard !files.isEmpty else { throw CommandFailure("cannot read \(argument): the folder has no .ckdb files") }
      return files.sorted()
    }
    guard let wildcard = argument.firstIndex(where: { $0 == "*" || $0 == "?" }) else { return [argument] }
    let base = argument[..<wildcard].lastIndex(of: "/").map { String(argument[...$0]) } ?? ""
    // Several `**` in a row match what one matches.
    let parts = argument.dropFirst(base.count).split(separator: "/").reduce(into: [String]()) { parts, part in
      if part != "**" || parts.last != "**" { parts.append(String(part)) }
    }
    // Names that differ only in Unicode normalization are equal strings, but different files.
    let files = Set(try files(in: base, matching: parts[...]).map { Array($0.utf8) })
    guard !files.isEmpty else { throw CommandFailure("cannot read \(argument): no file matches") }
    return files.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// Returns the visible files below a folder that match the parts of a pattern: `*` and `?` match within a name, `**`
  /// any folders. Links to folders are followed, except by `**`, which could run in circles.
  private static func files(in folder: String, matching parts: ArraySlice<String>) throws -> [String] {
    guard let part = parts.first else { return [] }
    let rest = parts.dropFirst()
    let isDeep = part == "**" && !rest.isEmpty
    let expression = try isDeep ? nil : Regex(Self.expression(part))
    var files = try isDeep ? Self.files(in: folder, matching: rest) : []
    for name in try names(in: folder) where try expression?.wholeMatch(in: name) != nil || isDeep {
      let path = folder + name
      let isFolder = FileStatus(path)?.isFolder ?? false
      if isFolder, !rest.isEmpty, !isDeep || !isLink(path) {
        files += try Self.files(in: path + "/", matching: isDeep ? parts : rest)
      } else if !isFolder, rest.isEmpty {
        files.append(path)
      }
    }
    return files
  }

  /// Returns the names in a folder that do not begin with a period; none if the folder does not exist.
  private static func names(in folder: String) throws -> [String] {
    let path = folder.isEmpty ? "." : folder
    guard FileStatus(path)?.isFolder == true else { return [] }
    let files = FileManager.default
    guard files.isReadableFile(atPath: path), files.isExecutableFile(atPath: path) else {
      let shown = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      throw CommandFailure("cannot read the folder \(shown): permission denied; check its permissions")
    }
    return try files.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// Returns the regular expression of a part of a pattern.
  private static func expression(_ pattern: String) -> String {
    // A regular expression would try several stars in a row in every combination.
    pattern.replacing(#/\*+/#, with: "*").map { character in
      switch character {
      case "*": "[^/]*"
      case "?": "[^/]"
      case ".", "+", "(", ")", "[", "]", "{", "}", "^", "$", "|", "\\": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }
}
