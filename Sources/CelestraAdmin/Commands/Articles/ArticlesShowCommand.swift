import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CommandLineTool

struct ArticlesShowCommand: AsyncParsableCommand {
  /// Maximum characters of a field in text.
  private static let shownLength = 600

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an article's fields.",
    discussion: "Text shows the start of long fields; --format json shows them whole.")

  @Argument(help: "Article: its record name or URL.")
  var article: String

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let opened = try container.open(for: .reading)
    let found = try await ArticleFinder(opened.reader).articles(article)
    guard let record = found.first, found.count == 1 else {
      let shown = FeedURL.redacted(article)
      throw CommandFailure(
        found.isEmpty
          ? "no article matches '\(shown)' in \(opened.name); pass its record name or URL"
          : "'\(shown)' matches \(found.count) articles: \(found.map(\.name.rawValue).joined(separator: ", "))")
    }
    let feed = try await opened.reader.page(
      named: [record.articleFeed(in: opened.layout)].compactMap(\.self))
    var details = RecordDetails("articles show", record, in: opened, related: [("feed", feed.entries.map(\.title))])
    details.valueWidth = Self.shownLength
    try output.write(details)
  }
}
