import Catalog
import Diagnostics
import JSON

/// A reader for the project's own seed files, whose keys are the catalog's field names.
struct JSONSeeds {
  /// The keys that identify JSON as a seed file.
  static let lists = ["categories", "feeds", "collections"]

  private static let rootKeys = JSONKeys(lists + ["$schema", "version"])
  private static let categoryKeys = keys(of: .categories, ["slug"])
  private static let feedKeys = keys(of: .feeds, ["formerURLs", "recordName"])
  private static let collectionKeys = keys(
    of: .collections, ["slug"], identifiedBy: "a collection's record name follows from its slug")

  private static func keys(
    of table: CatalogTable, _ names: [String] = [], identifiedBy identity: String? = nil
  ) -> JSONKeys {
    var refused = identity.map { ["recordName": $0] } ?? [:]
    for field in table.fields { refused[field.name] = field.owner.refusal }
    return JSONKeys(names + table.curated.map(\.name), refused: refused)
  }

  private(set) var file: SeedFile
  private let source: SourceText

  init(_ root: JSONValue, of source: SourceText) {
    self.source = source
    file = SeedFile(source)
    guard var reader = JSONObjectReader(root, at: .root, keys: Self.rootKeys, into: &file.diagnostics) else { return }
    reader.checkSeedVersion()
    file.diagnostics += reader.diagnostics
    each(reader.value("categories"), "categories", Self.categoryKeys) { seeds, reader in
      if let seed = seeds.slugged(reader, .categories, required: CategoryField.name) {
        seeds.file.seeds.categories.append(seed)
      }
    }
    each(reader.value("feeds"), "feeds", Self.feedKeys) { $0.feed($1) }
    each(reader.value("collections"), "collections", Self.collectionKeys) { seeds, reader in
      if let seed = seeds.slugged(reader, .collections, required: CollectionField.title) {
        seeds.file.seeds.collections.append(seed)
      }
    }
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

  private mutating func slugged(
    _ reader: JSONObjectReader, _ table: CatalogTable, required: CatalogField
  ) -> SluggedSeed? {
    var object = SeedObject(reader)
    let slug = object.requiredSlug("slug")
    // Without a slug, the other fields are still read to report their errors.
    var seed = SluggedSeed(table, slug: slug ?? .placeholder, place: object.place(in: source))
    object.read(table, into: &seed.fields, required: required)
    if table.curatedNames.contains(CollectionField.feeds.name) { seed.feeds = object.feeds("feeds") }
    file.diagnostics += object.diagnostics
    return slug == nil ? nil : seed
  }

  private mutating func feed(_ reader: JSONObjectReader) {
    var object = SeedObject(reader)
    let feedURL = object.requiredURL("feedURL")
    var seed = FeedSeed(feedURL: feedURL ?? "", authority: .named, place: object.place(in: source))
    seed.formerURLs = object.addresses("formerURLs")
    seed.recordName = object.recordName("recordName")
    object.read(.feeds, into: &seed.fields)
    file.diagnostics += object.diagnostics
    if feedURL != nil { file.seeds.feeds.append(seed) }
  }
}

extension CatalogField.Owner {
  /// The reason that a seed file cannot set a field, or `nil` if curators may set it.
  fileprivate var refusal: String? {
    switch self {
    case .curator: nil
    case .score: "the command 'score' computes it"
    case .subscribers: "the command 'subscribers' counts it"
    case .probe: "the command 'update --no-articles' measures it"
    case .writer, .ingestion: "applying the seed sets it"
    }
  }
}
