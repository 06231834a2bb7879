package import Catalog

/// A category as a seed file states it.
package struct CategorySeed: Hashable, Sendable {
  /// The URL-safe identifier, which is the record's name.
  package var slug: Slug
  /// The name to show.
  package var name: String?
  /// An SF Symbol's name.
  package var icon: String?
  /// `#RRGGBB`.
  package var color: String?
  /// Where it stands among the others, smallest first.
  package var sortOrder: Int64?
  /// The slug of the category above it.
  package var parentCategory: String?
  /// What belongs there.
  package var description: String?
  /// Fields the file sets to null.
  package var cleared: Set<String> = []
  /// What it may do to a category that exists.
  package var authority: SeedAuthority
  /// Where it stands.
  package var place: SeedPlace

  /// A category of a slug.
  package init(slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    self.authority = authority
    self.place = place
  }
}
