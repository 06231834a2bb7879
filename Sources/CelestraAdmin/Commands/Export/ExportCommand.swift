import ArgumentParser
import Curation
import Diagnostics

/// `export`: the catalogue as a list for other programs and people.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the catalogue as OPML, as a seed file, as CSV or as a Markdown list.",
    discussion: """
      The same catalogue gives the same bytes. JSON has everything curators keep, and 'seed' reads it back with nothing \
      to do; OPML, CSV and Markdown have the feeds. Addresses that hold a password are left out.
      """)

  @Argument(help: "opml, json, csv or markdown.")
  var format: ExportFormat

  @Option(help: ArgumentHelp("Only feeds of this category: its slug, record name or name.", valueName: "category"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "Only feeds of this collection, in its order: its slug, record name or title.", valueName: "collection"))
  var collection: String?

  @Option(help: ArgumentHelp("Only feeds in this language, such as en.", valueName: "code"))
  var language: String?

  @Flag(help: "Only verified feeds.")
  var verified = false

  @Flag(help: "Only featured feeds.")
  var featured = false

  @Option(
    help: ArgumentHelp(
      "A collection's slug, where it does not follow from the title; it is not stored. May be repeated.",
      valueName: "slug"))
  var slug: [String] = []

  @Option(help: ArgumentHelp("Write to this file. (default: standard output)", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("What the document calls itself.", valueName: "text"))
  var title: String = "Feeds"

  @OptionGroup var container: ContainerOptions

  func run() async throws {
    let opened = try container.openForReading()
    let export = CatalogExport(opened.reader, selection)
    let summary: CatalogExport.Summary
    if let output {
      var file = try StreamedFile(output)
      summary = try await write(export) { try file.write($0) }
      try file.finish()
      Terminal.standardError.write("\(summary.feeds.of("feed")) written to \(output)\n")
    } else {
      summary = try await write(export) { try Terminal.standardOutput.write(data: $0) }
    }
    for problem in summary.problems { Terminal.standardError.write("note: \(DisplayText.line(problem))\n") }
  }

  private var selection: ExportSelection {
    var selection = ExportSelection()
    selection.category = category
    selection.collection = collection
    selection.language = language
    selection.isVerified = verified
    selection.isFeatured = featured
    selection.collectionSlugs = slug
    return selection
  }

  private func write(
    _ export: CatalogExport, to write: (String) throws -> Void
  ) async throws -> CatalogExport.Summary {
    let progress = ProgressLine()
    defer { progress.end() }
    // Some pieces at a time: a write for every feed is slow.
    var buffer = ""
    let summary = try await export.write(as: format, title: title) { piece in
      buffer += piece
      guard buffer.utf8.count > 1 << 16 else { return }
      try write(buffer)
      buffer = ""
    } progress: {
      progress.update("feeds", done: $0, of: $1)
    }
    try write(buffer)
    return summary
  }
}

extension ExportFormat: ExpressibleByArgument {}
