package import CloudKitSchema

/// What the comments of a schema file say of its declarations, as paragraphs without comment marks.
///
/// A field's description is the comment at the end of its line; in a record type without such comments the one right
/// above it, which is a heading otherwise. A record type's and a role's is the one right above it. A blank line keeps a
/// comment from describing what is below.
package struct SchemaDescriptions: Sendable {
  /// What stands above `DEFINE SCHEMA`.
  package private(set) var overview: [String] = []
  /// What is said of the roles, by name.
  package private(set) var roles: [String: [String]] = [:]
  /// What is said of the record types, by name.
  package private(set) var recordTypes: [RecordType.Name: [String]] = [:]
  private var fields: [RecordType.Name: [String: [String]]] = [:]

  /// The descriptions in a file without mistakes of syntax.
  package init(_ file: SchemaFile) {
    let layout = LayoutReader.read(file)
    overview = Self.paragraphs(layout.header.above)
    for statement in layout.statements {
      let text = Self.paragraphs(Self.adjoining(statement.comments) + statement.comments.beside)
      switch statement.declaration {
      case .role(let name): roles[name] = text
      case .recordType(let body):
        recordTypes[body.name] = text
        fields[body.name] = Self.fields(of: body)
      }
    }
  }

  /// What is said of a field.
  package func field(_ name: String, of recordType: RecordType.Name) -> [String] {
    fields[recordType]?[name] ?? []
  }

  private static func fields(of body: LayoutBody) -> [String: [String]] {
    let fields = body.items.compactMap { item -> (name: String, comments: AttachedComments)? in
      guard case .field(let field) = item.declaration else { return nil }
      return (field.name, item.comments)
    }
    let isBeside = fields.contains { !$0.comments.beside.isEmpty }
    let descriptions = fields.map { ($0.name, paragraphs(isBeside ? $0.comments.beside : adjoining($0.comments))) }
    return Dictionary(descriptions) { first, _ in first }
  }

  /// The comments right above a declaration, up to a blank line.
  private static func adjoining(_ comments: AttachedComments) -> [LayoutComment] {
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
        let text = words(printable(line))
        // A suppression speaks to the linter.
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

  /// A line without control characters, which are no words and can steer a terminal.
  private static func printable(_ line: String) -> String {
    guard line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return line }
    return String(decoding: line.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }

  /// A rule of dashes or the like says nothing.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || !ByteClass.table[Int(byte)].isDisjoint(with: .wordPart)
  }

  /// A line of a comment without its marks.
  private static func words(_ line: String) -> Substring {
    var utf8 = line.utf8[...]
    func trim() {
      while let first = utf8.first, first == 0x20 || first == 0x09 { utf8.removeFirst() }
      while let last = utf8.last, last == 0x20 || last == 0x09 { utf8.removeLast() }
    }
    trim()
    if utf8.starts(with: "/*".utf8) || utf8.starts(with: "//".utf8) || utf8.starts(with: "--".utf8) {
      let mark = utf8.removeFirst()
      while let first = utf8.first, first == mark || first == UInt8(ascii: "*") { utf8.removeFirst() }
    } else {
      while utf8.first == UInt8(ascii: "*"), utf8.count != 2 || !utf8.elementsEqual("*/".utf8) { utf8.removeFirst() }
    }
    if utf8.count >= 2, utf8.suffix(2).elementsEqual("*/".utf8) { utf8.removeLast(2) }
    trim()
    return Substring(utf8)
  }
}
