import CloudKitRecords
import CommandLineTool
import Diagnostics
import Foundation

enum RecordNames {
  /// Returns names, and those in a file, one per line, without blank lines and repeats.
  /// - Throws: `CommandFailure` if the file cannot be read, or a name is invalid.
  static func checked(_ names: [String] = [], and file: String?) throws -> [RecordName] {
    var seen: Set<RecordName> = []
    let all = try checked(names) + (file.map(read) ?? [])
    return all.filter { seen.insert($0).inserted }
  }

  private static func read(_ path: String) throws -> [RecordName] {
    let source = try InputFile.read(path)
    let lines = String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return try checked(
      lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }, prefix: "\(source.name): ")
  }

  private static func checked(_ texts: [String], prefix: String = "") throws -> [RecordName] {
    try texts.map { text in
      let name = RecordName(text)
      // Users have names that begin with an underscore, and can be looked up.
      if let problem = name.problem, !text.hasPrefix("_") { throw CommandFailure(prefix + problem) }
      return name
    }
  }
}
