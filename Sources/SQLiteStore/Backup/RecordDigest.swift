import Crypto
import GRDB

/// The SHA-256 of a type's records: one canonical line per record, in the order of their names.
///
/// A line has the system columns and then the fields by name. Each value is its SQLite type and text: `n`, `i5`,
/// `r` and the bits of the number in hexadecimal, `t` and `b` with their length and bytes. The line ends with LF.
struct RecordDigest {
  let count: Int
  let digest: String

  init(of table: TableLayout, in database: Database) throws {
    let system = TableLayout.systemColumns.dropFirst().map { quoted($0.name) }
    let columns =
      system
      + table.columns.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .flatMap(\.sqlNames)
    let rows = try database.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table.table) ORDER BY \"___recordID\"")
    var hash = SHA256()
    var lines: [UInt8] = []
    lines.reserveCapacity(1 << 17)
    var count = 0
    while let row = try rows.next() {
      for index in columns.indices { Self.append(row.value(index), to: &lines) }
      lines.append(0x0A)
      count += 1
      if lines.count >= 1 << 16 {
        hash.update(data: lines)
        lines.removeAll(keepingCapacity: true)
      }
      if count % 4096 == 0, Task.isCancelled { throw CancellationError() }
    }
    hash.update(data: lines)
    self.count = count
    digest = hash.finalize().hexadecimal
  }

  private static func append(_ value: StoredValue, to line: inout [UInt8]) {
    switch value {
    case .null: line.append(UInt8(ascii: "n"))
    case .integer(let number): line.append(contentsOf: "i\(number)".utf8)
    case .real(let number): line.append(contentsOf: "r\(String(number.bitPattern, radix: 16))".utf8)
    case .text(let text):
      line.append(contentsOf: "t\(text.utf8.count):".utf8)
      line.append(contentsOf: text.utf8)
    case .blob(let bytes):
      line.append(contentsOf: "b\(bytes.count):".utf8)
      line.append(contentsOf: bytes)
    }
  }
}
