package import CloudKitSchema
import Diagnostics
import Notation

/// Descriptions of a schema's declarations, read from its comments as paragraphs without comment marks.
///
/// The description of a field is the comment at the end of its line, or, in a record type without such comments, the
/// comment directly above it. The description of a record type or role is the comment directly above it, without a
/// blank line in between.
package struct SchemaDescriptions: Sendable {
  /// The comments above `DEFINE SCHEMA`.
  package private(set) var overview: [String] = []
  package private(set) var roles: [String: [String]] = [:]
  package private(set) var recordTypes: [RecordType.Name: [String]] = [:]
  private var fields: [RecordType.Name: [String: [String]]] = [:]

  /// Reads the descriptions of a file without syntax mistakes.
  package init(_ file: SchemaFile) {
    let layout = LayoutReader.read(file)
    overview = Self.paragraphs(layout.header.above)
    for statement in layout.statements {
      let text = Self.paragraphs(Self.directlyAbove(statement.comments) + statement.comments.beside)
      switch statement.declaration {
      case .role(let name): roles[name] = text
      case .recordType(let body):
        recordTypes[body.name] = text
        fields[body.name] = Self.fields(of: body)
      }
    }
  }

  package func field(_ name: String, of recordType: RecordType.Name) -> [String] {
    fields[recordType]?[name] ?? []
  }

  private static func fields(of body: LayoutBody) -> [String: [String]] {
    let fields = body.items.compactMap { item -> (name: String, comments: AttachedComments)? in
      guard case .field(let field) = item.declaration else { return nil }
      return (field.name, item.comments)
    }
    let isBeside = fields.contains { !$0.comments.beside.isEmpty }
    let descriptions = fields.map { ($0.name, paragraphs(isBeside ? $0.comments.beside : directlyAbove($0.comments))) }
    return Dictionary(descriptions) { first, _ in first }
  }

  /// Returns the comments directly above a declaration, up to a blank line.
  private static func directlyAbove(_ comments: AttachedComments) -> [LayoutComment] {
    guard !comments.hasBlankLineBefore else { return [] }
    let start = comments.above.lastIndex(where: \.hasBlankLineBefore) ?? 0
    return Array(comments.above[start...])
  }

  private static func paragraphs(_ comments: [LayoutComment]) -> [String] {
    var paragraphs: [String] = []
    var isOpen = false
    for comment in comments {
      if comment.hasBlankLineBefore { isOpen = false }
      for line in comment.lines {
        let text = words(DisplayText.line(line, replacement: " "))
        // Suppressions are for the linter.
        if text.hasPrefix("ckdb:") { continue }
        if !text.utf8.contains(where: isWordByte) {
          isOpen = false
        } else if isOpen {
          paragraphs[paragraphs.count - 1] += " " + text
        } else {
          paragraphs.append(String(text))
          isOpen = true
        }
      }
    }
    return paragraphs
  }

  /// A rule of dashes or the like says nothing.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isWordPart
  }

  /// Returns a line of a comment without its comment marks.
  private static func words(_ line: String) -> Substring {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    var text = line.drop(while: isBlank)
    if text.hasSuffix("*/") { text = text.dropLast(2) }
    if let mark = text.first, ["/*", "//", "--"].contains(text.prefix(2)) {
      text = text.dropFirst().drop { $0 == mark || $0 == "*" }
    } else {
      text = text.drop { $0 == "*" }
    }
    while text.last.map(isBlank) == true { text.removeLast() }
    return text.drop(while: isBlank)
  }
}
