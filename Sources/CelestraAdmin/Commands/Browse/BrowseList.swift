import Catalog
import CloudKitRecords

/// A kind of record in the lists of `browse`.
enum BrowseList: String {
  case categories, feeds, collections, articles

  /// Returns the columns in a layout.
  func columns(in layout: CatalogLayout) -> [CatalogList.Column<Record>] {
    switch self {
    case .feeds: FeedsListCommand.columns
    case .collections: CollectionsListCommand.columns
    case .categories:
      [
        .field(CategoryField.slug, "slug"), .field(CategoryField.name, "name"),
        .field(CategoryField.parentCategory, "under"), .field(CategoryField.description, "description"),
        .field(CategoryField.icon), .field(CategoryField.color), .field(CategoryField.sortOrder), .recordName(),
      ]
    // `browse article` requires the record name.
    case .articles: ArticlesListCommand.columns(layout).dropLast() + [.recordName("record name")]
    }
  }
}
