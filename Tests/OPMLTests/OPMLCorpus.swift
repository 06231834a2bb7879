import Diagnostics
import Foundation
import TestEnvironment

/// The collected OPML files beside the project, where they are there.
enum OPMLCorpus {
  /// One row of the index.
  struct Entry {
    let file: String
    let isWellFormed: Bool
    /// What listparser 0.20 counts: distinct addresses.
    let listparserFeeds: Int
    /// Its outlines that include or link to lists.
    let listparserLists: Int
    /// Its outlines with a page's address and no feed's.
    let listparserOpportunities: Int
  }

  static let folder = Corpus.folder("opml")

  static var isThere: Bool { Corpus.has("opml/index.tsv") }

  static func entries() throws -> [Entry] {
    let text = try String(contentsOf: folder.appending(path: "index.tsv"), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let counts = columns.dropFirst(8).prefix(3).compactMap { Int($0) }
      guard columns.count == 15, counts.count == 3 else { return nil }
      return Entry(
        file: columns[14], isWellFormed: columns[6] == "yes", listparserFeeds: counts[0], listparserLists: counts[1],
        listparserOpportunities: counts[2])
    }
  }

  static func source(_ file: String) throws -> SourceText {
    SourceText(name: file, bytes: Array(try Data(contentsOf: folder.appending(path: file))))
  }
}
