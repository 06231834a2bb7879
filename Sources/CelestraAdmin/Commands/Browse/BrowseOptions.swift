import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import Curation

/// The options of every command of `browse`.
struct BrowseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder for copies of answers: categories count as current for 24 hours, other answers except articles for 1 "
        + "hour. If the container cannot be reached, the last copy is shown.", valueName: "folder"),
    completion: .directory)
  var cache: String?

  @OptionGroup var clock: ClockOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<ListFormats>

  func validate() throws {
    if cache == "" { throw ValidationError("--cache requires a folder") }
  }

  /// A catalog and what reads it.
  struct Catalog {
    let opened: OpenedContainer
    var reader: AppReader { AppReader(opened.store, layout: opened.layout) }
    var finder: CatalogFinder { CatalogFinder(opened.reader) }
  }

  /// Returns the answer to a read: a current copy if there is one, otherwise the container's.
  /// - Parameter read: Its identity in the cache.
  func answer(
    _ read: AppRead, _ body: (Catalog) async throws -> AppAnswer
  ) async throws -> (opened: OpenedContainer, answer: AppAnswer) {
    let opened = try OpenedContainer(container, for: .reading)
    guard let cache else { return (opened, try await body(Catalog(opened: opened))) }
    let copies = AnswerCopies(in: cache, of: try container.identity, schema: opened.schema)
    let answer = try await copies.answer(read, asOf: clock.asOf) { try await body(Catalog(opened: opened)) }
    return (opened, answer)
  }

  /// Writes a list of the records that a read returns.
  func list(
    _ read: AppRead, _ list: BrowseList, _ body: (Catalog) async throws -> AppAnswer
  ) async throws {
    let (opened, answer) = try await answer(read, body)
    var report = CatalogList(
      read.command, list.rawValue, container: opened.name, columns: list.columns(in: opened.layout),
      rows: answer.records)
    report.hasMore = answer.hasMore
    report.next = answer.next?.token
    try output.write(report)
  }

  /// Writes the fields of the record that a read returns.
  /// - Throws: `CommandFailure` if the read returns no record.
  func details(
    _ read: AppRead, _ noun: String, _ name: String, showing fields: [CatalogField]? = nil,
    _ body: (Catalog) async throws -> AppAnswer
  ) async throws {
    let (opened, answer) = try await answer(read, body)
    guard var record = answer.records.first else { throw CommandFailure("there is no \(noun) '\(name)'") }
    if let names = fields?.names(in: opened.layout) {
      record.fields = record.fields.filter { names.contains($0.key) }
    }
    var details = RecordDetails(read.command, record, in: opened)
    details.valueWidth = 200
    try output.write(details)
  }
}

/// The part of a list to return.
struct BrowsePageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Position to continue at: 'next' in the summary of an earlier answer in JSON.", valueName: "position"))
  var after: String?

  /// Returns the page of up to `limit` records; 0 for all.
  func page(_ limit: Int) -> AppPage { AppPage(upTo: limit, after: after.map { Cursor(token: $0) }) }
}

extension AppPage {
  /// Creates a page of up to `limit` records; 0 for all.
  init(upTo limit: Int, after: Cursor? = nil) { self.init(limit: limit == 0 ? .max : limit, after: after) }
}

/// The checks of `--limit` and of words to search for.
enum BrowseArguments {
  /// Rejects a negative limit.
  static func check(limit: Int?) throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more, not \(limit)") }
  }

  /// Rejects a text without a word. A search for it would find nothing.
  static func check(words: String) throws {
    if !words.contains(where: { $0.isLetter || $0.isNumber }) {
      throw ValidationError("search for at least one word")
    }
  }
}
