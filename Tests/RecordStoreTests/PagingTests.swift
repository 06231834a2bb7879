import CloudKitRecords
import Testing

@Suite("Pages")
struct PagingTests {
  /// 450 records: `integer` has ten values and is missing from every tenth record, `text` three values, `double` is
  /// unique.
  private static let records: [Record] = (0..<450).map { index in
    var fields: RecordFields = [
      "text": .string(["x", "y", "z"][index % 3]), "double": .double(Double((index * 7919) % 450)),
    ]
    if index % 10 != 0 { fields["integer"] = .int64(Int64(index % 11)) }
    if index % 4 != 0 {
      fields["place"] = .location(Location(latitude: 51, longitude: Double((index * 31) % 90)))
    }
    return Record(type: "Thing", name: RecordName("n\(index)"), fields: fields)
  }

  private static let orders: [[Sort]] = [
    [], [Sort("double")], [Sort("double", ascending: false)], [Sort("integer")], [Sort("integer", ascending: false)],
    [Sort("integer"), Sort("text", ascending: false)], [Sort("integer", ascending: false), Sort("text")],
    [Sort("text", ascending: false), Sort("integer", ascending: false), Sort("double")],
    [Sort("___recordID")], [Sort("___createTime", ascending: false)],
    [Sort("place", relativeTo: Thing.london)], [Sort("place", ascending: false, relativeTo: Thing.london)],
  ]

  @Test("every record comes once and in order, whatever the order and the page", arguments: StoreUnderTest.allCases)
  func orders(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Self.records)
      for sorts in Self.orders {
        for limit in [7, 200] {
          let query = Query("Thing", sorts: sorts, limit: limit)
          var found: [Record] = []
          try await store.forEachPage(of: query) { page in
            #expect(page.count <= limit)
            found += page
          }
          #expect(Set(found.map(\.name)).count == 450 && found.count == 450, "\(sorts)")
          for (first, second) in zip(found, found.dropFirst()) where !Self.inOrder(first, second, sorts) {
            Issue.record("\(first.name) before \(second.name) by \(sorts)")
          }
        }
      }
    }
  }

  /// Missing values are the smallest.
  private static func inOrder(_ first: Record, _ second: Record, _ sorts: [Sort]) -> Bool {
    for sort in sorts {
      let (left, right) = (key(first, sort), key(second, sort))
      if left != right { return sort.ascending == (left < right) }
    }
    return true
  }

  private static func key(_ record: Record, _ sort: Sort) -> Key {
    switch record[sort.field] {
    case .string(let text): Key(number: 0, text: text)
    // Along a parallel, the way east of London grows with the longitude.
    case .location(let place): Key(number: place.longitude, text: "")
    case .some(let value): Key(number: value.number ?? 0, text: "")
    case nil: sort.field == "___recordID" ? Key(number: 0, text: record.name.rawValue) : Key(number: -1, text: "")
    }
  }

  private struct Key: Comparable {
    let number: Double
    let text: String
    static func < (lhs: Key, rhs: Key) -> Bool { (lhs.number, lhs.text) < (rhs.number, rhs.text) }
  }

  private static func numbered(_ index: Int) -> Record {
    let fields: RecordFields = [
      "texts": .strings(index % 2 == 0 ? ["even", "all"] : ["all"]), "integer": .int64(Int64(-index)),
      "text": .string(index % 3 == 0 ? "third number" : "number"),
    ]
    return Record(type: "Thing", name: RecordName("n\(index)"), fields: fields)
  }

  @Test("filters that start from a table of their own are paged too", arguments: StoreUnderTest.allCases)
  func filtered(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create((0..<450).map(Self.numbered))
      for (filter, count) in [
        (Filter("texts", .listContains, .string("even")), 225), (Filter("texts", .listContains, .string("all")), 450),
        (Filter("text", .containsAllTokens, .string("number third")), 150),
        (Filter("text", .containsAnyTokens, .string("number third")), 450),
      ] {
        for sorts in [[], [Sort("integer")], [Sort("text", ascending: false)]] {
          let names = try await store.names(Query("Thing", filters: [filter], sorts: sorts, limit: 50))
          #expect(names.count == count && Set(names).count == count, "\(filter) \(sorts)")
        }
      }
    }
  }

  @Test(
    "the first records that are wanted end within a page, and after pages without any",
    arguments: StoreUnderTest.allCases)
  func firstRecords(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Self.records)
      let query = Query("Thing", sorts: [Sort("double")], limit: 50)
      for (limit, isLate, expected) in [
        (0, false, 0), (70, false, 70), (450, false, 450), (.max, false, 450), (10, true, 10),
      ] {
        var progress: [Int] = []
        let found = try await store.records(of: query, atMost: limit) {
          !isLate || ($0["double"]?.number ?? 0) >= 300
        } progress: {
          progress.append($0)
        }
        let first = isLate ? 300 : 0
        #expect(found.map { $0["double"]?.number } == (first..<first + expected).map(Double.init))
        #expect(progress.last == expected && progress.count == max(1, (first + expected + 49) / 50))
      }
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.records(of: query)
      }
      await #expect(throws: RecordStoreError.stopped) { try await cancelled.value }
    }
  }

  @Test("a page has a cursor only if more follows", arguments: StoreUnderTest.allCases)
  func lastPage(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Array(Self.records.prefix(20)))
      let first = try await store.query(Query("Thing", limit: 10), after: nil)
      let second = try await store.query(Query("Thing", limit: 10), after: first.next)
      #expect(first.records.count == 10 && second.records.count == 10 && second.next == nil)
      #expect(try await store.query(Query("Thing", limit: 20), after: nil).next == nil)
    }
  }

  @Test("records that come and go between pages move no other", arguments: StoreUnderTest.allCases)
  func changesBetweenPages(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Array(Self.records.prefix(30)))
      for sorts in [[], [Sort("double")]] {
        let query = Query("Thing", sorts: sorts, limit: 10)
        let all = try await store.names(query)
        let first = try await store.query(query, after: nil)
        let gone = try #require(first.records.last)
        _ = try await store.modify([RecordOperation(.forceDelete, gone)])
        let second = try await store.query(query, after: first.next)
        #expect(second.records.map(\.name.rawValue) == Array(all[10..<20]))
        try await store.create([gone])
      }
    }
  }

  @Test("a cursor of another query, or none at all, is refused", arguments: StoreUnderTest.allCases)
  func foreignCursors(store: StoreUnderTest) async throws {
    let isRemote = store.isRemote
    try await store.with(Thing.schema) { store in
      try await store.create(Array(Self.records.prefix(30)))
      let cursor = try await store.query(Query("Thing", sorts: [Sort("integer")], limit: 5), after: nil).next
      let bad: [(Query, Cursor?)] = [
        (Query("Thing"), cursor), (Query("Thing", sorts: [Sort("double")]), cursor),
        (Query("Thing", sorts: [Sort("integer", ascending: false)]), cursor),
        (Query("Thing", filters: [Filter("integer", .equals, .int64(1))], sorts: [Sort("integer")]), cursor),
        (Query("Thing"), Cursor(token: "")), (Query("Thing"), Cursor(token: "bm90IGEgY3Vyc29y")),
      ]
      for (query, cursor) in bad {
        await #expect {
          try await store.query(query, after: cursor)
        } throws: { error in
          guard case RecordStoreError.badRequest(let reason) = error else { return false }
          // A server also has a text for what is no marker at all.
          return reason == "the continuation marker is not one of this query"
            || isRemote && reason == "Unknown sync continuation type"
        }
      }
    }
  }
}
