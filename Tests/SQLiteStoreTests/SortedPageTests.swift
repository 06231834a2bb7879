import CloudKitRecords
import CloudKitSchema
import GRDB
import SQLiteStore
import Testing

import struct CloudKitRecords.Cursor

@Suite("Sorted pages of many records")
struct SortedPageTests {
  private static let count = 4_000

  private static let schema = Schema.notes([
    Field(name: "title", type: FieldType(.string), indexes: .searchable),
    Field(name: "stars", type: FieldType(.int64), indexes: [.queryable, .sortable]),
    Field(name: "writtenAt", type: FieldType(.timestamp), indexes: [.queryable, .sortable]),
    Field(name: "folder", type: FieldType(.reference), indexes: .queryable),
  ])

  /// The words of a note: one of all, one of almost half, one of few.
  private static func words(_ number: Int) -> [String] {
    ["common"] + (number % 2 == 1 ? ["half"] : []) + (number % 500 == 7 ? ["rare"] : [])
  }

  /// The stars of a note; some have none, and many have equal ones.
  private static func stars(_ number: Int) -> Int? { number % 11 == 0 ? nil : number * 7919 % 4001 }

  /// Creates the notes, in the order of their numbers, and returns the container.
  private static func notes(in folder: String) async throws -> LocalContainer {
    let path = folder + "/c.sqlite"
    let store = try LocalContainer.open(path, schema)
    try await database(path).write { database in
      for number in 0..<count {
        try database.execute(
          sql: """
            INSERT INTO Note (___recordID, ___createTime, ___modTime, ___etag, title, stars, writtenAt, folder)
            VALUES (?, 0, 0, 'x', ?, ?, ?, ?)
            """,
          arguments: [
            "n\(number)", words(number).joined(separator: " "), stars(number),
            number % 10 == 0 ? nil : number * 31 % 5003,
            "f\(number % 40)",
          ])
      }
    }
    return store
  }

  /// Returns the numbers of the first pages.
  private static func read(_ query: Query, pages: Int, from store: LocalContainer) async throws -> [Int] {
    var numbers: [Int] = []
    var cursor: Cursor?
    for _ in 0..<pages {
      let page = try await store.query(query, after: cursor)
      numbers += page.records.compactMap { Int($0.name.rawValue.dropFirst()) }
      cursor = page.next
      if cursor == nil { break }
    }
    return numbers
  }

  /// Returns the numbers that match, in the order of values: records without one are the smallest.
  private static func sorted(
    _ value: (Int) -> Int?, ascending: Bool, where isMatch: (Int) -> Bool
  ) -> [Int] {
    let keyed = (0..<count).filter(isMatch).map { (value($0) ?? Int.min, $0) }.sorted { $0 < $1 }
    return (ascending ? keyed : keyed.reversed()).map(\.1)
  }

  @Test("words that all, many or few records have are found in the order of a field, page by page")
  func words() async throws {
    try await withFolder { folder in
      let store = try await Self.notes(in: folder)
      for (word, comparator) in [
        ("common", Filter.Comparator.containsAllTokens), ("half", .containsAllTokens), ("rare", .containsAllTokens),
        ("none", .containsAllTokens), ("rare none", .containsAnyTokens), ("half common", .containsAnyTokens),
      ] {
        for ascending in [true, false] {
          let filter = Filter("title", comparator, .string(word))
          let query = Query("Note", filters: [filter], sorts: [Sort("stars", ascending: ascending)], limit: 150)
          let wanted = Set(word.split(separator: " ").map(String.init))
          let expected = Self.sorted(Self.stars, ascending: ascending) { !wanted.isDisjoint(with: Self.words($0)) }
          #expect(try await Self.read(query, pages: 6, from: store) == Array(expected.prefix(900)), "\(word)")
        }
      }
      // To the very end, across equal values and missing ones.
      let filter = Filter("title", .containsAllTokens, .string("half"))
      let query = Query("Note", filters: [filter], sorts: [Sort("stars", ascending: false)], limit: 200)
      let all = Self.sorted(Self.stars, ascending: false) { $0 % 2 == 1 }
      #expect(try await Self.read(query, pages: 100, from: store) == all)
    }
  }

  @Test("the newest records of several parents come in the order of their dates, page by page")
  func parents() async throws {
    try await withFolder { folder in
      let store = try await Self.notes(in: folder)
      let date = { (number: Int) in number % 10 == 0 ? nil : number * 31 % 5003 }
      for ascending in [true, false] {
        for folders in [["f1"], ["f1", "f7", "f30", "none"], (0..<40).map { "f\($0)" }] {
          let values = folders.map { FieldValue.reference(Reference(RecordName($0))) }
          let parents = Filter("folder", .in, .list(values))
          let query = Query(
            "Note", filters: [parents], sorts: [Sort("writtenAt", ascending: ascending)], limit: 150)
          let expected = Self.sorted(date, ascending: ascending) { folders.contains("f\($0 % 40)") }
          #expect(try await Self.read(query, pages: 5, from: store) == Array(expected.prefix(750)))
          let since = Filter("writtenAt", .greaterThan, .timestamp(Timestamp(milliseconds: 4000)))
          var later = query
          later.filters.append(since)
          let rest = Self.sorted(date, ascending: ascending) {
            folders.contains("f\($0 % 40)") && (date($0) ?? 0) > 4000
          }
          #expect(try await Self.read(later, pages: 5, from: store) == Array(rest.prefix(750)))
        }
      }
    }
  }
}
