package import CloudKitSchema

/// A field whose values refer to records.
package struct Relationship: Hashable, Sendable {
  /// The representation of a relationship.
  package enum Kind: Sendable {
    /// A `REFERENCE`.
    case reference
    /// A `LIST<REFERENCE>`.
    case references
    /// A `STRING` with a record name, by the naming convention `…RecordName`.
    case recordName
  }

  /// The record type of the field.
  package let recordType: RecordType.Name
  /// The name of the field.
  package let field: String
  /// The representation.
  package let kind: Kind
  /// The record type that the field probably refers to; `nil` if unknown.
  package let target: RecordType.Name?

  /// Returns the relationships of a schema in file order, without system fields.
  ///
  /// Schema files do not declare the target of a reference. A field `feedReference` or `feedRecordName` refers to the
  /// record type `Feed`; otherwise to the only record type that its comment names; otherwise to the only one whose name
  /// ends like the field, such as `PublicFeed`.
  package static func all(in schema: Schema, _ descriptions: SchemaDescriptions) -> [Relationship] {
    let targets = ReferenceTargets(schema)
    return schema.recordTypes.flatMap { type in
      type.fields.compactMap { field in
        guard let kind = kind(of: field), SystemField(rawValue: field.name) == nil else { return nil }
        let words = descriptions.field(field.name, of: type.name)
        return Relationship(
          recordType: type.name, field: field.name, kind: kind, target: targets.target(of: field.name, words))
      }
    }
  }

  private static func kind(of field: Field) -> Kind? {
    switch field.type.primitive {
    case .reference: field.type.isList ? .references : .reference
    case .string where !field.type.isList && field.name.hasSuffix("RecordName"): .recordName
    default: nil
    }
  }
}

/// The record types that field names and comments can refer to.
struct ReferenceTargets {
  /// Suffixes of field names that mark a reference but do not name the record type.
  private static let suffixes = [
    "RecordNames", "RecordName", "RecordIDs", "RecordID", "References", "Reference", "Refs", "Ref", "IDs", "ID",
  ]
  /// Maximum words of a name to compare, from its end.
  private static let maximumWords = 8

  private let names: Set<RecordType.Name>
  /// By their lowercase names.
  private var byName: [String: RecordType.Name] = [:]
  /// By their last words in lower case; `nil` if ambiguous.
  private var endings: [String: RecordType.Name?] = [:]

  init(_ schema: Schema) {
    names = Set(schema.recordTypes.lazy.map(\.name))
    for type in schema.recordTypes {
      byName[type.name.lowercased()] = type.name
      for ending in Self.endings(of: type.name) {
        endings[ending] = .some(endings[ending] == nil ? type.name : nil)
      }
    }
  }

  /// Returns the record type that a field probably refers to.
  func target(of field: String, _ description: [String]) -> RecordType.Name? {
    let suffix = Self.suffixes.first { field.hasSuffix($0) } ?? ""
    let stem = String(field.dropLast(suffix.count))
    let own = Self.variants(of: stem.lowercased()).lazy.compactMap { byName[$0] }.first
    return own ?? named(in: description) ?? endingLike(stem)
  }

  /// Returns the only record type that a text names.
  private func named(in description: [String]) -> RecordType.Name? {
    var found: Set<RecordType.Name> = []
    for paragraph in description {
      let words = paragraph.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      found.formUnion(words.lazy.map(String.init).filter(names.contains))
    }
    return found.count == 1 ? found.first : nil
  }

  /// Returns the only record type whose name ends like a field name, with as many words as possible.
  private func endingLike(_ stem: String) -> RecordType.Name? {
    for ending in Self.endings(of: stem) {
      for variant in Self.variants(of: ending) {
        if let type = endings[variant] { return type }
      }
    }
    return nil
  }

  /// Returns a lowercase word, and its singular if it can be a plural, otherwise its plural.
  private static func variants(of word: String) -> [String] {
    guard !word.isEmpty else { return [] }
    if word.hasSuffix("ies") { return [word, String(word.dropLast(3)) + "y"] }
    return word.hasSuffix("s") ? [word, String(word.dropLast())] : [word, word + "s"]
  }

  /// Returns the endings of a camel-case name by words, in lower case, longest first.
  private static func endings(of name: String) -> [String] {
    let starts = name.indices.reversed().lazy.filter { $0 == name.startIndex || name[$0].isUppercase }
    return starts.prefix(maximumWords).reversed().map { name[$0...].lowercased() }
  }
}
