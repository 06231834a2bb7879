import Catalog
import CloudKitRecords
import Diagnostics
import JSON

/// An object of a seed file. Reads the fields and validates their values.
struct SeedObject {
  private var reader: JSONObjectReader

  init(_ reader: JSONObjectReader) { self.reader = reader }

  func place(in source: SourceText) -> SeedPlace {
    SeedPlace(file: source.name, range: reader.range, path: reader.path.description)
  }

  var diagnostics: [Diagnostic] { reader.diagnostics }

  /// Returns an identifying address. The address is only trimmed, because cleaning would change its identity.
  mutating func requiredURL(_ key: String) -> String? {
    reader.requiredString(key).map(SeedValue.trimmed)
  }

  /// Returns addresses as written, only trimmed.
  mutating func addresses(_ key: String) -> [String] {
    guard case .value(let items) = reader.strings(key) else { return [] }
    return items.map { SeedValue.trimmed($0.text) }
  }

  /// Returns the name of a record, or `nil` with a diagnostic if it is invalid.
  mutating func recordName(_ key: String) -> RecordName? {
    guard case .value(let text) = reader.string(key) else { return nil }
    let name = RecordName(text)
    guard let problem = name.problem else { return name }
    reader.reject(key, "invalid-record-name", problem, help: "omit the key to derive the name from the address")
    return nil
  }

  mutating func requiredSlug(_ key: String) -> Slug? {
    reader.requiredString(key).flatMap { Slug(rawValue: value($0, CategoryField.slug, key)?.string ?? "") }
  }

  /// Reads the fields that curators set.
  mutating func read(_ table: CatalogTable, into fields: inout SeedFields, required: CatalogField? = nil) {
    for field in table.curated {
      let key = field.name
      switch field.content {
      case .verbatim, .feeds: continue
      case .flag: set(field, reader.bool(key), &fields) { .flag($0) }
      case .count: set(field, reader.int64(key), &fields) { .int64($0) }
      case .tags:
        if let items = take(field, reader.strings(key), &fields) { fields[field] = .strings(tags(items, key)) }
      case _ where field === required:
        fields[field] = reader.requiredString(key).flatMap { value($0, field, key) }
      default: fields[field] = take(field, reader.string(key), &fields).flatMap { value($0, field, key) }
      }
    }
  }

  private mutating func tags(_ items: [JSONText], _ key: String) -> [String] {
    var tags: [String] = []
    var seen: Set<String> = []
    for item in items {
      let tag = SeedValue(text: item.text, limit: .tag)
      for remark in tag.remarks {
        reader.reject(item, of: key, remark.rule, remark.message, severity: remark.severity, help: remark.help)
      }
      if let text = tag.text {
        if seen.insert(text).inserted { tags.append(text) }
      } else {
        reader.reject(item, of: key, "empty-value", "a tag is empty", help: nil)
      }
    }
    return tags
  }

  /// Returns the feeds of a collection. A repeated address is reported and skipped.
  mutating func feeds(_ key: String) -> [SluggedSeed.Member] {
    guard case .value(let items) = reader.strings(key) else {
      if reader.value(key)?.isNull ?? true {
        reader.reject(key, "missing-key", "a collection needs its feeds", help: "add \"\(key)\": [\"https://…\"]")
      }
      return []
    }
    if items.isEmpty { reader.reject(key, "empty-value", "a collection needs at least one feed", help: nil) }
    var seen: Set<String> = []
    return items.compactMap { item in
      let url = SeedValue.trimmed(item.text)
      if url.isEmpty {
        reader.reject(item, of: key, "empty-value", "a feed's address is empty", help: nil)
        return nil
      }
      if seen.insert(url).inserted { return .init(feedURL: url, range: item.range) }
      reader.reject(
        item, of: key, "repeated-feed", "this feed is a duplicate in the collection", severity: .warning,
        help: "the first one applies")
      return nil
    }
  }

  /// Returns the value of a field, and clears the field if the value is `null`. A required field cannot be cleared.
  private mutating func take<Value>(
    _ field: CatalogField, _ read: JSONField<Value>, _ fields: inout SeedFields
  ) -> Value? {
    switch read {
    case .absent: return nil
    case .null:
      if field.isRequired {
        reader.reject(field.name, "empty-value", "this must not be empty", help: Self.emptyHelp(field))
      } else {
        fields.clear(field)
      }
      return nil
    case .value(let value): return value
    }
  }

  private static func emptyHelp(_ field: CatalogField) -> String {
    field.isRequired ? "omit the key to keep the stored value" : "write null to clear it"
  }

  private mutating func set<Value>(
    _ field: CatalogField, _ read: JSONField<Value>, _ fields: inout SeedFields, _ convert: (Value) -> FieldValue
  ) {
    if let value = take(field, read, &fields) { fields[field] = convert(value) }
  }

  private mutating func value(_ raw: String, _ field: CatalogField, _ key: String) -> FieldValue? {
    let read = SeedValue(raw, of: field, refusing: .error)
    for remark in read.remarks {
      reader.reject(key, remark.rule, remark.message, severity: remark.severity, help: remark.help)
    }
    if read.value == nil, read.remarks.allSatisfy({ $0.severity < .error }) {
      reader.reject(key, "empty-value", "this must not be empty", help: Self.emptyHelp(field))
    }
    return read.value
  }
}
