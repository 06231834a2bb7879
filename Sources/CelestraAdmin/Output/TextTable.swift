/// A table of aligned columns, separated by two spaces, without trailing spaces.
struct TextTable {
  /// The alignment of the cells in a column.
  enum Alignment {
    case left, right
  }

  /// The title and alignment of a column.
  struct Column {
    let title: String
    let alignment: Alignment

    /// Returns a left-aligned column for words.
    static func left(_ title: String) -> Column { Column(title: title, alignment: .left) }
    /// Returns a right-aligned column for numbers.
    static func right(_ title: String) -> Column { Column(title: title, alignment: .right) }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Creates an empty table.
  init(_ columns: Column...) { self.columns = columns }

  /// Creates an empty table from computed columns.
  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; a missing cell is empty.
  mutating func add(_ cells: String...) { rows.append(cells) }

  /// Adds a row; a missing cell is empty.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Returns the lines of the table, titles first. `marking` returns the style of a cell.
  func render(_ style: Style = .plain, marking: (_ row: Int, _ column: Int) -> Style.Meaning? = { _, _ in nil })
    -> String
  {
    let all = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in
      all.reduce(0) { max($0, column < $1.count ? Self.width($1[column]) : 0) }
    }
    var text = ""
    for (index, row) in all.enumerated() {
      var line = ""
      for column in columns.indices {
        let cell = column < row.count ? row[column] : ""
        let padding = String(repeating: " ", count: widths[column] - Self.width(cell))
        let meaning: Style.Meaning? = index == 0 ? .strong : marking(index - 1, column)
        let shown = meaning.map { style.mark(cell, $0) } ?? cell
        let isLast = column == columns.count - 1
        line += columns[column].alignment == .right ? padding + shown : isLast ? shown : shown + padding
        if !isLast { line += "  " }
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }

  /// Returns the width of a text in terminal columns. Wide East Asian characters and emoji are two columns wide.
  static func width(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      let isWide: Bool =
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
          0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
          true
        default: false
        }
      return sum + (isWide ? 2 : 1)
    }
  }
}
