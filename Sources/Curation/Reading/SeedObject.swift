import Catalog
import CloudKitRecords
import Diagnostics
import JSON

/// One object of a seed file on its way to a seed: reads its fields, notes which it clears, checks their form.
struct SeedObject {
  private(set) var cleared: Set<String> = []
  private var reader: JSONObjectReader

  init(_ reader: JSONObjectReader) { self.reader = reader }

  /// Where the object stands.
  func place(in source: SourceText) -> SeedPlace {
    SeedPlace(file: source.name, range: reader.range, path: reader.path.description)
  }

  var diagnostics: [Diagnostic] { reader.diagnostics }

  /// An address that identifies something; it is only trimmed, since cleaning would make it another address.
  mutating func requiredURL(_ key: String) -> String? {
    reader.requiredString(key).map(SeedValue.trimmed)
  }

  mutating func requiredText(_ key: String) -> String? {
    reader.requiredString(key).flatMap { clean($0, key, .title) }
  }

  mutating func requiredSlug(_ key: String) -> Slug? {
    reader.requiredString(key).flatMap { slug($0, key) }
  }

  mutating func text(_ key: String, _ limit: CleanText.Limit) -> String? {
    take(reader.string(key), key).flatMap { clean($0, key, limit) }
  }

  /// The address of a page or an image.
  mutating func address(_ key: String) -> String? {
    take(reader.string(key), key).flatMap { keep(SeedValue(address: $0, refusing: .error), key) }
  }

  mutating func slug(_ key: String) -> String? {
    take(reader.string(key), key).flatMap { slug($0, key)?.rawValue }
  }

  mutating func bool(_ key: String) -> Bool? {
    take(reader.bool(key), key)
  }

  mutating func int64(_ key: String) -> Int64? {
    take(reader.int64(key), key)
  }

  mutating func language(_ key: String) -> String? {
    take(reader.string(key), key).flatMap { text in
      if LanguageTag.problem(in: text) == nil { return text }
      reader.reject(key, "invalid-language", "this is not a language code", help: "write 'en' or 'pt-BR', for example")
      return nil
    }
  }

  mutating func color(_ key: String) -> String? {
    take(reader.string(key), key).flatMap { text in
      if SeedValue.isColor(text) { return text }
      reader.reject(key, "invalid-color", "this is not a colour", help: "write '#007AFF', for example")
      return nil
    }
  }

  mutating func moment(_ key: String) -> Timestamp? {
    take(reader.string(key), key).flatMap { text in
      if let moment = Timestamp(iso8601: text) { return moment }
      reader.reject(
        key, "invalid-date", "this is not a date", help: "write '2026-11-21' or '2026-11-21T10:00:00Z', for example")
      return nil
    }
  }

  mutating func tags(_ key: String) -> [String]? {
    guard let items = take(reader.strings(key), key) else { return nil }
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

  /// The feeds of a collection; an address twice is reported, the second is left out.
  mutating func feeds(_ key: String) -> [CollectionSeed.Member] {
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
        item, of: key, "repeated-feed", "a feed stands twice in this collection", severity: .warning,
        help: "the first counts")
      return nil
    }
  }

  /// The value of a field; one that is `null` is cleared.
  private mutating func take<Value>(_ read: JSONField<Value>, _ key: String) -> Value? {
    switch read {
    case .absent: return nil
    case .null:
      cleared.insert(key)
      return nil
    case .value(let value): return value
    }
  }

  private mutating func clean(_ raw: String, _ key: String, _ limit: CleanText.Limit) -> String? {
    keep(SeedValue(text: raw, limit: limit), key)
  }

  private mutating func keep(_ value: SeedValue, _ key: String) -> String? {
    for remark in value.remarks {
      reader.reject(key, remark.rule, remark.message, severity: remark.severity, help: remark.help)
    }
    if value.text == nil, value.remarks.allSatisfy({ $0.severity < .error }) {
      reader.reject(key, "empty-value", "this must not be empty", help: "write null to clear it")
    }
    return value.text
  }

  private mutating func slug(_ text: String, _ key: String) -> Slug? {
    if let slug = Slug(rawValue: text) { return slug }
    reader.reject(
      key, "invalid-slug", "this is not a slug",
      help: "use lower-case letters, digits and '-' between them, at most 64")
    return nil
  }
}
