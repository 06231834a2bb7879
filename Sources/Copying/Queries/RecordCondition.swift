package import CloudKitRecords
package import CloudKitSchema
import Diagnostics
import Foundation

/// Conditions on records as text: `FIELD OP VALUE`.
///
/// OP is a symbol, a word such as `begins-with`, or the name of a CloudKit comparator. VALUE is read by the type of the
/// field.
package enum RecordCondition {
  private static let symbols: [(String, Filter.Comparator)] = [
    ("==", .equals), ("!=", .notEquals), ("<=", .lessThanOrEquals), (">=", .greaterThanOrEquals), ("=", .equals),
    ("<", .lessThan), (">", .greaterThan),
  ]
  /// The words whose comparator depends on whether the field is a list.
  private static let words: [String: (text: Filter.Comparator?, list: Filter.Comparator?)] = [
    "in": (.in, nil), "not-in": (.notIn, nil), "begins-with": (.beginsWith, .listMemberBeginsWith),
    "not-begins-with": (.notBeginsWith, .notListMemberBeginsWith), "has": (nil, .listContains),
    "not-has": (nil, .notListContains), "contains": (.containsAllTokens, .listContainsAll),
    "not-contains": (nil, .notListContainsAll), "any-of": (.containsAnyTokens, .listContainsAny),
    "not-any-of": (nil, .notListContainsAny), "near": (.near, nil),
  ]

  /// - Throws: A mistake in the condition, or the index that the condition requires.
  package static func filter(_ text: String, on type: RecordType) throws(RequestMistake) -> Filter {
    let text = text.trimmingCharacters(in: .whitespaces)
    let name = String(text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    let rest = text.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty, !rest.isEmpty else {
      throw RequestMistake("'\(DisplayText.line(text))' is not a condition, such as 'title begins-with Swift'")
    }
    let field = try type.knownField(name)
    let (comparator, value) = try parts(rest, field)
    let filter = try filter(field, comparator, unquoted(value), of: type)
    try type.requireIndex(comparator.isTokenSearch ? .searchable : .queryable, on: field, "filtered on")
    return filter
  }

  private static func parts(_ text: String, _ field: Field) throws(RequestMistake) -> (Filter.Comparator, String) {
    func value(after length: Int) -> String { text.dropFirst(length).trimmingCharacters(in: .whitespaces) }
    if let (symbol, comparator) = symbols.first(where: { text.hasPrefix($0.0) }) {
      return (comparator, value(after: symbol.count))
    }
    let word = String(text.prefix { !$0.isWhitespace })
    guard let comparator = try comparator(word, field) else {
      let known = words.keys.sorted() + Filter.Comparator.allCases.map(\.rawValue)
      let nearest = Suggestion.nearest(to: word, among: known).map { "; did you mean '\($0)'?" }
      throw RequestMistake(
        "unknown operator '\(DisplayText.line(word, atMost: 40))'"
          + (nearest ?? "; use =, !=, <, <=, >, >=, \(words.keys.sorted().joined(separator: ", "))"))
    }
    return (comparator, value(after: word.count))
  }

  private static func comparator(_ word: String, _ field: Field) throws(RequestMistake) -> Filter.Comparator? {
    // A name in capitals is CloudKit's, and means exactly that comparator.
    if let exact = Filter.Comparator(rawValue: word) { return exact }
    guard let meaning = words[word.lowercased()] else { return Filter.Comparator(rawValue: word.uppercased()) }
    guard let comparator = field.type.isList ? meaning.list : meaning.text else {
      throw RequestMistake("'\(word)' cannot compare \(field.name), which is \(field.type)")
    }
    return comparator
  }

  private static func filter(
    _ field: Field, _ comparator: Filter.Comparator, _ text: String, of type: RecordType
  ) throws(RequestMistake) -> Filter {
    let member = FieldType(field.type.primitive)
    let filter: Filter
    switch comparator {
    case .near:
      let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 3, let distance = Double(parts[2]), distance.isFinite, distance >= 0 else {
        throw RequestMistake("'near' needs a place and meters, such as '\(field.name) near 37.33,-122.03,5000'")
      }
      let place = try FieldValue(parts[..<2].joined(separator: ","), for: Field(name: field.name, type: member))
      filter = Filter(field.name, comparator, place, distance: distance)
    case .in, .notIn, .listContainsAny, .notListContainsAny, .listContainsAll, .notListContainsAll:
      if isQuotedList(text) {
        throw RequestMistake("\(field.name): write the members as a,b or as JSON: [\"a\",\"b\"]")
      }
      let list = Field(name: field.name, type: .list(member.primitive))
      filter = Filter(field.name, comparator, try FieldValue(text, for: list))
    case .listContains, .notListContains, .listMemberBeginsWith, .notListMemberBeginsWith:
      filter = Filter(field.name, comparator, try FieldValue(text, for: Field(name: field.name, type: member)))
    case .containsAllTokens, .containsAnyTokens: filter = Filter(field.name, comparator, .string(text))
    default: filter = Filter(field.name, comparator, try FieldValue(text, for: field))
    }
    guard comparator.accepts(field.type, filter.value) else {
      throw RequestMistake("\(comparator.rawValue) cannot compare \(type.name).\(field.name), which is \(field.type)")
    }
    return filter
  }

  /// Whether members of a list are in quotes or the list in parentheses, which would be read as parts of the members.
  private static func isQuotedList(_ text: String) -> Bool {
    if text.hasPrefix("[") { return false }
    return text.hasPrefix("(") || text.hasPrefix("{")
      || FieldValue.parts(of: text).contains { $0.hasPrefix("\"") || $0.hasPrefix("'") }
  }

  /// Returns a value without its quotes, which keep spaces and empty text.
  private static func unquoted(_ text: String) -> String {
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    return text
  }
}

extension RecordType {
  func requireIndex(_ index: Indexes, on field: Field, _ purpose: String) throws(RequestMistake) {
    guard !field.indexes.contains(index) else { return }
    let isPossible = field.type.supportedIndexes.contains(index)
    throw RequestMistake(
      "\(name).\(field.name) is not \(index), so it cannot be \(purpose); "
        + (isPossible
          ? "declare \(NameSpelling.spelling(field.name)) \(field.type) \(index) in the schema"
          : "CloudKit has no \(index) index for \(field.type)"))
  }
}
