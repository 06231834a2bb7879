package import Catalog
package import Diagnostics

/// A collection as a seed file states it.
package struct CollectionSeed: Hashable, Sendable {
  /// One feed of a collection.
  package struct Member: Hashable, Sendable {
    /// The feed's address as written.
    package let feedURL: String
    /// Where it stands.
    package let range: SourceRange?

    /// A feed named at a place.
    package init(feedURL: String, range: SourceRange?) {
      self.feedURL = feedURL
      self.range = range
    }
  }

  /// The identifier its record name is made of.
  package var slug: Slug
  /// The name to show.
  package var title: String?
  /// What it collects.
  package var description: String?
  /// Its cover.
  package var coverImageURL: String?
  /// Who made it.
  package var curatorName: String?
  /// Its feeds, in order; `nil` where the file does not name them.
  package var feeds: [Member]?
  /// Whether the editors put it forward.
  package var isFeatured: Bool?
  /// Words to find it by.
  package var tags: [String]?
  /// Fields the file sets to null.
  package var cleared: Set<String> = []
  /// What it may do to a collection that exists.
  package var authority: SeedAuthority
  /// Where it stands.
  package var place: SeedPlace

  /// A collection of a slug.
  package init(slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    self.authority = authority
    self.place = place
  }
}
