import Catalog
package import Diagnostics

/// Contents of a file of counts, or of events to count, and the problems found in it.
///
/// An event names a feed and a subscriber. The reader counts distinct subscribers and does not keep their identities.
/// By default it rejects personal identifiers. If they are allowed, it hashes them with a key that exists only during
/// the run. Messages never include the contents of a cell.
package struct CountFile {
  /// Maximum number of distinct subscriptions; it limits memory to about 300 MB.
  static let maximumSubscriptions = 1 << 24
  /// Maximum number of diagnostics per kind.
  private static let diagnosticsPerRule = 20

  package private(set) var table = CountTable()
  /// The problems found. Rows with an error are skipped.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Number of rows skipped or corrected, by rule.
  package private(set) var skipped: [String: Int] = [:]
  /// Whether the file as a whole is unusable.
  package private(set) var isRefused = false

  private let name: String
  private let allowsIdentifiers: Bool
  private let hash: EphemeralHash
  private var seen: Set<UInt64> = []

  package init(name: String, allowsIdentifiers: Bool) {
    self.name = name
    self.allowsIdentifiers = allowsIdentifiers
    hash = EphemeralHash()
  }

  mutating func take(_ row: CountRow) {
    if isRefused || refusesIdentifier(in: row) { return }
    let period = row[.period]
    if let period, !PublicationPeriod.isValid(period) {
      return skip("count-period", "invalid period: use up to 32 letters, digits, '-', '.', or '_'", row)
    }
    if let collection = row[.collection] { return take(collection, period, row) }
    guard let feed = row[.feed] else { return skip("count-feed", "the row names neither a feed nor a collection", row) }
    if let subscriber = row[.subscriber] {
      let index = table.target(feed)
      guard seen.count < Self.maximumSubscriptions else {
        refuse(
          "too-many-subscriptions", "the file has more than \(Self.maximumSubscriptions) distinct subscriptions", row,
          help: "split the file by feed, or count before you export")
        return
      }
      table.rows += 1
      table.event(at: index, isNew: seen.insert(hash.value(index, subscriber.utf8)).inserted)
      return
    }
    var figures = CountTable.Figures()
    figures.period = period
    figures.count = row[.count].flatMap { number($0, row) }
    figures.rating = rating(row)
    guard figures.count != nil || figures.rating != nil else {
      if row[.count] == nil { skip("count-missing", "the row has no count, rating, or subscriber", row) }
      return
    }
    table.rows += 1
    if table.set(figures, at: table.target(feed)) {
      skip("count-repeated", "the feed already has a count for this period; the last row is used", row, .warning)
    }
  }

  /// Rejects the file, and returns true, if the row contains a personal identifier and identifiers are not allowed.
  mutating func refusesIdentifier(in row: CountRow) -> Bool {
    guard let (pattern, column) = row.identifier, !allowsIdentifiers else { return false }
    refuse(
      "identifier", "column \(column) seems to contain \(pattern.rawValue)", row,
      help: "count before you export, or pass --allow-identifiers to count them here without storing them")
    return true
  }

  private mutating func take(_ collection: String, _ period: String?, _ row: CountRow) {
    guard let text = row[.imports] ?? row[.count] else {
      return skip("count-missing", "the row has no number of imports of the collection", row)
    }
    guard let count = number(text, row) else { return }
    table.rows += 1
    table.set(imports: count, of: collection, period: period)
  }

  /// Returns a count, reduced to the largest valid one; `nil`, with a diagnostic, for an invalid number.
  private mutating func number(_ text: String, _ row: CountRow) -> Int? {
    guard let value = Double(text), !value.isNaN else {
      skip("count-number", "the count is not a number", row)
      return nil
    }
    if value < 0 {
      skip("count-number", "the count is negative", row)
      return nil
    }
    let largest = FeedField.subscriberCount.clamped(.max)
    if value > Double(largest) {
      skip("count-range", "the count is larger than \(largest); \(largest) is used", row, .warning)
      return largest
    }
    guard let count = Int(exactly: value) else {
      skip("count-number", "the count is not a whole number", row)
      return nil
    }
    return count
  }

  private mutating func rating(_ row: CountRow) -> ScoreInputs.Rating? {
    guard let average = row[.averageRating] else { return nil }
    guard let mean = Double(average), (0...5).contains(mean) else {
      skip("rating-range", "the mean rating is not between 0 and 5", row, .warning)
      return nil
    }
    guard let count = row[.ratingCount].flatMap({ number($0, row) }) else {
      if row[.ratingCount] == nil { skip("rating-count", "the mean rating has no number of ratings", row, .warning) }
      return nil
    }
    return ScoreInputs.Rating(mean: mean, count: count)
  }

  /// Records a skipped or corrected value. Messages never repeat cells, which may contain anything.
  mutating func skip(
    _ rule: String, _ message: String, _ row: CountRow?, _ severity: Diagnostic.Severity = .error
  ) {
    skipped[rule, default: 0] += 1
    guard skipped[rule, default: 0] <= Self.diagnosticsPerRule else { return }
    diagnostics.append(Diagnostic(severity, rule: rule, message, file: name, path: row.map { "row at \($0.place)" }))
  }

  mutating func refuse(_ rule: String, _ message: String, _ row: CountRow?, help: String?) {
    isRefused = true
    diagnostics.append(
      Diagnostic(.error, rule: rule, message, file: name, path: row.map { "row at \($0.place)" }, help: help))
  }
}
