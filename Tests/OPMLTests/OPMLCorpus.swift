import Diagnostics
import Foundation
import TestEnvironment

/// The collected OPML files, an optional corpus next to the project.
enum OPMLCorpus {
  /// A row of the index.
  struct Entry {
    let file: String
    let isWellFormed: Bool
    /// The number of distinct addresses in listparser 0.20.
    let listparserFeeds: Int
    /// The number of outlines that include or link to lists in listparser.
    let listparserLists: Int
    /// The number of outlines with a page but no feed in listparser.
    let listparserOpportunities: Int
  }

  static let folder = Corpus.folder("opml")

  static var isPresent: Bool { Corpus.has("opml/index.tsv") }

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
