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
    case .articles: articles(in: layout)
    }
  }

  /// `browse article` shows the texts, which have no place in a list.
  private func articles(in layout: CatalogLayout) -> [CatalogList.Column<Record>] {
    let heads = ["publishedDate": "published", "title": "title", "author": "author", "url": "URL"]
    let first = ["publishedDate", "title", "author", "url"]
    let fields = CatalogTable.articles.columns(in: layout).filter { !["content", "contentText"].contains($0.name) }
    let shown = first.compactMap { name in fields.first { $0.name == name } }
    return (shown + fields.filter { !first.contains($0.name) }).map { .field($0, heads[$0.name], in: layout) }
      + [.recordName("record name")]
  }
}
