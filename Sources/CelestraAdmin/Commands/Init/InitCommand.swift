import ArgumentParser
import CommandLineTool
import ConfigurationFile
import Curation
import Diagnostics
import Foundation
import SystemCalls

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Start a catalog in this folder.",
    discussion: """
      Writes schema/, seed/, and .celestra-admin.yaml, and creates celestra.sqlite. The feeds of the lists become \
      seed/feeds.json. An existing file is never changed. On a terminal, the command asks what --truth and --contact \
      answer.
      """)

  @Argument(
    help: ArgumentHelp("Lists of feeds: OPML, CSV, JSON, or text.", valueName: "list"), completion: .file())
  var lists: [String] = []

  @Flag(help: "Start with the sample catalog: 119 feeds in 8 categories, and 5 collections.")
  var sample = false

  @Option(
    help: ArgumentHelp(
      "Where you edit the catalog: files (those in seed/, kept in git) or container. (default: files)",
      valueName: "where"))
  var truth: Configuration.Truth?

  @Option(
    help: ArgumentHelp(
      "Page about your fetcher, which is sent to server operators with every request.", valueName: "url")
  )
  var contact: String?

  private static let feeds = "\(CatalogFolders.seed)/feeds.json"

  func validate() throws {
    if sample, !lists.isEmpty { throw ValidationError("use lists or --sample, not both") }
    if let contact { try FetchOptions.check(contact: contact) }
  }

  func run() async throws {
    let stated = try checkLists()
    try checkSample()
    let isConfigured = FileManager.default.fileExists(atPath: NewCatalog.configuration)
    let files = NewCatalog.files(
      withSample: sample, truth: try truth ?? (isConfigured ? .files : Self.askedTruth()),
      contact: try contact ?? (isConfigured ? nil : Self.askedContact()))
    try files.forEach(create)
    if isConfigured, truth != nil || contact != nil {
      Terminal.note("--truth and --contact have no effect, since \(NewCatalog.configuration) exists; edit that file")
    }
    let other = Program.current.configurationFiles.first { $0 != NewCatalog.configuration && FileStatus($0) != nil }
    if !isConfigured, let other {
      Terminal.note(
        "celestra-admin reads \(NewCatalog.configuration) from now on, not \(other): move its settings there")
    }
    try await seed(stated)
    try advise()
  }

  private func create(_ file: NewCatalog.File) throws {
    if FileManager.default.fileExists(atPath: file.path) {
      Terminal.standardError.write("kept \(file.path): it exists\n")
    } else {
      try OutputFile.create(file.text, at: file.path)
      Terminal.standardOutput.write("created \(file.path)\n")
    }
  }

  /// Seeds the container from the new files and the lists, whose records get a file, too.
  private func seed(_ stated: SeedCatalog) async throws {
    let hasFeeds = FileManager.default.fileExists(atPath: Self.feeds)
    let container = ["--container", EffectiveConfiguration.container]
    try await SeedCommand.parse([CatalogFolders.seed] + lists + container).run()
    if hasFeeds, !lists.isEmpty {
      Terminal.standardError.write(
        "kept \(Self.feeds): it exists; 'celestra-admin export json --output seed' adds the feeds of the lists\n")
    } else if !lists.isEmpty {
      try await writeFeeds(of: try ContainerOptions.parse(container), besides: stated)
    }
  }

  private func advise() throws {
    let configuration = try EffectiveConfiguration(valid: nil)
    Terminal.standardError.write(Self.nextSteps(hasContact: try FetchOptions.parse([]).hasContact(configuration)))
    if let id = CloudKitVariables.value(Program.containerVariable) {
      Terminal.note(
        "CLOUDKIT_CONTAINER_ID is set, so these commands would use \(DisplayText.short(id)); unset it first")
    }
  }

  /// Writes what only the seeded container and the lists have into the seed folder, as a file that a person edits.
  private func writeFeeds(of container: ContainerOptions, besides stated: SeedCatalog) async throws {
    var text = ""
    var selection = ExportSelection()
    selection.addSlugs(of: try SeedFiles.jsonSeeds(inFolder: CatalogFolders.seed))
    selection.addSlugs(of: stated)
    let export = CatalogExport(try container.open(for: .reading).reader, selection)
    let summary = try await export.write(as: .json, title: "") { text += $0 }
    let seeds = try SeedFiles.jsonFiles(inFolder: CatalogFolders.seed)
    let files = FileExport(
      SourceText(name: "export", text: text), summary, into: seeds, newFile: Self.feeds, replacing: .nothing,
      besides: stated)
    for (path, text) in files?.texts ?? [] {
      try OutputFile.write(text, to: path)
      Terminal.standardOutput.write("wrote \(path)\n")
    }
  }

  /// Refuses a list with errors before any file is written.
  /// - Returns: What the lists state.
  private func checkLists() throws -> SeedCatalog {
    guard !lists.isEmpty else { return SeedCatalog() }
    for list in lists where list == "-" || FileStatus(list).map({ !$0.isRegular && !$0.isFolder }) == true {
      throw CommandFailure("\(list) can be read only once; write it to a file, and pass that; nothing was written")
    }
    let read = try SeedFiles(lists, taking: [.feed], isStrict: false)
    if read.findings.has(atLeast: .error) {
      Terminal.report(error: read.findings.text(Style(.auto, for: .standardError)))
      throw CommandFailure("nothing was written; fix the errors and run the command again")
    }
    if read.seeds.feeds.isEmpty {
      throw CommandFailure("no feeds in \(lists.joined(separator: ", ")); pass OPML, CSV, JSON, or text with addresses")
    }
    return read.seeds
  }

  /// Refuses to mix the sample with files of another catalog, whose collections would name unknown feeds.
  private func checkSample() throws {
    guard sample else { return }
    let present = NewCatalog.sample.map { "\(CatalogFolders.seed)/\($0.name)" }.filter(
      FileManager.default.fileExists(atPath:))
    if let first = present.first, present.count < NewCatalog.sample.count {
      throw CommandFailure("\(first) exists; start the sample in an empty folder; nothing was written")
    }
  }

  private static func askedTruth() throws -> Configuration.Truth {
    guard Confirmation.isPossible else { return .files }
    let question = """
      Where will you edit the catalog?
        1. in the files in seed/, which you keep in git
        2. in the container, with commands
      """
    switch Confirmation.answer(question, "\n1 or 2 (Enter for 1): ")?.trimmingCharacters(in: .whitespaces) {
    case "1", "": return .files
    case "2": return .container
    default: throw CommandFailure("neither 1 nor 2, so nothing was written; run the command again, or pass --truth")
    }
  }

  private static func askedContact() throws -> String? {
    guard Confirmation.isPossible else { return nil }
    let answer = Confirmation.answer(
      "Server operators must be able to reach you: which page is about your fetcher?",
      "\nhttps://… (Enter to decide later): ")
    guard let text = answer?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    try FetchOptions.check(contact: text)
    return text
  }

  private static func nextSteps(hasContact: Bool) -> String {
    let contact = hasContact ? "" : " --contact https://example.com/about"
    let steps = [
      ("update\(contact)", "Fetch the feeds: health and articles."),
      ("score", "Compute their quality scores."),
      ("health report --format html=health.html", "Show which feeds are failing, as a page."),
    ]
    let width = steps.map(\.0.count).max() ?? 0
    return "\nNext:\n"
      + steps.map { command, meaning in
        let padding = String(repeating: " ", count: width - command.count)
        return "  celestra-admin \(command)\(padding)  \(meaning)\n"
      }.joined()
  }
}

extension Configuration.Truth: ExpressibleByArgument {}
