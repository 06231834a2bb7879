import JSON

/// Field of a row in a file of counts, recognized by its column or key names.
enum CountField: CaseIterable {
  case feed, collection, count, period, averageRating, ratingCount, imports, subscriber

  /// Accepted names, in lower case and without punctuation.
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
    }
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { field in field.names.map { ($0, field) } })

  /// Creates the field that a column or key names; `nil` if the name is unknown.
  init?(name: String) {
    let folded = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard let field = Self.byName[String(String.UnicodeScalarView(folded))] else { return nil }
    self = field
  }
}

/// One row of a file of counts, as written.
struct CountRow {
  /// First line of the row, from 1.
  let place: Int
  private(set) var texts: [CountField: String] = [:]
  /// The personal identifier found in the row, with its column or member number, from 1.
  private(set) var identifier: (pattern: IdentifierPattern, column: Int)?

  init(place: Int) { self.place = place }

  /// Adds a cell; `field` is `nil` for an unknown column.
  mutating func add(_ text: String, to field: CountField?, column: Int) {
    // A feed's URL may contain a user name and a password, and its host may be an IP address. They belong to the feed,
    // and messages show only the host.
    if field != .feed || !text.contains("://") { findIdentifier(in: text, column: column) }
    if let field, texts[field] == nil, !text.isEmpty { texts[field] = text }
  }

  /// Adds a member of an object and searches nested values for identifiers.
  mutating func add(_ member: JSONMember, column: Int) {
    findIdentifier(in: member.key, column: column)
    add(member.value.text, to: CountField(name: member.key), column: column)
    if member.value.string == nil { findIdentifier(inside: member.value, column: column) }
  }

  /// Searches an unused text for a personal identifier.
  mutating func findIdentifier(in text: String, column: Int) {
    if identifier == nil { identifier = IdentifierPattern(in: text).map { ($0, column) } }
  }

  private mutating func findIdentifier(inside value: JSONValue, column: Int) {
    var inside = [value]
    while let value = inside.popLast() {
      if let text = value.string { findIdentifier(in: text, column: column) }
      if let elements = value.array { inside += elements }
      for member in value.object.map({ Array($0) }) ?? [] {
        findIdentifier(in: member.key, column: column)
        inside.append(member.value)
      }
    }
  }

  subscript(field: CountField) -> String? { texts[field] }
}

extension JSONValue {
  /// The value as cell text: the text of a string, an empty text for `null`, the JSON text of any other value.
  fileprivate var text: String {
    isNull ? "" : string ?? written
  }
}
