import Catalog
import CloudKitRecords
import Foundation

/// Our own seed format: categories, feeds and collections in one file, each with exactly the fields that have a value.
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
    object.set("feedURL", feed.url.canonical)
    object.set("title", feed.title)
    object.set("subtitle", feed.subtitle)
    object.set("siteURL", feed.siteURL)
    object.set("imageURL", feed.imageURL)
    object.set("category", contents.taxonomy.category(feed.category)?.slug?.rawValue)
    if let language = feed.language, LanguageTag.problem(in: language) != nil {
      problems.append("the language of '\(feed.title)' is left out: it is not a language code")
    } else {
      object.set("language", feed.language)
    }
    object.set("isFeatured", feed.isFeatured)
    object.set("isVerified", feed.isVerified)
    object.set("isActive", feed.isActive)
    object.set("tags", feed.tags)
    object.set("addedAt", feed.addedAt?.description)
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
    let fields = category.record?.fields ?? [:]
    var object = SeedObjectText()
    object.set("slug", slug.rawValue)
    object.set("name", category.name)
    object.set("icon", fields[FeedCategory.Field.icon.rawValue]?.string)
    object.set("color", fields[FeedCategory.Field.color.rawValue]?.string)
    object.set("sortOrder", fields[FeedCategory.Field.sortOrder.rawValue]?.int64)
    let parent = fields[FeedCategory.Field.parentCategory.rawValue]?.reference?.recordName.rawValue
    object.set("parentCategory", taxonomy.category(parent)?.slug?.rawValue)
    object.set("description", fields[FeedCategory.Field.description.rawValue]?.string)
    return object.text
  }

  private static func collection(_ collection: ExportedCollection, _ feeds: [String]) -> String {
    let fields = collection.record.fields
    var object = SeedObjectText()
    object.set("slug", collection.slug.rawValue)
    object.set("title", collection.title)
    object.set("description", fields[FeedCollection.Field.description.rawValue]?.string)
    object.set("coverImageURL", fields[FeedCollection.Field.coverImageURL.rawValue]?.string)
    object.set("curatorName", fields[FeedCollection.Field.curatorName.rawValue]?.string)
    object.set("isFeatured", fields[FeedCollection.Field.isFeatured.rawValue]?.int64.map { $0 == 1 })
    object.set("tags", fields[FeedCollection.Field.tags.rawValue]?.list.map { $0.compactMap(\.string) })
    object.set("feeds", feeds)
    return object.text
  }
}

/// An object of a seed file as text, its keys in the order they are set.
struct SeedObjectText {
  private var lines: [String] = []

  /// Sets a key; one without a value is left out.
  mutating func set(_ key: String, _ value: String?) {
    if let value { lines.append("\"\(key)\": \(Self.quoted(value))") }
  }

  mutating func set(_ key: String, _ value: Bool?) {
    if let value { lines.append("\"\(key)\": \(value)") }
  }

  mutating func set(_ key: String, _ value: Int64?) {
    if let value { lines.append("\"\(key)\": \(value)") }
  }

  mutating func set(_ key: String, _ values: [String]?) {
    if let values { lines.append("\"\(key)\": [\(values.map(Self.quoted).joined(separator: ", "))]") }
  }

  /// The object, indented as an element of a seed file's list.
  var text: String { "    {\n" + lines.map { "      " + $0 }.joined(separator: ",\n") + "\n    }" }

  /// A JSON string (RFC 8259 §7).
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
