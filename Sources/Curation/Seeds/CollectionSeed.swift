package import Catalog
import CloudKitRecords
package import Diagnostics

/// A collection stated in a seed file.
package struct CollectionSeed: Hashable, Sendable {
  /// A feed of a collection.
  package struct Member: Hashable, Sendable {
    /// The feed's address as written.
    package let feedURL: String
    /// The location in the file.
    package let range: SourceRange?

    /// Creates a member from a feed's address and its location.
    package init(feedURL: String, range: SourceRange?) {
      self.feedURL = feedURL
      self.range = range
    }
  }

  /// The identifier that determines the record name.
  package var slug: Slug
  /// The fields that the file states, except the feeds.
  package var fields = SeedFields.collection
  /// The feeds in order, or `nil` if the file does not state them.
  package var feeds: [Member]?
  /// The seed's authority over an existing collection.
  package var authority: SeedAuthority
  /// The location in the file.
  package var place: SeedPlace

  /// Creates a collection with a slug.
  package init(slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    self.authority = authority
    self.place = place
  }

  /// The display name for reports.
  var label: String { fields[CollectionField.title]?.string ?? slug.rawValue }
}
