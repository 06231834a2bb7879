import Catalog
import Diagnostics
import JSON

/// A reader for the project's own seed files, whose keys are the catalog's field names.
struct JSONSeeds {
  /// The keys that identify JSON as a seed file.
  static let lists = ["categories", "feeds", "collections"]

  private static let rootKeys = JSONKeys(lists + ["$schema", "version"])
  private static let categoryKeys = keys(of: .categories, ["slug"])
  private static let feedKeys = keys(of: .feeds, identifiedBy: "a feed's record name follows from its address")
  private static let collectionKeys = keys(
    of: .collections, ["slug"], identifiedBy: "a collection's record name follows from its slug")

  private static func keys(
    of table: CatalogTable, _ names: [String] = [], identifiedBy identity: String? = nil
  ) -> JSONKeys {
    var refused = identity.map { ["recordName": $0] } ?? [:]
    for field in table.fields { refused[field.name] = field.owner.refusal }
    return JSONKeys(names + table.curated.map(\.name), refused: refused)
  }

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
    // Without a slug, the other fields are still read to report their errors.
    var seed = CategorySeed(slug: slug ?? .placeholder, place: object.place(in: source))
    object.read(.categories, into: &seed.fields, required: CategoryField.name)
    file.diagnostics += object.diagnostics
    if slug != nil { file.seeds.categories.append(seed) }
  }

  private mutating func feed(_ reader: JSONObjectReader) {
    var object = SeedObject(reader)
    let feedURL = object.requiredURL("feedURL")
    var seed = FeedSeed(feedURL: feedURL ?? "", authority: .named, place: object.place(in: source))
    object.read(.feeds, into: &seed.fields)
    file.diagnostics += object.diagnostics
    if feedURL != nil { file.seeds.feeds.append(seed) }
  }

  private mutating func collection(_ reader: JSONObjectReader) {
    var object = SeedObject(reader)
    let slug = object.requiredSlug("slug")
    var seed = CollectionSeed(slug: slug ?? .placeholder, place: object.place(in: source))
    object.read(.collections, into: &seed.fields, required: CollectionField.title)
    seed.feeds = object.feeds("feeds")
    file.diagnostics += object.diagnostics
    if slug != nil { file.seeds.collections.append(seed) }
  }
}

extension CatalogField.Owner {
  /// The reason that a seed file cannot set a field, or `nil` if curators may set it.
  fileprivate var refusal: String? {
    switch self {
    case .curator: nil
    case .score: "the command 'score' computes it"
    case .subscribers: "the command 'subscribers' counts it"
    case .probe: "the command 'health probe' measures it"
    case .writer, .ingestion: "applying the seed sets it"
    }
  }
}
