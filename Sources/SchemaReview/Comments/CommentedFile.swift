import CloudKitSchema
import Diagnostics

/// What each comment of a schema file is about.
struct CommentedFile {
  /// What a comment can be about.
  enum Subject: Hashable {
    case header
    case role(String)
    case recordType(String)
    case field(String, of: String)
    case grant(String, of: String)
    case endOfRecordType(String)
    case end
  }

  /// Where a comment stands.
  struct Place: Hashable {
    let subject: Subject
    /// After its subject on the same line, rather than above it.
    let isTrailing: Bool
    /// Its number in the file.
    let order: Int

    static func == (lhs: Place, rhs: Place) -> Bool {
      lhs.subject == rhs.subject && lhs.isTrailing == rhs.isTrailing
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(subject)
      hasher.combine(isTrailing)
    }
  }

  /// The comments, by their places.
  private(set) var comments: [Place: [String]] = [:]
  /// The first and the last token of each subject, separators among them.
  private(set) var spans: [Subject: (first: Int, last: Int)] = [:]
  private let file: SchemaFile

  /// The comments of a file without mistakes of syntax.
  init(_ file: SchemaFile) {
    self.file = file
    let starts = Self.starts(in: file)
    var subject = Subject.header
    var gapStart = 0
    for (index, token) in file.tokens.enumerated() {
      let before = subject
      if let next = starts[index] { subject = next }
      for trivia in file.comments(before: index) {
        let isTrailing = index > 0 && !hasNewline(from: gapStart, to: trivia.start)
        let place = Place(subject: isTrailing ? before : subject, isTrailing: isTrailing, order: trivia.start)
        comments[place, default: []].append(Self.text(of: trivia, in: file))
      }
      if starts[index] == nil, let span = spans[subject] {
        spans[subject] = (span.first, index)
      } else if spans[subject] == nil {
        spans[subject] = (index, index)
      }
      gapStart = token.end
    }
  }

  /// Whether nothing but a comment could stand between a token and the end of its line.
  func endsLine(after token: Int) -> Bool {
    let next = token + 1 < file.tokens.count ? file.tokens[token + 1] : file.tokens[token]
    return next.kind == .end || hasNewline(from: file.tokens[token].end, to: next.start)
  }

  /// Comments as lines above a token, indented like its line.
  func insertion(of comments: [String], before token: Int) -> (offset: Int, text: String) {
    let bytes = file.source.bytes
    let offset = file.tokens[token].start
    var lineStart = offset
    while lineStart > 0, bytes[lineStart - 1] != 0x0A { lineStart -= 1 }
    var end = lineStart
    while end < offset, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    let indent = file.source.string(SourceRange(lineStart, end))
    let lines = comments.map { $0 + "\n" + indent }.joined()
    return (offset, end == offset ? lines : "\n" + indent + lines)
  }

  private static func starts(in file: SchemaFile) -> [Int: Subject] {
    var starts: [Int: Subject] = [0: .header]
    // Keywords stand before these names: CREATE ROLE, RECORD TYPE.
    for role in file.roles { starts[role.name - 2] = .role(file.name(role.name)) }
    for type in file.recordTypes {
      let name = file.name(type.name)
      starts[type.name - 2] = .recordType(name)
      for field in file.fields[type.fields] { starts[field.name] = .field(file.name(field.name), of: name) }
      for grant in file.grants[type.grants] { starts[grant.keyword] = .grant(file.name(grant.role), of: name) }
      starts[type.end - 2] = .endOfRecordType(name)
    }
    starts[file.tokens.count - 1] = .end
    return starts
  }

  private static func text(of trivia: Trivia, in file: SchemaFile) -> String {
    var range = trivia.range
    while range.end > range.start, [0x20, 0x09, 0x0D].contains(file.source.bytes[range.end - 1]) { range.end -= 1 }
    return file.source.string(range)
  }

  private func hasNewline(from start: Int, to end: Int) -> Bool {
    start < end && file.source.bytes[start..<end].contains { $0 == 0x0A || $0 == 0x0D }
  }
}
