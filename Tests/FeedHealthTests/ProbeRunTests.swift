import Catalog
import CloudKitRecords
import CloudKitSchema
import FeedHealth
import ProbeHistory
import SQLiteStore
import Testing

/// A catalog in memory with feeds named like `https://a.example/1`, and a history of its probes.
private struct SmallCatalog {
  static let now = Timestamp(milliseconds: 1_795_219_200_000)

  let store: LocalContainer
  let history: SQLiteProbeHistory

  init(_ feeds: [String]) async throws {
    store = try LocalContainer.inMemory(schema: Self.schema, now: { Self.now })
    history = try SQLiteProbeHistory.inMemory()
    let creations = feeds.map { feed in
      let url = "https://\(feed.prefix { $0.isLetter }).example/\(feed.drop { $0.isLetter })"
      return RecordOperation(
        .create,
        Record(
          type: "PublicFeed", name: RecordName(feed), fields: ["feedURL": .string(url), "title": .string(feed)]))
    }
    for start in stride(from: 0, to: creations.count, by: 200) {
      for result in try await store.modify(Array(creations.dropFirst(start).prefix(200))) {
        #expect(result.error == nil)
      }
    }
  }

  private static let schema = Schema(recordTypes: [
    type("PublicFeed", ["feedURL", "title"], .string),
    RecordType(
      name: "FeedMetadata",
      fields: type("FeedMetadata", ["totalAttempts", "successfulAttempts", "failureCount"], .int64).fields
        + [
          Field(name: "feedReference", type: FieldType(.reference), indexes: .queryable),
          Field(name: "lastAttempted", type: FieldType(.timestamp), indexes: []),
          Field(name: "etag", type: FieldType(.string), indexes: []),
          Field(name: "minUpdateInterval", type: FieldType(.int64), indexes: []),
        ]),
  ])

  private static func type(_ name: String, _ fields: [String], _ primitive: FieldType.Primitive) -> RecordType {
    RecordType(
      name: name,
      fields: fields.map { Field(name: $0, type: FieldType(primitive), indexes: []) }
        + [Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable)])
  }

  /// Probes all feeds; what came of it.
  func probe(
    _ fetcher: ScriptedFetcher, width: Int = 64, each: (ProbedFeed) -> Void = { _ in },
    now: (@Sendable () -> Timestamp)? = nil
  ) async throws -> ProbeSummary {
    let reader = CatalogReader(store, layout: .publicCatalog, schema: store.schema)
    var run = ProbeRun(
      reader, schema: store.schema, fetcher: fetcher, history: history, asOf: Self.now, now: now,
      window: width)
    var selection = ProbeSelection()
    selection.includesAll = true
    try await run.run(selection, each: each)
    return run.summary
  }

  /// The feeds whose probes were written, in the history and in the catalog.
  func written() async throws -> (history: [RecordName], metadata: Int) {
    let records = try await store.count("FeedMetadata", by: "totalAttempts").values.reduce(0, +)
    return (try await history.feeds().sorted(), records)
  }
}

@Suite("A run of probes")
struct ProbeRunTests {
  @Test("hosts take turns, and a host's last feed closes the connection")
  func turns() async throws {
    let catalog = try await SmallCatalog(["a1", "a2", "a3", "b1", "b2"])
    let fetcher = ScriptedFetcher()
    let summary = try await catalog.probe(fetcher, width: 1)
    #expect(summary.probed == 5 && summary.up == 5 && summary.stop == nil)
    #expect(
      fetcher.starts == ["a", "b", "a", "b", "a"].enumerated().map { "https://\($1).example/\($0 / 2 + 1)" })
    #expect(fetcher.closing == ["https://a.example/3", "https://b.example/2"])
    #expect(try await catalog.written().metadata == 5)
  }

  @Test("a feed's validator is stored, and cleared when the feed no longer sends it")
  func validators() async throws {
    let catalog = try await SmallCatalog(["a1"])
    for etag in ["\"1\"", "\"2\"", nil] {
      let fetcher = ScriptedFetcher { _, _ in
        let body = "<rss version='2.0'><channel><item><guid>1</guid></item></channel></rss>"
        var answer = FetchedAnswer(status: 200, body: Array(body.utf8))
        answer.etag = etag
        return FetchOutcome(answer: .success(answer))
      }
      #expect(try await catalog.probe(fetcher).up == 1)
      let stored = try await catalog.store.query(Query("FeedMetadata"), after: nil).records
      #expect(stored.map { $0["etag"] } == [etag.map { .string($0) }])
    }
  }

  @Test("an interval of less than a minute is not stored, and clears a stored one")
  func interval() async throws {
    let catalog = try await SmallCatalog(["a1"])
    let cases: [(maxAge: Int, stored: Int64?)] = [(3600, 3600), (59, nil), (60, 60)]
    for (maxAge, stored) in cases {
      let fetcher = ScriptedFetcher { _, _ in
        let body = "<rss version='2.0'><channel><item><guid>1</guid></item></channel></rss>"
        var answer = FetchedAnswer(status: 200, body: Array(body.utf8))
        answer.maxAge = maxAge
        return FetchOutcome(answer: .success(answer))
      }
      #expect(try await catalog.probe(fetcher).up == 1)
      let records = try await catalog.store.query(Query("FeedMetadata"), after: nil).records
      #expect(records.map { $0["minUpdateInterval"] } == [stored.map { .int64($0) }])
    }
  }

  @Test("what a long run finds after a report has a later time than the report")
  func foundLater() async throws {
    let catalog = try await SmallCatalog(["a1", "b1"])
    #expect(try await catalog.probe(ScriptedFetcher()).up == 2)
    let removed = try #require(try await catalog.store.lookup(["b1"], desiredFields: [])["b1"])
    #expect(try await catalog.store.modify([RecordOperation(.delete, removed)]).first?.error == nil)
    let moved = ScriptedFetcher { _, _ in
      let body = "<rss version='2.0'><channel><item><guid>1</guid></item></channel></rss>"
      let redirect = FetchOutcome.Redirect(status: 301, url: "https://a.example/new")
      return FetchOutcome(
        answer: .success(FetchedAnswer(status: 200, body: Array(body.utf8))), redirects: [redirect])
    }
    let end = Timestamp(milliseconds: SmallCatalog.now.milliseconds + 600_000)
    _ = try await catalog.probe(moved, now: { end })
    let report = Timestamp(milliseconds: end.milliseconds - 1)
    #expect(try await catalog.history.changes(after: Timestamp(milliseconds: 0), upTo: report).isEmpty)
    #expect(try await catalog.history.changes(after: report, upTo: end).map(\.kind) == [.removed, .moved])
  }

  @Test("as many feeds as the window is wide are fetched at once", arguments: [1, 3])
  func width(width: Int) async throws {
    let catalog = try await SmallCatalog(["a", "b", "c", "d", "e", "f", "g"].map { "\($0)1" })
    let fetcher = ScriptedFetcher { _, fetcher in
      // The first fetches end once all of a full window have begun.
      while fetcher.most < width { await Task.yield() }
      return .feed
    }
    #expect(try await catalog.probe(fetcher, width: width).probed == 7)
    #expect(fetcher.most == width && fetcher.running == 0)
  }

  @Test("the next run uses the robots.txt files of a run that was stopped")
  func robots() async throws {
    let catalog = try await SmallCatalog(["a1", "b1", "c1"])
    let first = ScriptedFetcher()
    let summary = try await Task {
      try await catalog.probe(first, width: 1) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }.value
    #expect(summary.stop == .interrupted && first.robotsUsed.isEmpty)
    #expect(try await catalog.written() == (["a1"], 1))
    let next = ScriptedFetcher()
    _ = try await catalog.probe(next)
    #expect(next.robotsUsed == ["a.example": "User-agent: *\n"])
  }

  @Test("a host that asks for a long pause is left for another run, and the next run keeps to the pause")
  func pause() async throws {
    let catalog = try await SmallCatalog(["a1", "a2", "a3", "b1"])
    let fetcher = ScriptedFetcher { url, fetcher in
      guard url.contains("a.example") else { return .feed }
      fetcher.askForPause("www.a.example", of: .seconds(60))
      return .success(429, retryAfter: .seconds(60))
    }
    let summary = try await catalog.probe(fetcher)
    #expect(summary.probed == 2 && summary.postponed == 2 && summary.unknown == 1)
    #expect(try await catalog.history.pauses(after: SmallCatalog.now).keys.map { $0 } == ["a.example"])
    let next = ScriptedFetcher()
    let again = try await catalog.probe(next)
    #expect(again.probed == 1 && again.postponed == 3)
    #expect(next.paused == ["a.example", "www.a.example"])
  }

  @Test("a run that is stopped writes the answers, and no failure without an answer")
  func stopped() async throws {
    let catalog = try await SmallCatalog(["a1", "b1", "c1"])
    let fetcher = ScriptedFetcher { url, fetcher in
      if url.contains("a.example") { return .unknownHost }
      if url.contains("b.example") { return .feed }
      // Ends when the run is stopped.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return FetchOutcome(answer: .failure(.stopped))
    }
    let summary = try await Task {
      var found = 0
      return try await catalog.probe(fetcher) { _ in
        found += 1
        if found == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }.value
    #expect(summary.stop == .interrupted)
    #expect(try await catalog.written() == (["b1"], 1))
  }

  @Test("a run whose hosts all fail alike writes nothing")
  func outage() async throws {
    let catalog = try await SmallCatalog(["a1", "b1", "c1", "d1"])
    let summary = try await catalog.probe(ScriptedFetcher { _, _ in .unknownHost })
    #expect(summary.stop == .outage(.names, failed: 4, of: 4))
    #expect(try await catalog.written() == ([], 0))
  }

  @Test("when half of twenty feeds that worked before fail alike, answers are written and failures are not")
  func lost() async throws {
    let catalog = try await SmallCatalog(many(20))
    #expect(try await catalog.probe(ScriptedFetcher()).up == 20)
    let fetcher = ScriptedFetcher { url, _ in url < "https://akx.example/" ? .unknownHost : .feed }
    let summary = try await catalog.probe(fetcher)
    #expect(summary.stop == .outage(.names, failed: 10, of: 20) && summary.changes.written == 10)
  }

  @Test("a large run ends early where no host accepts a connection")
  func early() async throws {
    let catalog = try await SmallCatalog(many(500))
    let refused = FetchOutcome(answer: .failure(.connect(reason: "connection refused")))
    let summary = try await catalog.probe(ScriptedFetcher { _, _ in refused }, width: 8)
    guard case .outage(.connections, _, _) = summary.stop else {
      Issue.record("\(String(describing: summary.stop))")
      return
    }
    #expect(summary.probed >= 200 && summary.probed < 220)
    #expect(try await catalog.written() == ([], 0))
  }

  @Test("a third that is truly dead is written", arguments: [1, 64])
  func third(width: Int) async throws {
    let feeds = many(120)
    let catalog = try await SmallCatalog(feeds)
    let dead = Set(stride(from: 0, to: 120, by: 3).map { "https://\(feeds[$0].dropLast()).example/1" })
    let fetcher = ScriptedFetcher { url, _ in dead.contains(url) ? .unknownHost : .feed }
    let summary = try await catalog.probe(fetcher, width: width)
    #expect(summary.stop == nil && summary.classes == [.ok: 80, .dns: 40])
    #expect(try await catalog.written().metadata == 120)
  }

  @Test("a catalog that is mostly dead is written once a host answers in the run", arguments: [1, 64])
  func mostlyDead(width: Int) async throws {
    let feeds = many(200)
    let catalog = try await SmallCatalog(feeds)
    // The dead feeds come first, and each answer takes longer than many failures.
    let fetcher = ScriptedFetcher { url, fetcher in
      if url < "https://egx.example/" { return .unknownHost }
      while fetcher.starts.count < 110 + min(width, 60) { await Task.yield() }
      return .feed
    }
    let summary = try await catalog.probe(fetcher, width: width)
    #expect(summary.classes == [.ok: 90, .dns: 110])
    #expect(try await catalog.written().metadata == 200)
  }

  @Test("a host that fails after it answered shows that this machine has a network", arguments: [0, 1])
  func contact(kind: Int) async throws {
    let catalog = try await SmallCatalog(["a1", "b1", "c1", "d1"])
    let unknown = FetchFailure.dns(reason: "no such host", isTemporary: false)
    let redirected = FetchOutcome(
      answer: .failure(unknown), redirects: [FetchOutcome.Redirect(status: 302, url: "https://gone.example/")])
    let contact = [redirected, FetchOutcome(answer: .failure(.tls(reason: "expired")))][kind]
    let fetcher = ScriptedFetcher { url, _ in
      url.contains("d.example") ? contact : FetchOutcome(answer: .failure(unknown))
    }
    #expect(try await catalog.probe(fetcher).stop == nil)
    #expect(try await catalog.written().metadata == 4)
  }

  @Test("two hosts that answered before may be gone, and hosts that ask for a pause are no outage")
  func few() async throws {
    let catalog = try await SmallCatalog(["a1", "b1"])
    #expect(try await catalog.probe(ScriptedFetcher()).up == 2)
    let gone = try await catalog.probe(ScriptedFetcher { _, _ in .unknownHost })
    #expect(gone.stop == nil && gone.changes.written == 2)
    let paused = try await catalog.probe(
      ScriptedFetcher { url, _ in
        url.contains("a.example") ? .success(429, retryAfter: .seconds(7200)) : .unknownHost
      })
    #expect(paused.stop == nil && paused.unknown == 1 && paused.down == 1 && paused.changes.written == 2)
  }

  /// The names of many feeds, each on a host of its own.
  private func many(_ count: Int) -> [String] {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return (0..<count).map { "\(letters[$0 / 26])\(letters[$0 % 26])x1" }
  }
}
