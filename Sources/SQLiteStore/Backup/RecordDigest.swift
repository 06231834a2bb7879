import Crypto
import GRDB

/// The SHA-256 of a type's records: one canonical line per record, in the order of their names.
///
/// A line has the system columns and then the fields by name. Each value is its SQLite type and text: `n`, `i5`,
/// `r` and the bits of the number in hexadecimal, `t` and `b` with their length and bytes. The line ends with LF.
struct RecordDigest {
  /// The number of records.
  let count: Int
  /// The digest in lowercase hexadecimal.
  let digest: String

  /// Reads all records of a type.
  init(of table: TableLayout, in database: Database) throws {
    let system = TableLayout.systemColumns.dropFirst().map { quoted($0.name) }
    let columns =
      system
      + table.columns.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .flatMap(\.sqlNames)
    let statement = try PreparedStatement(
      once: "SELECT \(columns.joined(separator: ", ")) FROM \(table.table) ORDER BY \"___recordID\"", in: database)
    defer { statement.reset() }
    var hash = SHA256()
    var lines: [UInt8] = []
    lines.reserveCapacity(1 << 17)
    var count = 0
    while try statement.step() {
      for index in columns.indices { Self.append(statement, index, to: &lines) }
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

  private static func append(_ row: PreparedStatement, _ index: Int, to line: inout [UInt8]) {
    switch row.kind(index) {
    case .null: line.append(UInt8(ascii: "n"))
    case .integer:
      line.append(UInt8(ascii: "i"))
      line.append(contentsOf: String(row.integer(index)).utf8)
    case .real:
      line.append(UInt8(ascii: "r"))
      line.append(contentsOf: String(row.real(index).bitPattern, radix: 16).utf8)
    case .text:
      let bytes = row.bytes(index)
      line.append(contentsOf: "t\(bytes.count):".utf8)
      line.append(contentsOf: bytes)
    case .blob:
      let bytes = row.blob(index)
      line.append(contentsOf: "b\(bytes.count):".utf8)
      line.append(contentsOf: bytes)
    }
  }
}
