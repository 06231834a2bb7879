import Catalog
import Diagnostics
import JSON

/// Reads seed files of our own, whose keys are the field names of the catalogue.
struct JSONSeeds {
  /// The keys that make JSON a seed file.
  static let lists = ["categories", "feeds", "collections"]

  private static let rootKeys = JSONKeys(lists + ["$schema", "version"])
  private static let categoryKeys = JSONKeys([
    "slug", "name", "icon", "color", "sortOrder", "parentCategory", "description",
  ])
  private static let feedKeys = JSONKeys(
    [
      "feedURL", "title", "subtitle", "siteURL", "imageURL", "category", "language", "isFeatured", "isVerified",
      "isActive", "tags", "addedAt",
    ],
    refused: [
      "recordName": "a feed's record name follows from its address",
      "qualityScore": "the command 'score' computes it", "subscriberCount": "the command 'subscribers' counts it",
      "lastVerified": "probing sets it", "updateFrequency": "probing measures it",
    ])
  private static let collectionKeys = JSONKeys(
    ["slug", "title", "description", "coverImageURL", "curatorName", "feeds", "isFeatured", "tags"],
    refused: [
      "recordName": "a collection's record name follows from its slug",
      "subscriberCount": "the command 'subscribers' counts it",
      "subscriberPeriod": "the command 'subscribers' sets it", "createdAt": "applying the seed sets it",
      "updatedAt": "applying the seed sets it",
    ])

  private(set) var file = SeedFile()
  private let source: SourceText

  init(_ source: SourceText) { self.source = source }

  mutating func read(_ root: JSONValue) {
    guard var reader = JSONObjectReader(root, at: .root, keys: Self.rootKeys, into: &file.diagnostics) else { return }
    _ = reader.string("$schema")
    if case .value(let version) = reader.int64("version"), version != 1 {
      reader.reject("version", "seed-version", "this version of the format is not known", help: "version 1 is")
    }
    file.diagnostics += reader.diagnostics
    each(reader.value("categories"), "categories", Self.categoryKeys) { $0.category($1) }
    each(reader.value("feeds"), "feeds", Self.feedKeys) { $0.feed($1) }
    each(reader.value("collections"), "collections", Self.collectionKeys) { $0.collection($1) }
  }

  private mutating func each(
    _ list: JSONValue?, _ key: String, _ keys: JSONKeys, read: (inout JSONSeeds, JSONObjectReader) -> Void
  ) {
    guard let list else { return }
    guard let elements = list.array else {
      let path = JSONPath.root.key(key)
      file.diagnostics.append(JSONObjectReader.wrongType(list, expected: "an array of objects", at: path))
      return
    }
    let path = JSONPath.root.key(key).elements
    for (index, element) in elements.enumerated() {
      let reader = JSONObjectReader(element, at: path(index), keys: keys, into: &file.diagnostics)
      if let reader { read(&self, reader) }
    }
  }

  private mutating func category(_ reader: JSONObjectReader) {
    var object = SeedObject(reader)
    let slug = object.requiredSlug("slug")
    // Without a slug the rest is read all the same, for what is wrong in it.
    var seed = CategorySeed(slug: slug ?? .placeholder, place: object.place(in: source))
    seed.name = object.requiredText("name")
    seed.icon = object.text("icon", .tag)
    seed.color = object.color("color")
    seed.sortOrder = object.int64("sortOrder")
    seed.parentCategory = object.slug("parentCategory")
    seed.description = object.text("description", .description)
    seed.cleared = object.cleared
    file.diagnostics += object.diagnostics
    if slug != nil { file.seeds.categories.append(seed) }
  }

  private mutating func feed(_ reader: JSONObjectReader) {
    var object = SeedObject(reader)
    let feedURL = object.requiredURL("feedURL")
    var seed = FeedSeed(feedURL: feedURL ?? "", authority: .named, place: object.place(in: source))
    seed.title = object.text("title", .title)
    seed.subtitle = object.text("subtitle", .description)
    seed.siteURL = object.address("siteURL")
    seed.imageURL = object.address("imageURL")
    seed.category = object.slug("category")
    seed.language = object.language("language")
    seed.isFeatured = object.bool("isFeatured")
    seed.isVerified = object.bool("isVerified")
    seed.isActive = object.bool("isActive")
    seed.tags = object.tags("tags")
    seed.addedAt = object.moment("addedAt")
    seed.cleared = object.cleared
    file.diagnostics += object.diagnostics
    if feedURL != nil { file.seeds.feeds.append(seed) }
  }

  private mutating func collection(_ reader: JSONObjectReader) {
    var object = SeedObject(reader)
    let slug = object.requiredSlug("slug")
    var seed = CollectionSeed(slug: slug ?? .placeholder, place: object.place(in: source))
    seed.title = object.requiredText("title")
    seed.description = object.text("description", .description)
    seed.coverImageURL = object.address("coverImageURL")
    seed.curatorName = object.text("curatorName", .title)
    seed.feeds = object.feeds("feeds")
    seed.isFeatured = object.bool("isFeatured")
    seed.tags = object.tags("tags")
    seed.cleared = object.cleared
    file.diagnostics += object.diagnostics
    if slug != nil { file.seeds.collections.append(seed) }
  }
}
