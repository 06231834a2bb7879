import CSV
import Catalog
import CloudKitRecords

/// An export as comma-separated values. The header uses seed file names.
struct CSVExport: ExportDocument {
  let problems: [String] = []
  private let contents: ExportContents
  private let writer = CSVWriter()

  init(_ contents: ExportContents) { self.contents = contents }

  func head() -> String { writer.line(CatalogTable.feeds.curated.map(\.name)) }

  func feed(_ feed: ExportedFeed) -> String {
    writer.line(
      CatalogTable.feeds.curated.map { field in
        if field.content != .category { return feed.value(field).map { Self.text($0, of: field) } ?? "" }
        let category = contents.taxonomy.category(feed.category)
        // Without a category record, users see the name.
        return (category?.record == nil ? category?.name : category?.slug?.rawValue) ?? ""
      })
  }

  func foot() -> String { "" }

  private static func text(_ value: FieldValue, of field: CatalogField) -> String {
    switch value {
    case .string(let text): text
    case .int64(let number): field.content == .flag ? String(number == 1) : String(number)
    case .timestamp(let date): date.description
    case .list(let members): WordCell.text(members.compactMap(\.string))
    case .double, .bytes, .reference, .location, .asset: ""
    }
  }
}
