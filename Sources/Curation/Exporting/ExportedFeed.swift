import Catalog
import CloudKitRecords

/// A feed on its way out of a catalogue, whichever layout it comes from.
struct ExportedFeed: Sendable {
  /// Its canonical address; it holds no user name and no password.
  let url: FeedURL
  let title: String
  let subtitle, siteURL, imageURL, language: String?
  /// The category, as feeds refer to it.
  let category: String?
  let isFeatured, isVerified, isActive: Bool?
  let tags: [String]?
  let addedAt: Timestamp?

  /// The fields an export has.
  static func fields(of layout: CatalogLayout) -> [String] { FeedPlanner.fields(of: layout) }

  /// The feed of a record.
  /// - Throws: why it cannot be exported.
  init(_ record: Record, in layout: CatalogLayout) throws(ExportProblem) {
    let text = record.fields[PublicFeed.Field.feedURL.rawValue]?.string ?? ""
    let shown = record.fields[PublicFeed.Field.title.rawValue]?.string ?? record.name.rawValue
    do {
      url = try FeedURL(text)
    } catch {
      throw ExportProblem("feed '\(shown)' is left out: \(error)")
    }
    guard url.redacted == url.canonical else {
      throw ExportProblem("feed '\(shown)' is left out: its address holds a user name or password")
    }
    func string(_ field: String) -> String? { record.fields[field]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    func flag(_ field: PublicFeed.Field) -> Bool? { record.fields[field.rawValue]?.int64.map { $0 == 1 } }
    title = string(PublicFeed.Field.title.rawValue) ?? url.key.description
    siteURL = string(PublicFeed.Field.siteURL.rawValue)
    imageURL = string(PublicFeed.Field.imageURL.rawValue)
    language = string(PublicFeed.Field.language.rawValue)
    switch layout {
    case .publicCatalog:
      subtitle = string(PublicFeed.Field.subtitle.rawValue)
      category = record.fields[PublicFeed.Field.category.rawValue]?.reference?.recordName.rawValue
    case .celestraKit:
      subtitle = string(Feed.Field.description.rawValue)
      category = string(Feed.Field.category.rawValue)
    }
    isFeatured = flag(.isFeatured)
    isVerified = flag(.isVerified)
    isActive = flag(.isActive)
    tags = record.fields[PublicFeed.Field.tags.rawValue]?.list.map { $0.compactMap(\.string).filter { !$0.isEmpty } }
    addedAt = record.fields[PublicFeed.Field.addedAt.rawValue]?.timestamp
  }
}

/// Why something is not in an export, or not as it stands in the catalogue.
struct ExportProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
