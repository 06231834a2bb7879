/// The fields of a record that have a value, by name, in the order they were set.
///
/// Records that are read together share one list of names, so that a million records do not each store and hash their
/// own.
package struct RecordFields: Sendable {
  /// A field and its value.
  package typealias Element = (key: String, value: FieldValue)

  /// The names that have a place. A place without a value is not a field of the record.
  private var names: [String]
  private var placed: [FieldValue?]
  /// The places by name, kept only for records with many names: a linear search is fastest for a few names, but takes
  /// quadratic time for thousands.
  private var places: [String: Int]?

  private static let few = 48

  /// Creates fields without values.
  package init() { self.init(names: [], values: []) }

  /// Creates fields from a shared list of unique names and one optional value per name.
  package init(names: [String], values: [FieldValue?]) {
    self.names = names
    placed = values
    if names.count > Self.few { places = Self.places(of: names) }
  }

  /// The value of a field; `nil` if the record does not have the field.
  package subscript(name: String) -> FieldValue? {
    get { place(of: name).flatMap { placed[$0] } }
    set {
      if let place = place(of: name) {
        placed[place] = newValue
      } else if newValue != nil {
        places?[name] = names.count
        names.append(name)
        placed.append(newValue)
        if places == nil, names.count > Self.few { places = Self.places(of: names) }
      }
    }
  }

  private func place(of name: String) -> Int? {
    if let places { return places[name] }
    let count = name.utf8.count
    for place in names.indices where names[place].utf8.count == count && names[place] == name { return place }
    return nil
  }

  private static func places(of names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension RecordFields: Sequence {
  /// The fields that have a value, in the order they were set.
  package struct Iterator: IteratorProtocol {
    fileprivate let fields: RecordFields
    fileprivate var place = 0

    /// Returns the next field that has a value.
    package mutating func next() -> Element? {
      while place < fields.placed.count {
        defer { place += 1 }
        if let value = fields.placed[place] { return (fields.names[place], value) }
      }
      return nil
    }
  }

  /// Returns an iterator over the fields that have a value.
  package func makeIterator() -> Iterator { Iterator(fields: self) }

  /// The number of fields that have a value.
  package var count: Int { placed.reduce(0) { $1 == nil ? $0 : $0 + 1 } }
  /// Whether no field has a value.
  package var isEmpty: Bool { placed.allSatisfy { $0 == nil } }
  /// The names of the fields that have a value.
  package var keys: [String] { map(\.key) }
  /// The values, in the order of the names.
  package var values: [FieldValue] { placed.compactMap(\.self) }

  /// Returns the fields that satisfy a condition.
  package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> RecordFields {
    var kept = self
    for (place, value) in placed.enumerated() {
      if let value, try !isIncluded((names[place], value)) { kept.placed[place] = nil }
    }
    return kept
  }

  /// Sets fields to their values in `others`; `combine` resolves fields that both have.
  package mutating func merge(
    _ others: RecordFields, uniquingKeysWith combine: (FieldValue, FieldValue) -> FieldValue
  ) {
    for (name, value) in others { self[name] = self[name].map { combine($0, value) } ?? value }
  }

  /// Reserves space for a number of fields.
  package mutating func reserveCapacity(_ capacity: Int) {
    names.reserveCapacity(capacity)
    placed.reserveCapacity(capacity)
  }
}

extension RecordFields: Hashable {
  package static func == (lhs: RecordFields, rhs: RecordFields) -> Bool {
    lhs.count == rhs.count && lhs.allSatisfy { rhs[$0.key] == $0.value }
  }

  package func hash(into hasher: inout Hasher) {
    // The hash must not depend on the order of the fields.
    var all = 0
    for (name, value) in self {
      var own = Hasher()
      own.combine(name)
      own.combine(value)
      all ^= own.finalize()
    }
    hasher.combine(all)
  }
}

extension RecordFields: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, FieldValue)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}
