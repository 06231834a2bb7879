import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import TestEnvironment
import Testing

/// Schema files: the shipped ones, an export and a history of our own, and collected ones if present.
enum SchemaCorpus {
  struct Entry: Sendable, CustomTestStringConvertible {
    let file: String
    /// The repository and path, which all versions of a file share.
    let origin: String
    let firstErrorLine: Int?
    let source: SourceText

    var testDescription: String { file }
  }

  static let entries = own + collected
  static let good = entries.filter { $0.firstErrorLine == nil }
  static let bad = entries.filter { $0.firstErrorLine != nil }

  /// The exports that no one has edited: printing them gives their own bytes.
  static let exports = good.filter {
    Array(SchemaDocument($0.source).schema.inExportOrder.text().utf8) == $0.source.bytes
  }

  /// Our own files; only the last one is invalid.
  static let own: [Entry] = {
    let files = ["schema/celestra.ckdb", "schema/celestrakit.ckdb", "Tests/SchemaReviewTests/Fixtures/export.ckdb"]
    let shipped = files.compactMap { path in
      let file = TestEnvironment.root.appending(path: path)
      return (try? Data(contentsOf: file)).map { (file.lastPathComponent, [UInt8]($0)) }
    }
    let versions = [
      "title STRING QUERYABLE, // the headline\n    old BYTES,",
      "title STRING QUERYABLE SORTABLE,\n    body STRING SEARCHABLE, // new",
      "title STRING QUERYABLE SORTABLE,\n    body STRING SEARCHABLE,\n    tags LIST<STRING>,",
    ]
    let history = versions.enumerated().map { index, fields in
      let text = """
        DEFINE SCHEMA
          CREATE ROLE Editor;
          RECORD TYPE Note (
            \(fields)
            "___recordID" REFERENCE QUERYABLE,
            GRANT READ TO "_world",
            GRANT WRITE TO Editor
          );

        """
      return Entry(
        file: "note@\(index).ckdb", origin: "own/note", firstErrorLine: nil,
        source: SourceText(name: "note@\(index).ckdb", text: text))
    }
    let broken = SourceText(name: "broken.ckdb", text: "DEFINE SCHEMA\nRECORD TYPE T (\n  a STRING,\n  b STRNG\n);\n")
    return shipped.map { name, bytes in
      Entry(file: name, origin: name, firstErrorLine: nil, source: SourceText(name: name, bytes: bytes))
    } + history + [Entry(file: "broken.ckdb", origin: "broken", firstErrorLine: 4, source: broken)]
  }()

  /// The collected files; empty if the corpus is absent.
  static let collected: [Entry] = {
    let folder = Corpus.folder("ckdb")
    guard let index = try? String(contentsOf: folder.appending(path: "index.tsv"), encoding: .utf8) else { return [] }
    return index.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 8, let data = try? Data(contentsOf: folder.appending(path: columns[0])) else { return nil }
      return Entry(
        file: columns[0], origin: columns[1] + "/" + columns[2], firstErrorLine: Int(columns[7]),
        source: SourceText(name: columns[0], bytes: Array(data)))
    }
  }()
}
