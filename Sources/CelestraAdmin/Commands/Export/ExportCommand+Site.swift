import ArgumentParser
import Articles
import CommandLineTool
import Curation
import Diagnostics

/// What an export writes: a document in a format, or a site.
enum ExportKind: String, CaseIterable, ExpressibleByArgument {
  case opml, json, csv, markdown, html

  /// The format of the document; `nil` for a site.
  var format: ExportFormat? { ExportFormat(rawValue: rawValue) }

  /// Whether the export is for readers, who cannot use feeds that are not fetched.
  var isPublished: Bool { format?.isPublished ?? true }
}

extension ExportCommand {
  func validateSite() throws {
    if kind == .html, output == nil { throw ValidationError("html is a folder of pages; pass --output FOLDER") }
    guard let url else { return }
    if kind != .html { throw ValidationError("--url is the address of a site; use it with html") }
    guard let address = WebLink.address(url), !address.contains(where: { "?#".contains($0) }),
      !address.hasSuffix(".html")
    else {
      throw ValidationError("--url takes the http or https address of the site's folder, not '\(url)'")
    }
  }

  func writeSite(in output: String, from opened: ContainerHandle) async throws {
    let reader = try opened.reader
    let asOf = state.clock.asOf
    let selection = try await selection(in: opened)
    let sections = try await CatalogExport(reader, selection).sections()
    if sections.count == 0, selection.feeds != FeedListing() || selection.collection != nil {
      throw CommandFailure("no feed matches; no page was written")
    }
    let feeds = Set(sections.categories.flatMap(\.feeds))
    let articles = try await NewestArticles(reader, of: feeds, count: SiteFacts.articlesPerFeed)
    let probes = try history.openIfPresent(for: opened.container)
    let site = try CatalogSite(
      sections, SiteFacts(reader: reader, articles: articles, history: probes, asOf: asOf), title: title,
      url: url.flatMap(WebLink.address).map { $0.hasSuffix("/") ? $0 : $0 + "/" })
    let folder = try SiteFolder(output, files: site.files)
    let problems = try await site.write(to: folder, progress: ProgressLine.counting("feeds", of: sections.count))
    Terminal.standardError.write("\(sections.count.of("feed")) written to \(output); the first page is index.html\n")
    tell(sections.summary.problems + problems, inactive: sections.summary.inactive)
  }

  /// Writes what an export omits.
  func tell(_ problems: [String], inactive: Int) {
    for problem in problems { Terminal.note(DisplayText.line(problem)) }
    guard inactive > 0 else { return }
    Terminal.note("\(inactive.of("inactive feed")) omitted; --include-inactive exports inactive feeds")
  }
}
