import Notation

/// The header of a file: its first row, which names the columns.
package struct CSVHeader: Sendable {
  /// The names as written, without leading and trailing white space.
  package let names: [String]
  /// The first column of each normalized name.
  private let columns: [String: Int]

  init(_ row: CSVRow) {
    names = (0..<row.count).map { row[$0] ?? "" }
    columns = Dictionary(
      names.enumerated().map { (Self.normalized($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the column of the first matching name. Case, width, and punctuation are ignored.
  package func column(_ names: String...) -> Int? {
    names.lazy.compactMap { columns[Self.normalized($0)] }.first
  }

  /// The columns whose name repeats that of an earlier column.
  var repeated: [Int] {
    names.indices.filter { !names[$0].isEmpty && columns[Self.normalized(names[$0])] != $0 }
  }

  /// Returns a name without case, width, and punctuation: "Feed URL", "feed_url", and "ＦｅｅｄＵＲＬ" match.
  private static func normalized(_ name: String) -> String { name.foldedWords.joined() }
}
