import CloudKitRecords
import CommandLineTool
import Diagnostics
import Foundation

enum RecordNames {
  /// Returns the names in a file, one per line, without blank lines and repeats.
  /// - Throws: `CommandFailure` if the file cannot be read, or a name is invalid.
  static func read(_ path: String) throws -> [RecordName] {
    let source = try InputFile.read(path)
    let lines = String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return try checked(lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }, in: source.name)
  }

  /// Returns valid names without repeats.
  static func checked(_ texts: [String], in source: String? = nil) throws -> [RecordName] {
    var seen: Set<RecordName> = []
    return try texts.map { RecordName($0) }.filter { name in
      // Users have names that begin with an underscore, and can be looked up.
      if let problem = name.problem, !name.rawValue.hasPrefix("_") {
        throw CommandFailure((source.map { "\($0): " } ?? "") + problem)
      }
      return seen.insert(name).inserted
    }
  }
}
