package import Catalog
package import CloudKitRecords

/// The feeds of a catalog in sections, each of which is published by itself: the categories, then the collections.
package struct CatalogSections: Sendable {
  package enum Kind: String, Sendable {
    case categories, collections
  }

  package struct Section: Sendable {
    package let kind: Kind
    /// An identifier for file names, unique among the sections of its kind.
    package let slug: Slug
    package let title: String
    package let description: String?
    /// The name of a collection's curator.
    package let curator: String?
    /// The categories above, as indices of `categories`, the topmost first.
    package let parents: [Int]
    fileprivate let places: [CatalogExport.Place]

    /// The feeds in order. A feed of a subcategory is not among those of the category above.
    package var feeds: [RecordName] { places.map(\.name) }
  }

  /// The categories of the feeds and those above, in the editors' order, and the feeds without a category.
  package let categories: [Section]
  /// The collections with feeds, by title.
  package let collections: [Section]
  /// The feeds whose date of addition is known, the newest first.
  package let newest: [(feed: RecordName, added: Timestamp)]
  package let summary: CatalogExport.Summary
  private let export: CatalogExport
  private let found: CatalogExport.Found

  fileprivate init(_ export: CatalogExport, _ found: CatalogExport.Found, _ summary: CatalogExport.Summary) {
    self.export = export
    self.found = found
    self.summary = summary
    categories = Self.categories(found)
    collections = Self.collections(found)
    newest = found.places.compactMap { place in place.added.map { (place, $0) } }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : ($0.0.title, $0.0.name) < ($1.0.title, $1.0.name) }
      .map { ($0.0.name, $0.1) }
  }

  /// The number of feeds.
  package var count: Int { found.places.count }

  /// Returns the OPML document of a section, or of all feeds, as `export opml` writes it.
  package func opml(of section: Section? = nil, title: String) -> any ExportDocument {
    ExportFormat.opml.document(
      export.contents(
        title, found.taxonomy, [], section?.places ?? found.places, isPartial: section != nil || export.isPartial,
        isOrdered: section?.kind == .collections))
  }

  /// Reads feeds in order, without those that were removed since.
  package func feeds(_ names: [RecordName]) async throws -> [ExportedFeed] {
    var ignored = CatalogExport.Summary()
    return try await export.feeds(names, &ignored)
  }

  private static func categories(_ found: CatalogExport.Found) -> [Section] {
    let taxonomy = found.taxonomy
    let places = Dictionary(grouping: found.places) { taxonomy.rank(of: $0.category) }
    let wanted = taxonomy.categories(of: found.places.map(\.category))
    let rest = places[taxonomy.categories.count]
    let restTitle = wanted.isEmpty ? "All feeds" : "Without category"
    let slugs = Slug.unique(wanted.map { ($0.slug, $0.name) } + [(nil, restTitle)])
    let indices = Dictionary(wanted.enumerated().map { ($1.reference, $0) }) { first, _ in first }
    let sections = zip(wanted, slugs).map { category, slug in
      var parents: [Int] = []
      var above = category.parent
      // Categories above may form a cycle, which 'audit' finds.
      while let index = above.flatMap({ indices[$0] }), !parents.contains(index),
        wanted[index].reference != category.reference
      {
        parents.insert(index, at: 0)
        above = wanted[index].parent
      }
      return Section(
        kind: .categories, slug: slug, title: category.name,
        description: category.record?[CategoryField.description]?.string, curator: nil, parents: parents,
        places: places[taxonomy.rank(of: category.reference)] ?? [])
    }
    guard let rest, let slug = slugs.last else { return sections }
    let last = Section(
      kind: .categories, slug: slug, title: restTitle, description: nil, curator: nil, parents: [], places: rest)
    return sections + [last]
  }

  private static func collections(_ found: CatalogExport.Found) -> [Section] {
    let places = Dictionary(found.places.map { ($0.name, $0) }) { first, _ in first }
    let members = found.collections.map { collection in
      var seen: Set<RecordName> = []
      return collection.feeds.filter { seen.insert($0).inserted }.compactMap { places[$0] }
    }
    let slugs = Slug.unique(found.collections.map { ($0.slug, $0.title) })
    return zip(zip(found.collections, slugs), members).compactMap { named, places in
      let (collection, slug) = named
      return places.isEmpty
        ? nil
        : Section(
          kind: .collections, slug: slug, title: collection.title,
          description: collection.record[CollectionField.description]?.string,
          curator: collection.record[CollectionField.curatorName]?.string, parents: [], places: places)
    }
  }
}

extension CatalogExport {
  /// Reads which sections the selected feeds are in. Feeds that cannot be exported are problems of the summary.
  package func sections() async throws -> CatalogSections {
    var summary = Summary()
    let found = try await find(withCollections: true, &summary)
    let refused = Set(found.places.filter { !Self.isPublic($0.address) }.map(\.name))
    // Reading a feed tells why it cannot be exported.
    for names in refused.sorted().recordPages { _ = try await feeds(names, &summary) }
    let places = ordered(found.places.filter { !refused.contains($0.name) }, by: nil, found.taxonomy)
    let readable = Found(
      taxonomy: found.taxonomy, collections: found.collections, places: places, isOrdered: false)
    return CatalogSections(self, readable, summary)
  }

  private static func isPublic(_ address: String) -> Bool {
    (try? FeedURL(address)).map { $0.canonical == $0.redacted } ?? false
  }
}
