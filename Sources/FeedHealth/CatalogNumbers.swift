package import Catalog
package import CloudKitRecords

/// The scores and subscribers of a catalog's active feeds, as stored, and how the history has seen them change.
package struct CatalogNumbers: Sendable {
  /// A feed whose score changed.
  package struct Move: Sendable {
    package let feed: FeedEntry
    package let old, new: FeedNumber

    fileprivate var distance: Int { abs(new.value - old.value) }
  }

  /// A shared collection with its published number of imports.
  package struct Collection: Hashable, Sendable {
    package let title: String
    package let count: Int
  }

  /// Maximum number of feeds, and of collections, in each list.
  private static let listed = 10
  /// The days before the current time whose changes are shown unless another start is given.
  private static let days = 7

  /// Time before which the earlier scores were stored, or the day of the first ones that the history has.
  package private(set) var since: Timestamp
  /// Number of feeds by score: 0–9, 10–19, … 90–100.
  package private(set) var distribution = Array(repeating: 0, count: 10)
  package private(set) var unscored = 0
  private var low: TopList<FeedEntry>
  private var subscribed: TopList<FeedEntry>
  private var moved: TopList<Move>
  /// The totals of each day (UTC) up to the current one, oldest first.
  package private(set) var totals: [FeedNumber.Kind: [NumberTotal]] = [:]
  /// Whether the scores of the period are by several methodologies.
  package private(set) var hasOtherMethodology = false
  /// The collections with published imports, most imports first.
  package private(set) var collections: [Collection] = []
  private var before: [RecordName: FeedNumber] = [:]
  private var now: [RecordName: FeedNumber] = [:]

  /// Reads what is known besides the feeds, which `add` adds.
  /// - Parameters:
  ///   - history: `nil` if absent.
  ///   - earlier: start of the period whose changes to find; `nil` for the last seven days.
  static func read(
    _ reader: CatalogReader, history: (any ProbeHistory)?, since earlier: Timestamp?, asOf: Timestamp
  ) async throws -> CatalogNumbers {
    let week = Timestamp(milliseconds: asOf.milliseconds - Int64(days) * 86_400_000)
    var numbers = CatalogNumbers(since: earlier ?? week)
    let today = ProbedDay.day(of: asOf)
    for kind in FeedNumber.Kind.allCases {
      numbers.totals[kind] = try await history?.totals(kind).filter { $0.day <= today } ?? []
    }
    let totals = numbers.totals[.score] ?? []
    let start = totals.knownDay(from: ProbedDay.day(of: numbers.since))
    if start > ProbedDay.day(of: numbers.since) {
      numbers.since = Timestamp(milliseconds: Int64(start - 1) * 86_400_000)
    }
    let last = totals.lastIndex { $0.day < start } ?? 0
    numbers.hasOtherMethodology = Set(totals[last...].map(\.basis)).count > 1
    numbers.before = try await history?.numbers(.score, before: start) ?? [:]
    numbers.now = try await history?.numbers(.score, before: today + 1) ?? [:]
    try await numbers.readCollections(reader)
    return numbers
  }

  private init(since: Timestamp) {
    self.since = since
    low = TopList(limit: Self.listed) {
      ($0.qualityScore ?? 0, $0.title, $0.recordName) < ($1.qualityScore ?? 0, $1.title, $1.recordName)
    }
    subscribed = TopList(limit: Self.listed) {
      ($1.subscriberCount ?? 0, $0.title, $0.recordName) < ($0.subscriberCount ?? 0, $1.title, $1.recordName)
    }
    moved = TopList(limit: Self.listed) { ($1.distance, $0.feed.recordName) < ($0.distance, $1.feed.recordName) }
  }

  private mutating func readCollections(_ reader: CatalogReader) async throws {
    guard reader.declares(CollectionField.subscriberCount, in: .collections) else { return }
    var found: [Collection] = []
    try await reader.forEachPage(
      of: .collections, fields: [CollectionField.title, CollectionField.subscriberCount], toleratesInvalidValues: true
    ) { records in
      for record in records {
        guard let count = record[CollectionField.subscriberCount]?.int64, count > 0 else { continue }
        found.append(
          Collection(title: record[CollectionField.title]?.string ?? record.name.rawValue, count: Int(clamping: count)))
      }
    }
    collections = Array(found.sorted { ($1.count, $0.title) < ($0.count, $1.title) }.prefix(Self.listed))
  }

  mutating func add(_ feed: FeedEntry) {
    if let score = feed.qualityScore {
      distribution[min(max(0, score / 10), 9)] += 1
      low.add(feed)
    } else {
      unscored += 1
    }
    if (feed.subscriberCount ?? 0) > 0 { subscribed.add(feed) }
    guard let old = before[feed.recordName], let new = now[feed.recordName], old.value != new.value else { return }
    moved.add(Move(feed: feed, old: old, new: new))
  }

  package var isEmpty: Bool { low.count == 0 && subscribed.count == 0 && collections.isEmpty }

  /// The feeds with the lowest scores, lowest first.
  package var lowest: [FeedEntry] { low.elements }
  /// The feeds with the most subscribers, most first.
  package var mostSubscribed: [FeedEntry] { subscribed.elements }
  /// The feeds whose scores changed most.
  package var moves: [Move] { moved.elements }
}
