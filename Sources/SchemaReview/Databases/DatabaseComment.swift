import CloudKitSchema
import Diagnostics

/// A comment that declares the database of a record type: `// ckdb:database private`, in or above the type, or at the
/// end of its last line.
struct DatabaseComment {
  /// The index of the record type in the file; `nil` for a comment elsewhere.
  let recordType: Int?
  /// `nil` for another word than the name of a database.
  let database: Database?
  let word: String
  let range: SourceRange

  private static let mark = Array("ckdb:database".utf8)

  static func all(in file: SchemaFile) -> [DatabaseComment] {
    let ends = file.recordTypes.map { file.endWithComments(of: $0) }
    var next = 0
    return file.trivia.compactMap { trivia in
      while next < ends.count, ends[next] <= trivia.start { next += 1 }
      guard let words = file.words(of: trivia, after: mark) else { return nil }
      let word = words.split(separator: " ").first.map(String.init) ?? ""
      // Above the type means that no other declaration is between them.
      let token = file.tokens.firstIndexOfSorted { $0.start >= trivia.end }
      let isOfType = next < file.recordTypes.count && token + 2 >= file.recordTypes[next].name
      return DatabaseComment(
        recordType: isOfType ? next : nil, database: Database(rawValue: word), word: word,
        range: trivia.range)
    }
  }
}

extension SchemaFile {
  /// Returns the text of a comment after a mark, up to the end of the line; `nil` if it does not begin with the mark.
  func words(of trivia: Trivia, after mark: [UInt8]) -> String? {
    guard trivia.kind != .strayBytes else { return nil }
    let bytes = source.bytes[trivia.start..<trivia.end]
    // The mark must come first, because prose can mention it.
    let text = bytes.drop { $0 == 0x2F || $0 == 0x2A || $0 == 0x2D || $0 == 0x20 || $0 == 0x09 }
    guard text.starts(with: mark) else { return nil }
    var line = text.dropFirst(mark.count).prefix { $0 != 0x0A && $0 != 0x0D }
    if trivia.kind == .blockComment, line.endIndex == trivia.end { line = line.dropLast(2) }
    return String(decoding: line.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
  }

  /// Returns the offset after the last token of a record type.
  func end(of type: RecordTypeDeclaration) -> Int { tokens[max(type.name, type.end - 1)].end }

  /// Returns the offset after a record type with the comments at the end of its last line: those after which no other
  /// declaration begins on the line.
  func endWithComments(of type: RecordTypeDeclaration) -> Int {
    let end = end(of: type)
    let next = tokens[min(max(type.name + 1, type.end), tokens.count - 1)]
    let lineEnd = source.bytes[end..<max(end, next.start)].firstIndex { $0 == 0x0A || $0 == 0x0D }
    return lineEnd ?? (next.kind == .end ? max(end, next.start) : end)
  }
}
