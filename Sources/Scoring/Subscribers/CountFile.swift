import Catalog
package import Diagnostics

/// Incremental reader for a file of counts or of events to count, in CSV, NDJSON or JSON.
///
/// An event names a feed and a subscriber. The reader counts distinct subscribers and does not keep their identities.
/// By default it rejects personal identifiers. If they are allowed, it hashes them with a key that exists only during
/// the run. Messages never include the contents of a cell.
package struct CountFile {
  /// Maximum number of distinct subscriptions; it limits memory to about 300 MB.
  static let maximumSubscriptions = 1 << 24
  /// Maximum number of diagnostics per kind.
  private static let told = 20

  /// The contents of the file.
  package private(set) var table = CountTable()
  /// The problems found. Rows with an error are skipped.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Number of rows skipped or corrected, by rule.
  package private(set) var passedOver: [String: Int] = [:]
  /// Whether the file as a whole is unusable.
  package private(set) var isRefused = false

  private let name: String
  private let allowsIdentifiers: Bool
  private let hash: EphemeralHash
  private var seen: Set<UInt64> = []

  /// Creates a reader for a named file.
  package init(name: String, allowsIdentifiers: Bool) {
    self.name = name
    self.allowsIdentifiers = allowsIdentifiers
    hash = EphemeralHash()
  }

  mutating func take(_ row: CountRow) {
    if isRefused || refusesIdentifier(in: row) { return }
    let period = row[.period]
    if let period, !PublicationPeriod.isValid(period) {
      return passOver("count-period", "the period is no id of up to 32 letters, digits, '-', '.' and '_'", row)
    }
    if let collection = row[.collection] { return take(collection, period, row) }
    guard let feed = row[.feed] else { return passOver("count-feed", "it names neither a feed nor a collection", row) }
    if let subscriber = row[.subscriber] {
      let index = table.target(feed)
      guard seen.count < Self.maximumSubscriptions else {
        refuse(
          "too-many-subscriptions", "there are more than \(Self.maximumSubscriptions) subscriptions to tell apart", row,
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
      if row[.count] == nil { passOver("count-missing", "it has neither a count, nor ratings, nor a subscriber", row) }
      return
    }
    table.rows += 1
    if table.set(figures, at: table.target(feed)) {
      passOver("count-repeated", "the feed has a count of the same period already; the last one stands", row, .warning)
    }
  }

  /// Rejects the file, and returns true, if the row contains a personal identifier and identifiers are not allowed.
  mutating func refusesIdentifier(in row: CountRow) -> Bool {
    guard let (pattern, column) = row.identifier, !allowsIdentifiers else { return false }
    refuse(
      "identifier", "column \(column) holds what looks like \(pattern.rawValue)", row,
      help: "count before you export, or give --allow-identifiers to count them here and forget them")
    return true
  }

  private mutating func take(_ collection: String, _ period: String?, _ row: CountRow) {
    guard let text = row[.imports] ?? row[.count] else {
      return passOver("count-missing", "it does not say how many imported the collection", row)
    }
    guard let count = number(text, row) else { return }
    table.rows += 1
    table.set(imports: count, of: collection, period: period)
  }

  /// Returns a count, reduced to 2^53 if it is larger; `nil`, with a diagnostic, for an invalid number.
  private mutating func number(_ text: String, _ row: CountRow) -> Int? {
    let whole = Int(text)
    guard let value = whole.map(Double.init) ?? Double(text), !value.isNaN else {
      passOver("count-number", "a count is no number", row)
      return nil
    }
    if value < 0 {
      passOver("count-number", "a count is negative", row)
      return nil
    }
    if value > 0x1p53 || whole.map({ $0 > 1 << 53 }) == true {
      passOver("count-range", "a count is beyond 2^53, and taken for that", row, .warning)
      return 1 << 53
    }
    guard let count = Int(exactly: value) else {
      passOver("count-number", "a count is no whole number", row)
      return nil
    }
    return count
  }

  private mutating func rating(_ row: CountRow) -> ScoreInputs.Rating? {
    guard let average = row[.averageRating] else { return nil }
    guard let mean = Double(average), (0...5).contains(mean) else {
      passOver("rating-range", "a mean rating is no number from 0 to 5", row, .warning)
      return nil
    }
    guard let count = row[.ratingCount].flatMap({ number($0, row) }) else {
      if row[.ratingCount] == nil { passOver("rating-count", "a mean rating has no number of ratings", row, .warning) }
      return nil
    }
    return ScoreInputs.Rating(mean: mean, count: count)
  }

  /// Records a skipped or corrected value. Messages never repeat cells, which may contain anything.
  mutating func passOver(
    _ rule: String, _ message: String, _ row: CountRow?, _ severity: Diagnostic.Severity = .error
  ) {
    passedOver[rule, default: 0] += 1
    guard passedOver[rule, default: 0] <= Self.told else { return }
    diagnostics.append(Diagnostic(severity, rule: rule, message, file: name, path: row.map { "row at \($0.place)" }))
  }

  /// Rejects the file.
  mutating func refuse(_ rule: String, _ message: String, _ row: CountRow?, help: String?) {
    isRefused = true
    diagnostics.append(
      Diagnostic(.error, rule: rule, message, file: name, path: row.map { "row at \($0.place)" }, help: help))
  }
}
