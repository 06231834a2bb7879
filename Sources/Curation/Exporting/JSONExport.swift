import Catalog
import CloudKitRecords
import Foundation

/// An export in the project's own seed format: categories, feeds, and collections in one file. Fields without a value
/// are omitted.
struct JSONExport: ExportDocument {
  private(set) var problems: [String] = []
  private let contents: ExportContents
  private var isFirst = true

  init(_ contents: ExportContents) {
    self.contents = contents
    for category in contents.categories where category.slug == nil {
      problems.append("category '\(category.name)' is left out: '\(category.reference)' is no slug")
    }
    for collection in contents.collections where collection.feeds.isEmpty {
      problems.append("collection '\(collection.collection.title)' is left out: it has no feed")
    }
  }

  func head() -> String {
    let categories = contents.categories.compactMap { category in
      category.slug.map { Self.category(category, $0, in: contents.taxonomy) }
    }
    return "{\n  \"categories\": [\(Self.list(categories))],\n  \"feeds\": ["
  }

  mutating func feed(_ feed: ExportedFeed) -> String {
    var object = SeedObjectText()
    for field in CatalogTable.feeds.curated {
      switch field.content {
      case .category: object.set(field.name, contents.taxonomy.category(feed.category)?.slug?.rawValue)
      case .language:
        if let language = feed.text(field), LanguageTag.problem(in: language) != nil {
          problems.append("the language of '\(feed.title)' is left out: it is not a language code")
        } else {
          object.set(field, feed.value(field))
        }
      default: object.set(field, feed.value(field))
      }
    }
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + object.text
  }

  func foot() -> String {
    let collections = contents.collections.filter { !$0.feeds.isEmpty }.map { Self.collection($0.collection, $0.feeds) }
    return (isFirst ? "" : "\n  ") + "],\n  \"collections\": [\(Self.list(collections))]\n}\n"
  }

  private static func list(_ objects: [String]) -> String {
    objects.isEmpty ? "" : "\n" + objects.joined(separator: ",\n") + "\n  "
  }

  private static func category(_ category: Taxonomy.Category, _ slug: Slug, in taxonomy: Taxonomy) -> String {
    var object = SeedObjectText()
    object.set("slug", slug.rawValue)
    for field in CatalogTable.categories.curated {
      switch field {
      case _ where field.content == .category:
        object.set(field.name, taxonomy.category(category.parent)?.slug?.rawValue)
      case _ where field === CategoryField.name: object.set(field.name, category.name)
      default: object.set(field, category.record?[field])
      }
    }
    return object.text
  }

  private static func collection(_ collection: ExportedCollection, _ feeds: [String]) -> String {
    var object = SeedObjectText()
    object.set("slug", collection.slug.rawValue)
    for field in CatalogTable.collections.curated {
      switch field {
      case _ where field.content == .feeds: object.set(field, .strings(feeds))
      case _ where field === CollectionField.title: object.set(field.name, collection.title)
      default: object.set(field, collection.record[field])
      }
    }
    return object.text
  }
}

/// The text of an object in a seed file, with keys in insertion order.
struct SeedObjectText {
  private var lines: [String] = []

  /// Sets a key, or omits it without a value.
  mutating func set(_ key: String, _ value: String?) {
    if let value { lines.append("\"\(key)\": \(Self.quoted(value))") }
  }

  /// Sets the key of a field, or omits it without a value.
  mutating func set(_ field: CatalogField, _ value: FieldValue?) {
    switch value {
    case .string(let text): set(field.name, text)
    case .int64(let number):
      let text = field.content == .flag ? String(number == 1) : String(number)
      lines.append("\"\(field.name)\": \(text)")
    case .timestamp(let date): set(field.name, date.description)
    case .list(let members):
      lines.append("\"\(field.name)\": [\(members.compactMap(\.string).map(Self.quoted).joined(separator: ", "))]")
    case .double, .bytes, .reference, .location, .asset, nil: break
    }
  }

  /// The object's text, indented as an element of a seed file's list.
  var text: String { "    {\n" + lines.map { "      " + $0 }.joined(separator: ",\n") + "\n    }" }

  /// Returns a JSON string (RFC 8259 §7).
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x00..<0x20: bytes += Array((byte < 0x10 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
