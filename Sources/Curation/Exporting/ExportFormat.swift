package import Catalog
import CloudKitRecords
import Diagnostics

package enum ExportFormat: String, CaseIterable, Sendable {
  case opml, json, csv, markdown

  /// Whether the document is for readers, who cannot use feeds that are not fetched.
  package var isPublished: Bool { self == .opml || self == .markdown }

  func document(_ contents: ExportContents) -> any ExportDocument {
    switch self {
    case .opml: OPMLExport(contents)
    case .json: JSONExport(contents)
    case .csv: CSVExport(contents)
    case .markdown: MarkdownExport(contents)
    }
  }
}

/// The contents of an export that are known before its first feed.
struct ExportContents: Sendable {
  let title: String
  let taxonomy: Taxonomy
  let categories: [Taxonomy.Category]
  /// The collections to export, with the addresses of their feeds.
  let collections: [(collection: ExportedCollection, feeds: [String])]
  /// Whether the feeds follow a collection's order rather than their categories.
  let isOrdered: Bool

  /// The categories without a slug and the collections without feeds, which a seed file cannot state.
  var omitted: [RecordName] {
    let categories = categories.filter { $0.slug == nil }.map { RecordName($0.reference) }
    return categories + collections.filter { $0.feeds.isEmpty }.map { $0.collection.record.name }
  }
}

/// A document written in parts, with feeds in export order.
package protocol ExportDocument {
  /// The values that were omitted.
  var problems: [String] { get }
  /// Returns the text before the first feed.
  mutating func head() -> String
  mutating func feed(_ feed: ExportedFeed) -> String
  /// Returns the text after the last feed.
  mutating func foot() -> String
}

/// The feeds to export. Without a condition, the export contains all feeds and all related records.
package struct ExportSelection: Hashable, Sendable {
  package var feeds = FeedListing()
  /// The collection to export in its own order: its slug, record name, or title.
  package var collection: String?
  /// Candidate slugs for collections. Slugs are not stored and are otherwise guessed from the title.
  package var collectionSlugs: [String] = []
  /// Slugs of categories by name, for a layout that stores no slugs.
  package var categorySlugs: [String: Slug] = [:]
  /// Whether to omit inactive feeds. An export of all others is still a whole one.
  package var omitsInactive = false

  package init() {}

  /// Whether the selection has a condition.
  package var isPartial: Bool { collection != nil || feeds != FeedListing() }

  /// Adds the slugs that seeds state.
  package mutating func addSlugs(of seeds: SeedCatalog) {
    collectionSlugs += seeds.collections.map(\.slug.rawValue)
    categorySlugs.merge(seeds.categories.map { ($0.label, $0.slug) }) { first, _ in first }
  }
}

/// An error for a name that matches nothing in a catalog.
package struct NothingNamed: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of record, such as `category`.
  package let kind: String
  package let name: String
  /// The known names, for the message.
  let known: [String]

  package var description: String {
    let names = known.prefix(20).map { DisplayText.line($0, atMost: 100) }
    let some = names.joined(separator: ", ") + (known.count > 20 ? ", …" : "")
    let search = kind == "feed" ? "; 'feeds list --search WORD' finds titles" : ""
    return "there is no \(kind) '\(name)'" + (known.isEmpty ? search : "; there are \(some)")
  }
}
