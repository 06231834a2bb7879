import Foundation
import Syndication
import TestEnvironment

/// The collected feeds beside the project, where they are there.
enum FeedCorpus {
  /// What feedparser 6.0.14 reads in a file, without the headers of HTTP.
  struct Row: Equatable {
    var version = ""
    var title = ""
    var link = ""
    var items = 0
    var firstID = ""
    var firstLink = ""
    var firstDate = ""
  }

  static let folder = Corpus.folder("feeds")

  static var isThere: Bool { Corpus.has("feeds/index.tsv") }

  static func bytes(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: file))) }

  static func oracle() throws -> [(file: String, row: Row)] {
    let text = try String(contentsOf: folder.appending(path: "oracle_feedparser_6.0.14.tsv"), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 9, let items = Int(columns[5]) else { return nil }
      return (
        columns[0],
        Row(
          version: columns[1], title: columns[3], link: columns[4], items: items, firstID: columns[6],
          firstLink: columns[7], firstDate: columns[8])
      )
    }
  }

  /// The files of a folder, at any depth, by their paths inside the corpus.
  static func files(in path: String, ending: String) throws -> [String] {
    let root = folder.appending(path: path)
    let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(ending) }.sorted().map { "\(path)/\($0)" }
  }

  static func read(_ file: String) throws -> FeedReading {
    FeedDocument.read(try bytes(file), contentType: nil, url: nil)
  }
}
