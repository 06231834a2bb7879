import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import Discovery
import FeedFetching
import SystemCalls

struct FeedsDiscoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discover",
    abstract: "Find the feeds of sites and pages, the best first.",
    discussion: """
      Reads the links of a page and of its HTTP answer, fetches at most \(FeedFinder.fetched) of them, and shows each \
      feed with the reason for its place: the whole site's feed before a part's, articles before comments. Exits with 1 \
      if an address has no feed, or if --add finds that the list has it.
      """)

  @Argument(help: "Addresses of sites, pages, or feeds.")
  var addresses: [String] = []

  @Flag(help: "If a page declares no feed, try the addresses where programs and services usually have theirs.")
  var guess = false

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp(
      "Add the best feed to a list, in the list's own form and order; without a file, to the container.",
      valueName: "file"), completion: .file())
  var add: String?

  @Option(help: ArgumentHelp("Slug of the category for --add.", valueName: "slug"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "Read the address from the body of an issue that was opened with a form; - reads standard input.",
      valueName: "file"), completion: .file())
  var fromIssue: String?

  @Flag(help: "With --add, show the entry and write nothing.")
  var dryRun = false

  @OptionGroup(title: "Fetching") var fetching: FetchOptions
  @OptionGroup var truth: ContainerOnlyOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func validate() throws {
    if add?.contains("://") == true { throw ValidationError("write the address before --add") }
    if fromIssue == nil, addresses.isEmpty { throw ValidationError("pass the address of a site, page, or feed") }
    if fromIssue != nil, !addresses.isEmpty { throw ValidationError("use addresses or --from-issue, not both") }
    if add != nil, addresses.count > 1 { throw ValidationError("--add accepts one address") }
    if category != nil, add == nil { throw ValidationError("--category requires --add") }
  }

  func run() async throws {
    let configuration = try container.configuration()
    _ = try fetching.contact(configuration)
    var report = FeedsDiscoverReport(asOf: clock.asOf)
    let submission = try fromIssue.map { try FeedSubmission(String(decoding: InputFile.read($0).bytes, as: UTF8.self)) }
    if let submission, let refusal = submission.refusal {
      report.refusal = refusal
    } else {
      try checkList()
      let known = try await KnownFeeds(list: add ?? "", container)
      report.found = try await find(submission, configuration)
      try await report.look(up: known)
      if submission != nil || add != nil { try await addBest(to: &report, submission) }
    }
    try output.write(report, exit: report.status)
  }

  private func find(
    _ submission: FeedSubmission?, _ configuration: EffectiveConfiguration
  ) async throws -> [FoundFeeds] {
    try await HTTPFeedFetcher.with(try fetching.settings(configuration)) { fetcher in
      let finder = FeedFinder(fetcher: fetcher, guesses: guess || submission != nil, asOf: clock.asOf)
      var found: [FoundFeeds] = []
      for address in submission.map({ [$0.address] }) ?? addresses where !Task.isCancelled {
        found.append(await finder.find(address))
      }
      return found
    }
  }

  private func checkList() throws {
    if let add, !add.isEmpty, FileStatus(add) == nil {
      throw CommandFailure(
        "there is no list \(add); create it with a first entry such as: \(FirstEntry.example(in: add))")
    }
  }

  // MARK: Adding

  private func addBest(to report: inout FeedsDiscoverReport, _ submission: FeedSubmission?) async throws {
    guard let best = report.found.first?.best else {
      report.refusal = "no feed was found" + (guess || submission != nil ? "" : "; --guess tries usual addresses")
      return
    }
    if let place = report.places[best.address.key] {
      report.refusal = "the list has this feed already: \(place)"
      return
    }
    if let former = report.former[best.address.key] {
      report.refusal = "this feed was removed on \(former.date): \(former.reason)"
      return
    }
    var entry = best.entry(at: CatalogEditor.place, category: category ?? submission?.category)
    if let title = submission?.title { entry.fields[FeedField.title] = .string(title) }
    report.entry = entry
    guard let add else { return }
    report.isDryRun = dryRun
    if add.isEmpty {
      report.added = try await addToContainer(entry)
      return
    }
    var files = EditedFiles()
    if let reason = try files.apply([.add(entry)], in: add) {
      let refusal = "cannot add to \(add): \(reason)"
      // The contributor of an issue gets the reason as an answer.
      if submission == nil { throw CommandFailure(refusal) }
      report.refusal = refusal
      return
    }
    if !dryRun { _ = try files.write() }
    report.added = add
  }

  private func addToContainer(_ entry: FeedSeed) async throws -> String {
    let opened = try container.open(for: dryRun ? .reading : .writing, isPlanned: true)
    let plan = try await CatalogEditor(opened.reader, asOf: clock.asOf).plan(
      feeds: [(entry, nil)], allowsCredentials: false)
    let findings = Findings(plan.diagnostics)
    output.writeFindings(findings)
    if findings.has(atLeast: .error) { throw ExitStatus.answerIsNo.code }
    try await truth.check(plan.changes, of: opened, container.configuration())
    var write = PlannedWrite(plan.changes, to: opened, container.approval, isDryRun: dryRun)
    write.replan = plan.replan(in: opened.store, isEdit: true)
    let outcome = try await write.run { opened.store }
    if let failure = outcome?.failures.first {
      throw CommandFailure("cannot add the feed to \(opened.name): \(failure.error)")
    }
    return opened.name
  }
}
