import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import SystemCalls

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the catalog: OPML, JSON, CSV, Markdown, HTML.",
    discussion: """
      The output is deterministic. JSON contains all curated data, which 'seed' reads back without changes; OPML, CSV, \
      and Markdown contain the feeds, and HTML is a site with search, OPML, and an Atom feed of new feeds. OPML, \
      Markdown, and HTML omit inactive feeds unless --include-inactive is passed. Feeds whose address contains a \
      password are omitted.
      """)

  @Argument(help: ArgumentHelp("Format: opml, json, csv, markdown, or html.", valueName: "format"))
  var kind: ExportKind

  @Option(
    help: ArgumentHelp("Export only feeds of this category: its slug, record name, or name.", valueName: "category"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "Export only feeds of this collection, in its order: its slug, record name, or title.", valueName: "collection"))
  var collection: String?

  @Option(help: ArgumentHelp("Export only feeds in this language, such as en.", valueName: "code"))
  var language: String?

  @Flag(help: "Export only verified feeds.")
  var verified = false

  @Flag(help: "Export only featured feeds.")
  var featured = false

  @OptionGroup var state: FeedStateOptions
  @OptionGroup var history: HistoryOptions

  @Flag(
    help: ArgumentHelp(
      "Export inactive feeds as OPML, Markdown, or HTML, too. JSON and CSV contain them unless --active is passed.",
      visibility: .hidden))
  var includeInactive = false

  @Option(
    help: ArgumentHelp(
      "Slug of a collection if it does not follow from the title, since slugs are not stored. Repeatable.",
      valueName: "slug", visibility: .hidden))
  var slug: [String] = []

  @Option(
    help: ArgumentHelp(
      "File, for HTML a folder, for JSON also a seed folder, whose files keep their records. "
        + "(default: standard output)", valueName: "path"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Title of the document.", valueName: "text"))
  var title: String = "Feeds"

  @Option(help: ArgumentHelp("Address of the site, for links in its Atom feed.", valueName: "url"))
  var url: String?

  @OptionGroup(title: "Container") var container: ContainerOptions

  mutating func validate() throws {
    if output == "-" { output = nil }
    if includeInactive, state.isSet {
      throw ValidationError("use --include-inactive or --active and --healthy, not both")
    }
    try validateSite()
  }

  func run() async throws {
    let opened = try container.open(for: .reading)
    guard let format = kind.format else { return try await writeSite(in: output ?? "", from: opened) }
    if let output, SeedFiles.isFolder(output) { return try await writeFiles(in: output, from: opened) }
    let export = CatalogExport(try opened.reader, try await selection(in: opened))
    let summary: CatalogExport.Summary
    if let output {
      var file = try OutputFile(output)
      summary = try await write(export, as: format) { try file.write($0) }
      try file.finish()
      Terminal.standardError.write("\(summary.feeds.of("feed")) written to \(output)\n")
    } else {
      summary = try await write(export, as: format) { try Terminal.standardOutput.write(data: $0) }
    }
    tell(summary.problems, inactive: summary.inactive)
  }

  /// Writes the JSON seed files of a folder, each with the records that it states, and says what the container lacks.
  private func writeFiles(in folder: String, from opened: ContainerHandle) async throws {
    let selection = try await selection(in: opened, seeds: folder)
    guard kind == .json, !selection.isPartial else {
      throw ValidationError("a folder takes a whole export as JSON; name a file")
    }
    let sources = try SeedFiles.jsonFiles(inFolder: folder)
    var text = ""
    let summary = try await write(CatalogExport(opened.reader, selection), as: .json) { text += $0 }
    let newFile = folder.hasSuffix("/") ? folder + "feeds.json" : folder + "/feeds.json"
    if !sources.contains(where: { $0.name == newFile }), FileStatus(newFile) != nil {
      throw CommandFailure("\(newFile) is not a seed file with lists of records, and would be replaced; rename it")
    }
    let export = SourceText(name: "export", text: text)
    let replaced: FileExport.Replaced = try opened.layout.hasTaxonomy ? .all : .feeds
    var lists = SeedCatalog()
    lists.feeds = ((try? SeedFiles([folder], taking: [.feed], isStrict: false))?.seeds.feeds ?? [])
      .filter { $0.authority == .fillAbsent }
    let divided = FileExport(export, summary, into: sources, newFile: newFile, replacing: replaced, besides: lists)
    guard let files = divided else { return }
    try await checkLoss(files, summary, in: opened)
    for (name, text) in files.texts { try OutputFile.write(text, to: name) }
    Terminal.standardError.write(
      "\(summary.feeds.of("feed")) written to \(files.texts.map(\.file).joined(separator: ", "))\n")
    tell(summary.problems, inactive: 0)
    for (place, title, other) in files.dropped {
      let reason =
        switch other?.file {
        case nil: "is not in \(opened.name), and no longer in this file"
        case place.file: "repeated an entry of this file, and is no longer in it"
        case let file?: "is in \(file), and no longer in this file"
        }
      Terminal.note("\(place.file): '\(DisplayText.line(title))' \(reason)")
    }
    tell(files.returning, lackedBy: opened.name)
  }

  private func tell(_ returning: [(place: SeedPlace, title: String)], lackedBy container: String) {
    guard let first = returning.first else { return }
    Terminal.note(
      "lists state \(returning.count.of("feed")) that \(container) lacks, such as "
        + "'\(DisplayText.line(first.title))' in \(first.place.file): the next seed creates them; remove the entries")
  }

  /// Refuses an export that lacks records which an index does not return yet, or every feed of the files.
  private func checkLoss(
    _ files: FileExport, _ summary: CatalogExport.Summary, in opened: ContainerHandle
  ) async throws {
    let unlisted = try await opened.store.lookup(files.missing, desiredFields: []).count
    if unlisted > 0 {
      throw CommandFailure(
        "\(opened.name) does not list \(unlisted.of("record")) of the files yet; nothing was written; "
          + "wait until its index has them, and run the command again")
    }
    let lost = files.dropped.count { $0.other == nil }
    if summary.feeds == 0, lost > 0 {
      throw CommandFailure(
        "\(opened.name) has no feeds, and the files would lose \(lost.of("entry", "entries")); nothing was written")
    }
  }

  /// - Parameter folder: The folder of the seed files, which state slugs that a container does not store; by default
  ///   the configured one.
  func selection(in opened: ContainerHandle, seeds folder: String? = nil) async throws -> ExportSelection {
    var selection = ExportSelection()
    selection.feeds.category = category
    selection.feeds.language = language
    selection.feeds.isVerified = verified ? true : nil
    selection.feeds.isFeatured = featured ? true : nil
    selection.collection = collection
    selection.collectionSlugs = slug
    selection.addSlugs(of: try SeedFiles.jsonSeeds(inFolder: folder ?? container.configuration().seeds))
    selection.omitsInactive = kind.isPublished && !includeInactive && !state.isSet
    try await state.narrow(&selection.feeds, in: opened, history)
    return selection
  }

  private func write(
    _ export: CatalogExport, as format: ExportFormat, to write: (String) throws -> Void
  ) async throws -> CatalogExport.Summary {
    let progress = ProgressLine()
    // One write per feed would be slow.
    var buffer = ""
    let summary = try await export.write(as: format, title: title) { chunk in
      buffer += chunk
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
