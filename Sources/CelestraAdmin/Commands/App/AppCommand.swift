import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Curation

struct AppCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app",
    abstract: "Read the catalog as the app does, with its queries.",
    discussion: """
      Each command is a method of the app's PublicFeedService and uses only declared indexes, so a command that works \
      shows that the app's read works, and what the app's users see.
      """,
    subcommands: [
      ReadCommand<AppCategories>.self, ReadCommand<AppFeatured>.self,
      ReadCommand<AppFeedSearch>.self, ReadCommand<AppMetadata>.self,
      ReadCommand<AppCollections>.self, ReadCommand<AppCollection>.self,
      ReadCommand<AppArticles>.self, ReadCommand<AppArticle>.self,
      ReadCommand<AppArticleSearch>.self,
    ])
}

protocol AppRead: CatalogRead where Formats == ListFormats {
  var form: AnswerForm { get }
  func answer(from catalog: AppCatalog) async throws -> AppAnswer
}

extension AppRead {
  static var noun: String { "app" }

  func report(of opened: ContainerHandle) async throws -> any Report {
    let catalog = try AppCatalog(opened)
    let answer = try await answer(from: catalog)
    switch form {
    case .list(let list):
      var report = CatalogList(
        Self.words, list.rawValue, container: opened.name, columns: list.columns(in: catalog.layout),
        rows: answer.records)
      report.hasMore = answer.hasMore
      report.next = answer.next?.token
      if answer.records.isEmpty, let type = list.type(in: catalog.layout) {
        report.existing = await opened.existing(type)
      }
      return report
    case .details(let noun, let name, let fields):
      guard var record = answer.records.first else { throw CommandFailure("there is no \(noun) '\(name)'") }
      if let names = fields?.names(in: catalog.layout) {
        record.fields = record.fields.filter { names.contains($0.key) }
      }
      var details = RecordDetails(Self.words, record, in: opened)
      details.valueWidth = 200
      return details
    }
  }
}

enum AnswerForm {
  case list(AppList)
  /// The fields of one record: all, or those given. The noun and the name are for the message if there is no record.
  case details(noun: String, name: String, fields: [CatalogField]? = nil)
}

struct AppCatalog {
  let reader: AppReader
  let finder: CatalogFinder
  let layout: CatalogLayout

  init(_ opened: ContainerHandle) throws {
    layout = try opened.layout
    reader = AppReader(opened.store, layout: layout)
    finder = CatalogFinder(try opened.reader)
  }
}

/// A kind of record in the lists of `app`.
enum AppList: String {
  case categories, feeds, collections, articles

  func type(in layout: CatalogLayout) -> RecordType.Name? {
    switch self {
    case .categories: CatalogTable.categories.type(in: layout)
    case .feeds: layout.feedType
    case .collections: CatalogTable.collections.type(in: layout)
    case .articles: layout.articleType
    }
  }

  func columns(in layout: CatalogLayout) -> [CatalogList.Column<Record>] {
    switch self {
    case .feeds: FeedsList.columns
    case .collections: CollectionsList.columns
    case .categories:
      [
        .field(CategoryField.slug, "slug"), .field(CategoryField.name, "name"),
        .field(CategoryField.parentCategory, "under"), .field(CategoryField.description, "description"),
        .field(CategoryField.icon), .field(CategoryField.color), .field(CategoryField.sortOrder), .recordName(),
      ]
    // `app article` requires the record name.
    case .articles: ArticlesListCommand.columns(layout).dropLast() + [.recordName("record name")]
    }
  }
}
