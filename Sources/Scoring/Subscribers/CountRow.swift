/// What a row of a file of counts may say, by the names its columns or keys may have.
enum CountField: CaseIterable {
  case feed, collection, count, period, averageRating, ratingCount, imports, subscriber, moment

  /// Spelled without case and punctuation.
  private var names: [String] {
    switch self {
    case .feed: ["feed", "feedurl", "url", "feedrecordname", "recordname"]
    case .collection: ["collection", "collectionslug", "collectionrecordname"]
    case .count: ["count", "subscribers", "subscribercount"]
    case .period: ["period", "window"]
    case .averageRating: ["averagerating", "rating"]
    case .ratingCount: ["ratingcount", "ratings"]
    case .imports: ["imports", "importcount"]
    case .subscriber: ["subscriber", "subscriberid", "client", "clientid", "opaqueclient", "user", "userid", "device"]
    case .moment: ["date", "time", "timestamp"]
    }
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { field in field.names.map { ($0, field) } })

  /// The field a column or key names; `nil` for one that is not known.
  init?(name: String) {
    let folded = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard let field = Self.byName[String(String.UnicodeScalarView(folded))] else { return nil }
    self = field
  }
}

/// One row of a file of counts, as it is written.
struct CountRow {
  /// The line it begins on, from 1; the number of the element in a JSON array.
  let place: Int
  private(set) var texts: [CountField: String] = [:]
  /// What a person can be found by stands in it, and in which column or member, from 1.
  private(set) var identifier: (pattern: IdentifierPattern, column: Int)?

  init(place: Int) { self.place = place }

  /// Takes a cell; `field` is `nil` for a column that is not known.
  mutating func add(_ text: String, to field: CountField?, column: Int) {
    if identifier == nil { identifier = Self.identifier(in: text, of: field).map { ($0, column) } }
    if let field, texts[field] == nil, !text.isEmpty { texts[field] = text }
  }

  private static func identifier(in text: String, of field: CountField?) -> IdentifierPattern? {
    let bytes = Array(text.utf8)
    // A feed's address may hold a name and a password, and its host may be an IP address: it is the feed's, and only its
    // host is ever shown. A measure is read as a number or not at all.
    if field == .feed, text.contains("://") { return nil }
    return IdentifierPattern(in: bytes[...])
  }

  subscript(field: CountField) -> String? { texts[field] }
}
