/// A hash table of keywords: a lookup in any case takes one multiplication and mostly one comparison.
struct KeywordTable {
  fileprivate struct Entry {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    var length = 0
    var kind = Token.Kind.word
  }

  /// Every keyword of the language.
  ///
  /// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Schema Language Grammar.
  static let keywords: [(spelling: String, kind: Token.Kind)] = [
    ("AS", .as), ("ASSET", .asset), ("BYTES", .bytes), ("CREATE", .create), ("DEFINE", .define), ("DOUBLE", .double),
    ("ENCRYPTED", .encrypted), ("GRANT", .grant), ("INT64", .int64), ("LIST", .list), ("LOCATION", .location),
    ("NUMBER", .number), ("PREFERRED", .preferred), ("QUERYABLE", .queryable), ("READ", .read), ("RECORD", .record),
    ("REFERENCE", .reference), ("ROLE", .role), ("SCHEMA", .schema), ("SEARCHABLE", .searchable),
    ("SORTABLE", .sortable), ("STRING", .string), ("TIMESTAMP", .timestamp), ("TO", .to), ("TYPE", .type),
    ("WRITE", .write),
  ]

  /// Returns the spelling of a keyword.
  static func spelling(of kind: Token.Kind) -> String? { keywords.first { $0.kind == kind }?.spelling }

  private static let shared = KeywordTable()
  private static let lowerCase: UInt64 = 0x2020_2020_2020_2020
  private static let maximumLength = 10
  private static let bits: UInt64 = 7

  private let entries: [Entry]

  private init() {
    var entries = [Entry](repeating: Entry(), count: 1 << Int(Self.bits))
    for (spelling, kind) in Self.keywords {
      let entry = Array(spelling.utf8).withUnsafeBufferPointer { bytes in
        let (head, tail) = Self.packed(bytes, from: 0, length: bytes.count)
        return Entry(head: head, tail: tail, length: bytes.count, kind: kind)
      }
      var slot = Self.slot(entry.head | Self.lowerCase)
      while entries[slot].length > 0 { slot = (slot + 1) & (entries.count - 1) }
      entries[slot] = entry
    }
    self.entries = entries
  }

  /// Calls a closure with the table. A single access keeps the lazy initialization check out of the loop.
  static func with<Result>(_ scan: (borrowing View) -> Result) -> Result {
    shared.entries.withUnsafeBufferPointer { scan(View(entries: $0)) }
  }

  /// The table without reference counting.
  struct View {
    fileprivate let entries: UnsafeBufferPointer<Entry>

    /// Returns the token of a word with at least one byte.
    func token(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Token {
      let length = end - start
      guard length <= KeywordTable.maximumLength else { return Token(.word, from: start, to: end) }
      let (head, tail) = KeywordTable.packed(bytes, from: start, length: length)
      let key = head | KeywordTable.lowerCase
      var slot = KeywordTable.slot(key)
      while entries[slot].length > 0 {
        let entry = entries[slot]
        if entry.head | KeywordTable.lowerCase == key, entry.length == length,
          entry.tail | KeywordTable.lowerCase == tail | KeywordTable.lowerCase
        {
          return Token(entry.kind, from: start, to: end, isUpperCase: entry.head == head && entry.tail == tail)
        }
        slot = (slot + 1) & (entries.count - 1)
      }
      return Token(.word, from: start, to: end)
    }
  }

  /// Returns the first eight bytes of a word and the remaining bytes as integers.
  private static func packed(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, length: Int
  ) -> (head: UInt64, tail: UInt64) {
    var head: UInt64 = 0
    for index in 0..<min(length, 8) { head |= UInt64(bytes[start + index]) << UInt64(8 * index) }
    var tail: UInt64 = 0
    for index in 8..<max(length, 8) { tail |= UInt64(bytes[start + index]) << UInt64(8 * (index - 8)) }
    return (head, tail)
  }

  /// Returns the slot by Fibonacci hashing: the high bits of the product with 2^64 / φ.
  private static func slot(_ key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits)) }
}
