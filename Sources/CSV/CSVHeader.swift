import Foundation

/// The names of the columns: the first row of a file.
package struct CSVHeader: Sendable {
  /// The names as written, without white space at their ends.
  package let names: [String]
  /// The first column of each folded name.
  private let columns: [String: Int]

  init(_ row: CSVRow) {
    names = (0..<row.count).map { row[$0] ?? "" }
    columns = Dictionary(
      names.enumerated().map { (Self.folded($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The column of the first of some names that is there, whatever its case, width and punctuation.
  package func column(_ names: String...) -> Int? {
    names.lazy.compactMap { columns[Self.folded($0)] }.first
  }

  /// The columns whose name stood before.
  var repeated: [Int] {
    names.indices.filter { !names[$0].isEmpty && columns[Self.folded(names[$0])] != $0 }
  }

  /// A name without case, width and punctuation: "Feed URL", "feed_url", "feedURL" and "ＦｅｅｄＵＲＬ" agree.
  private static func folded(_ name: String) -> String {
    let wide = name.precomposedStringWithCompatibilityMapping.lowercased()
    return String(wide.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
  }
}
