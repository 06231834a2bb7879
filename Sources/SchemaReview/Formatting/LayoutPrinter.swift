import CloudKitSchema

/// A printer for layouts: four spaces per level, a blank line between statements and at most one anywhere else, and
/// aligned field types. Trailing comments are aligned for the fields of a record type and for its grants.
struct LayoutPrinter {
  private static let statementIndent = String(repeating: " ", count: 4)
  private static let itemIndent = String(repeating: " ", count: 8)

  private var text = ""

  static func print(_ layout: SchemaLayout) -> String {
    var printer = LayoutPrinter()
    printer.print(above: layout.header, indent: "", isFirst: true)
    printer.print("DEFINE SCHEMA", beside: layout.header.beside)
    for statement in layout.statements { printer.print(statement) }
    for (index, comment) in layout.ending.enumerated() {
      printer.print(comment, indent: statementIndent, hasBlankLine: index == 0 || comment.hasBlankLineBefore)
    }
    return printer.text
  }

  private mutating func print(_ statement: LayoutStatement) {
    text += "\n"
    print(above: statement.comments, indent: Self.statementIndent, isFirst: true)
    switch statement.declaration {
    case .role(let name):
      print(Self.statementIndent + Schema.line(ofRole: name), beside: statement.comments.beside)
    case .recordType(let body):
      let opening = RecordType(name: body.name).openingLine
      print(Self.statementIndent + opening, beside: statement.comments.beside)
      print(body)
      print(Self.statementIndent + ");", beside: body.besideEnd)
    }
  }

  private mutating func print(_ body: LayoutBody) {
    let lines = Self.lines(body.items)
    var fieldColumn = 0
    var grantColumn = 0
    for (line, item) in zip(lines, body.items) where !item.comments.beside.isEmpty {
      switch item.declaration {
      case .field: fieldColumn = max(fieldColumn, line.utf8.count)
      case .grant: grantColumn = max(grantColumn, line.utf8.count)
      }
    }
    for (index, item) in body.items.enumerated() {
      print(above: item.comments, indent: Self.itemIndent, isFirst: index == 0)
      var line = lines[index]
      if !item.comments.beside.isEmpty {
        var column = grantColumn
        if case .field = item.declaration { column = fieldColumn }
        line += String(repeating: " ", count: column - line.utf8.count)
      }
      print(line, beside: item.comments.beside)
    }
    for (index, comment) in body.ending.enumerated() {
      let isFirst = index == 0 && body.items.isEmpty
      print(comment, indent: Self.itemIndent, hasBlankLine: comment.hasBlankLineBefore && !isFirst)
    }
  }

  /// Returns the lines of the items without comments.
  private static func lines(_ items: [LayoutItem]) -> [String] {
    let width = items.lazy.map(\.spelledWidth).max() ?? 0
    return items.enumerated().map { index, item in
      let line =
        switch item.declaration {
        case .field(let field): field.line(nameWidth: width)
        case .grant(let grant): grant.description
        }
      return itemIndent + (index < items.count - 1 ? line + "," : line)
    }
  }

  private mutating func print(above comments: AttachedComments, indent: String, isFirst: Bool) {
    for (index, comment) in comments.above.enumerated() {
      print(comment, indent: indent, hasBlankLine: comment.hasBlankLineBefore && !(isFirst && index == 0))
    }
    if comments.hasBlankLineBefore, !(isFirst && comments.above.isEmpty) { text += "\n" }
  }

  private mutating func print(_ comment: LayoutComment, indent: String, hasBlankLine: Bool) {
    if hasBlankLine { text += "\n" }
    text += indent
    comment.write(to: &text, column: indent.utf8.count)
    text += "\n"
  }

  private mutating func print(_ line: String, beside comments: [LayoutComment]) {
    let start = text.utf8.count
    text += line
    for comment in comments {
      text += " "
      comment.write(to: &text, column: text.utf8.count - start)
    }
    text += "\n"
  }
}

extension LayoutItem {
  /// The width of a field's name; grants do not share the column.
  fileprivate var spelledWidth: Int {
    if case .field(let field) = declaration { field.spelledWidth } else { 0 }
  }
}
