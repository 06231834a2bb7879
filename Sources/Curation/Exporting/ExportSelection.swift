import Catalog
import Diagnostics

/// The feeds to export. Without a condition, the export contains all feeds and all related records.
package struct ExportSelection: Hashable, Sendable {
  /// The feeds to match.
  package var feeds = FeedListing()
  /// The collection to export in its own order: its slug, record name, or title.
  package var collection: String?
  /// Candidate slugs for collections. Slugs are not stored and are otherwise guessed from the title.
  package var collectionSlugs: [String] = []

  /// Creates a selection of all feeds.
  package init() {}

  /// Whether the selection has a condition.
  var isPartial: Bool { collection != nil || feeds != FeedListing() }
}

/// An error for a name that matches nothing in a catalog.
package struct NothingNamed: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of record, such as `category`.
  package let kind: String
  /// The name.
  package let name: String
  /// The known names, for the message.
  package let known: [String]

  package var description: String {
    let names = known.prefix(20).map { DisplayText.line($0, atMost: 100) }
    let some = names.joined(separator: ", ") + (known.count > 20 ? ", …" : "")
    return "there is no \(kind) '\(name)'" + (known.isEmpty ? "" : "; there are \(some)")
  }
}
