package import Catalog
import CloudKitRecords

/// A category stated in a seed file.
package struct CategorySeed: Hashable, Sendable {
  /// The URL-safe identifier, which is also the record name.
  package var slug: Slug
  /// The fields that the file states.
  package var fields = SeedFields.category
  /// The seed's authority over an existing category.
  package var authority: SeedAuthority
  /// The location in the file.
  package var place: SeedPlace

  /// Creates a category with a slug.
  package init(slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    self.authority = authority
    self.place = place
  }

  /// The slug of the parent category.
  var parent: String? { fields[CategoryField.parentCategory]?.string }

  /// The display name for reports.
  var label: String { fields[CategoryField.name]?.string ?? slug.rawValue }
}
