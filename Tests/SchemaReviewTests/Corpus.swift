import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

/// Real schema files of public repositories, in a folder beside the project; tests that need it skip without it.
enum Corpus {
  struct Entry: Sendable, CustomTestStringConvertible {
    let file: String
    /// The repository and path it was, which its history shares.
    let origin: String
    let firstErrorLine: Int?
    let source: SourceText

    var testDescription: String { file }
  }

  static let absence = "the corpus is not beside the project"

  static let entries: [Entry] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/corpus/ckdb")
    guard let index = try? String(contentsOf: folder.appending(path: "index.tsv"), encoding: .utf8) else { return [] }
    return index.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 8, let data = try? Data(contentsOf: folder.appending(path: columns[0])) else { return nil }
      return Entry(
        file: columns[0], origin: columns[1] + "/" + columns[2], firstErrorLine: Int(columns[7]),
        source: SourceText(name: columns[0], bytes: Array(data)))
    }
  }()

  static let good = entries.filter { $0.firstErrorLine == nil }
  static let bad = entries.filter { $0.firstErrorLine != nil }
}
