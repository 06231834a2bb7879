package import Catalog
import CloudKitRecords

/// An export of a catalog's feeds as a document, in an order that depends only on the catalog.
///
/// The sort keys of all feeds are read first. The feeds are then read again in that order, in batches.
package struct CatalogExport: Sendable {
  package struct Summary: Hashable, Sendable {
    /// The number of feeds written.
    package fileprivate(set) var feeds = 0
    /// The number of inactive feeds that `ExportSelection.omitsInactive` omitted.
    package fileprivate(set) var inactive = 0
    /// The records and values that were omitted or exported differently from the catalog.
    package fileprivate(set) var problems: [String] = []
    /// The records among the problems that are not in the document, with the addresses of feeds.
    fileprivate(set) var omitted: [RecordName: String] = [:]
    /// The slugs of collections that do not give the names of their records. Seeding them creates other collections.
    fileprivate(set) var otherSlugs: Set<String> = []
  }

  /// The sort keys of a feed.
  struct Place {
    let name: RecordName
    let category: String?
    let title: String
    let address: String
    let added: Timestamp?
  }

  /// The selected feeds in order, with the catalog's categories and the collections to export.
  struct Found {
    let taxonomy: Taxonomy
    let collections: [ExportedCollection]
    let places: [Place]
    /// Whether the feeds follow a collection's order rather than their categories.
    let isOrdered: Bool
  }

  private let reader: CatalogReader
  private let selection: ExportSelection

  var isPartial: Bool { selection.isPartial }

  package init(_ reader: CatalogReader, _ selection: ExportSelection) {
    self.reader = reader
    self.selection = selection
  }

  /// Writes a document in parts.
  /// - Parameter progress: Called with the number of feeds written and the total.
  /// - Throws: `NothingNamed` for an unknown category or collection, or an error of the store or `write`.
  package func write(
    as format: ExportFormat, title: String, to write: (String) throws -> Void,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Summary {
    var summary = Summary()
    let found = try await find(withCollections: !selection.isPartial && format == .json, &summary)
    let places = found.places
    let contents = contents(
      title, found.taxonomy, found.collections, places, isPartial: selection.isPartial, isOrdered: found.isOrdered)
    var document = format.document(contents)
    for name in contents.omitted { summary.omitted[name] = "" }
    summary.problems = found.collections.compactMap(\.problem)
    summary.otherSlugs = Set(found.collections.filter { $0.problem != nil }.map(\.slug.rawValue))
    try write(document.head())
    var done = 0
    for names in places.map(\.name).recordPages {
      if Task.isCancelled { throw RecordStoreError.stopped }
      for feed in try await feeds(names, &summary) {
        try write(document.feed(feed))
        summary.feeds += 1
      }
      done += names.count
      progress(done, places.count)
    }
    try write(document.foot())
    summary.problems += document.problems
    return summary
  }

  /// Reads the sort keys of the selected feeds, their categories, and the collection that was named or all.
  func find(withCollections areWanted: Bool, _ summary: inout Summary) async throws -> Found {
    let isNamed = CatalogTable.categories.type(in: reader.layout) == nil && !selection.isPartial
    var taxonomy = isNamed ? Taxonomy(names: []) : try await Taxonomy(reader, slugs: selection.categorySlugs)
    let named = [selection.collection].compactMap(\.self) + selection.collectionSlugs
    let isWanted = areWanted || selection.collection != nil
    var collections = isWanted ? try await ExportedCollection.all(reader, names: named) : []
    if let name = selection.collection {
      let known = collections.map(\.slug.rawValue)
      collections = collections.filter { $0.isCalled(name) }
      if collections.isEmpty { throw NothingNamed(kind: "collection", name: name, known: known) }
    }
    let members = selection.collection == nil ? nil : collections.first?.feeds
    let places = try await places(taxonomy, &summary)
    // The feeds themselves name the categories, so they are not read once more for the names.
    if isNamed {
      taxonomy = Taxonomy(names: Set(places.compactMap(\.category)), slugs: selection.categorySlugs)
    }
    return Found(
      taxonomy: taxonomy, collections: collections, places: ordered(places, by: members, taxonomy),
      isOrdered: members != nil)
  }

  func feeds(_ names: [RecordName], _ summary: inout Summary) async throws -> [ExportedFeed] {
    let fields = reader.declared(CatalogTable.feeds.curated.names(in: reader.layout))
    let records = try await reader.store.lookup(names, desiredFields: fields)
    var feeds: [ExportedFeed] = []
    for name in names {
      guard let record = records[name] else { continue }
      do throws(ExportProblem) {
        feeds.append(try ExportedFeed(record, in: reader.layout))
      } catch {
        summary.problems.append(error.message)
        summary.omitted[name] = record[FeedField.feedURL]?.string ?? ""
      }
    }
    return feeds
  }

  private func places(_ taxonomy: Taxonomy, _ summary: inout Summary) async throws -> [Place] {
    var places: [Place] = []
    var inactive = 0
    let names = ([FeedField.title] + FeedListing.testedFields).names(in: reader.layout)
    let filters = try await selection.feeds.filters(taxonomy, in: reader.layout)
    let query = Query(reader.layout.feedType, filters: filters, desiredFields: reader.declared(names))
    try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in
      for record in page where selection.feeds.includes(record, in: reader.layout) {
        if selection.omitsInactive, !record.isActiveFeed(in: reader.layout) {
          inactive += 1
          continue
        }
        let category = record[FeedField.category]
        let title = record[FeedField.title]?.string ?? ""
        places.append(
          Place(
            name: record.name, category: category?.reference?.recordName.rawValue ?? category?.string,
            title: title.lowercased(), address: record[FeedField.feedURL]?.string ?? "",
            added: record[FeedField.addedAt]?.timestamp ?? record.created?.at))
      }
    }
    summary.inactive = inactive
    return places
  }

  /// Returns the feeds in the order of the collection, or otherwise by category, title, and address.
  func ordered(_ places: [Place], by members: [RecordName]?, _ taxonomy: Taxonomy) -> [Place] {
    guard let members else {
      return places.sorted { lhs, rhs in
        let ranks = (taxonomy.rank(of: lhs.category), taxonomy.rank(of: rhs.category))
        return (ranks.0, lhs.title, lhs.address, lhs.name) < (ranks.1, rhs.title, rhs.address, rhs.name)
      }
    }
    let byName = Dictionary(places.map { ($0.name, $0) }) { first, _ in first }
    return members.compactMap { byName[$0] }
  }

  /// Returns the contents other than feeds: all categories, or those of the feeds and their ancestors.
  func contents(
    _ title: String, _ taxonomy: Taxonomy, _ collections: [ExportedCollection], _ places: [Place], isPartial: Bool,
    isOrdered: Bool
  ) -> ExportContents {
    let categories = isPartial ? taxonomy.categories(of: places.map(\.category)) : taxonomy.categories
    let addresses = Dictionary(places.map { ($0.name, $0.address) }) { first, _ in first }
    return ExportContents(
      title: title, taxonomy: taxonomy, categories: categories,
      collections: collections.map { collection in
        // A feed that cannot be exported cannot be a member either.
        let urls = collection.feeds.compactMap { addresses[$0] }.compactMap { try? FeedURL($0) }
        return (collection, urls.filter { $0.canonical == $0.redacted }.map(\.canonical))
      }, isOrdered: isOrdered)
  }
}
