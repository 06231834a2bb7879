import JSON

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
    // A feed's address may hold a name and a password, and its host may be an IP address: it is the feed's, and only its
    // host is ever shown.
    if field != .feed || !text.contains("://") { look(into: text, column: column) }
    if let field, texts[field] == nil, !text.isEmpty { texts[field] = text }
  }

  /// Takes a member of an object; what a value holds inside is looked into too.
  mutating func add(_ member: JSONMember, column: Int) {
    look(into: member.key, column: column)
    add(member.value.text, to: CountField(name: member.key), column: column)
    if member.value.string == nil { look(inside: member.value, column: column) }
  }

  /// Looks for what a person can be found by in a text that is not used.
  mutating func look(into text: String, column: Int) {
    if identifier == nil { identifier = IdentifierPattern(in: Array(text.utf8)).map { ($0, column) } }
  }

  private mutating func look(inside value: JSONValue, column: Int) {
    var inside = [value]
    while let value = inside.popLast() {
      if let text = value.string { look(into: text, column: column) }
      if let elements = value.array { inside += elements }
      for member in value.object.map({ Array($0) }) ?? [] {
        look(into: member.key, column: column)
        inside.append(member.value)
      }
    }
  }

  subscript(field: CountField) -> String? { texts[field] }
}

extension JSONValue {
  /// The value as a cell has it: a string's text, anything else as it is written, nothing for `null`.
  fileprivate var text: String {
    isNull ? "" : string ?? written
  }
}
