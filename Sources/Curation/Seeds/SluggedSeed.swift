package import Catalog
import CloudKitRecords
package import Diagnostics

/// A category or collection stated in a seed file.
package struct SluggedSeed: Hashable, Sendable {
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

  /// The URL-safe identifier, which determines the record name.
  package var slug: Slug
  /// The fields that the file states, except a collection's feeds.
  package var fields: SeedFields
  /// The feeds of a collection in order, or `nil` if the file does not state them.
  package var feeds: [Member]?
  /// The seed's authority over an existing record.
  package var authority: SeedAuthority
  /// The location in the file.
  package var place: SeedPlace

  /// Creates the seed of a category or collection.
  package init(_ table: CatalogTable, slug: Slug, authority: SeedAuthority = .named, place: SeedPlace) {
    self.slug = slug
    fields = SeedFields(table)
    self.authority = authority
    self.place = place
  }

  /// The slug of a category's parent.
  var parent: String? { fields[CategoryField.parentCategory]?.string }

  /// The display name for reports.
  var label: String { (fields[CategoryField.name] ?? fields[CollectionField.title])?.string ?? slug.rawValue }
}
