package import CloudKitSchema

extension WrittenSchema {
  /// Creates what the code of an app writes and queries by itself. Only what the code shows beyond doubt is certain.
  init(_ uses: [RecordUse]) {
    self.init()
    var types: [RecordType.Name: WrittenRecordType] = [:]
    for use in uses {
      guard let name = use.recordType else { continue }
      var type = types[name] ?? WrittenRecordType(name, origin: "the code", place: use.place, isCode: true)
      type.isVerified = type.isVerified || use.key == nil
      if let key = use.key { type.merge(Self.field(key, use)) }
      types[name] = type
    }
    recordTypes = types.values.sorted { $0.name < $1.name }
  }

  private static func field(_ key: String, _ use: RecordUse) -> WrittenField {
    let (origin, isNeeded) =
      switch use.action {
      case .filter, .sort: ("a query", true)
      // What is missing reads as nil.
      case .read: ("the code", false)
      default: ("the code", true)
      }
    var field = WrittenField(
      key, use.valueType, origin: origin, place: use.place, isVerified: use.isCertain && isNeeded)
    if use.isCertain, use.action == .write { field.isEncrypted = use.isEncrypted }
    return field
  }
}

/// A query that code makes, for a query manifest.
package struct DraftQuery: Hashable, Sendable {
  /// The name in a manifest, such as `note-by-title`.
  package private(set) var name: String
  package let recordType: RecordType.Name
  package private(set) var filters: [Filter] = []
  package private(set) var sort: [Order] = []
  package let place: ManagedModel.Place

  package struct Filter: Hashable, Sendable {
    package let field, comparator: String
  }

  package struct Order: Hashable, Sendable {
    package let field: String
    package let isAscending: Bool
  }

  /// Returns the queries of uses, each once, with unique names.
  package static func all(in uses: [RecordUse]) -> [DraftQuery] {
    var queries: [[String]: DraftQuery] = [:]
    var order: [[String]] = []
    for use in uses {
      guard let number = use.query, let type = use.recordType else { continue }
      let key = [use.place.file, "\(number)"]
      if queries[key] == nil { order.append(key) }
      queries[key, default: DraftQuery(name: "", recordType: type, place: use.place)].add(use)
    }
    var names: [String: Int] = [:]
    var seen: Set<DraftQuery.Content> = []
    return order.compactMap { queries[$0] }.filter { seen.insert($0.content).inserted }.map { query in
      var query = query
      let name = query.proposedName
      names[name, default: 0] += 1
      query.name = names[name].map { $0 > 1 ? "\(name)-\($0)" : name } ?? name
      return query
    }
  }

  fileprivate struct Content: Hashable {
    let recordType: String
    let filters: [Filter]
    let sort: [Order]
  }

  private var content: Content { Content(recordType: recordType, filters: filters, sort: sort) }

  private mutating func add(_ use: RecordUse) {
    guard let key = use.key else { return }
    switch use.action {
    case .filter(let comparator): filters.append(Filter(field: key, comparator: comparator))
    case .sort(let ascending):
      sort.append(Order(field: key, isAscending: ascending))
    default: break
    }
  }

  private var proposedName: String {
    let conditions = filters.isEmpty ? ["all"] : ["by"] + filters.map(\.field)
    let words = ([recordType] + conditions).map(Self.words).filter { !$0.isEmpty }
    return words.isEmpty ? "query" : words.joined(separator: "-")
  }

  /// Returns a name as lower-case words joined by hyphens.
  private static func words(_ name: String) -> String {
    var words = ""
    var isAfterCapital = false
    for character in name.unicodeScalars {
      let isCapital = character.properties.isUppercase
      if isCapital, !isAfterCapital, !words.isEmpty, words.last != "-" { words += "-" }
      isAfterCapital = isCapital
      let isAllowed = character.isASCII && (character.properties.isAlphabetic || ("0"..."9").contains(character))
      words += isAllowed ? String(character).lowercased() : words.isEmpty || words.last == "-" ? "" : "-"
    }
    while words.last == "-" { words.removeLast() }
    return words
  }
}
