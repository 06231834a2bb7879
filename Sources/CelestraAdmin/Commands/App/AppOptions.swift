import ArgumentParser
import Articles
import CloudKitRecords
import CommandLineTool

/// The part of a list to return.
struct AppPageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Position to continue at: 'next' in the summary of an earlier answer in JSON.", valueName: "position"))
  var after: String?

  /// Returns the page of up to `limit` records; 0 for all.
  func page(_ limit: Int) -> AppPage { AppPage(upTo: limit, after: after.map { Cursor(token: $0) }) }
}

extension AppPage {
  /// Creates a page of up to `limit` records; 0 for all.
  init(upTo limit: Int, after: Cursor? = nil) { self.init(limit: limit.asLimit, after: after) }
}

enum AppArguments {
  /// Rejects a text without a word. A search for it would find nothing.
  static func check(words: String) throws {
    if !words.contains(where: { $0.isLetter || $0.isNumber }) {
      throw ValidationError("search for at least one word")
    }
  }
}
