package import Catalog
import CloudKitRecords

/// A category as a seed file states it.
package struct CategorySeed: Hashable, Sendable {
  /// The URL-safe identifier, which is the record's name.
  package var slug: Slug
  /// The fields the file states.
  package var fields = SeedFields.category
  /// What the seed may do to a category that exists.
  package var authority: SeedAuthority
  /// The place in the file.
  package var place: SeedPlace

  /// A category of a slug.
  package init(slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    self.authority = authority
    self.place = place
  }

  /// The slug of the category above.
  var parent: String? { fields[CategoryField.parentCategory]?.string }

  /// The name to show in reports.
  var label: String { fields[CategoryField.name]?.string ?? slug.rawValue }
}
