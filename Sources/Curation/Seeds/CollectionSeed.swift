package import Catalog
import CloudKitRecords
package import Diagnostics

/// A collection as a seed file states it.
package struct CollectionSeed: Hashable, Sendable {
  /// One feed of a collection.
  package struct Member: Hashable, Sendable {
    /// The feed's address as written.
    package let feedURL: String
    /// The place in the file.
    package let range: SourceRange?

    /// A feed named at a place.
    package init(feedURL: String, range: SourceRange?) {
      self.feedURL = feedURL
      self.range = range
    }
  }

  /// The identifier that the record name is derived from.
  package var slug: Slug
  /// The fields the file states, except its feeds.
  package var fields = SeedFields.collection
  /// The feeds, in order; `nil` where the file does not name them.
  package var feeds: [Member]?
  /// What the seed may do to a collection that exists.
  package var authority: SeedAuthority
  /// The place in the file.
  package var place: SeedPlace

  /// A collection of a slug.
  package init(slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    self.authority = authority
    self.place = place
  }

  /// The name to show in reports.
  var label: String { fields[CollectionField.title]?.string ?? slug.rawValue }
}
