import CSV
import Catalog
import CloudKitRecords

/// Comma-separated values with a header whose names are those of our seed files; several tags have `;` between them.
struct CSVExport: ExportDocument {
  let problems: [String] = []
  private let contents: ExportContents
  // For programs: 'seed' reads it back, and an apostrophe would stay.
  private let writer = CSVWriter(formulas: .kept)

  init(_ contents: ExportContents) { self.contents = contents }

  func head() -> String {
    writer.line([
      "feedURL", "title", "subtitle", "siteURL", "imageURL", "category", "language", "isFeatured", "isVerified",
      "isActive", "tags", "addedAt",
    ])
  }

  func feed(_ feed: ExportedFeed) -> String {
    let category = contents.taxonomy.category(feed.category)
    return writer.line([
      feed.url.canonical, feed.title, feed.subtitle ?? "", feed.siteURL ?? "", feed.imageURL ?? "",
      // Where the record has no slug people see the name.
      (category?.record == nil ? category?.name : category?.slug?.rawValue) ?? "", feed.language ?? "",
      Self.text(feed.isFeatured), Self.text(feed.isVerified), Self.text(feed.isActive),
      (feed.tags ?? []).joined(separator: ";"), feed.addedAt?.description ?? "",
    ])
  }

  func foot() -> String { "" }

  private static func text(_ flag: Bool?) -> String { flag.map { $0 ? "true" : "false" } ?? "" }
}
