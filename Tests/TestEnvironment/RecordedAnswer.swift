import Foundation

/// A request to CloudKit Web Services with its answer: one of our own in the form of recordings, or one of the corpus.
package struct RecordedAnswer: Sendable, CustomStringConvertible {
  package enum Origin: Sendable {
    /// Our own, in the form of recordings.
    case own
    /// Recorded by other people.
    case recorded
    /// Recorded and edited by other people.
    case edited
    /// Transcribed, quoted, or documented.
    case described
  }

  /// The file's name.
  package let file: String
  package let origin: Origin
  /// The operation's path after the database, such as `records/query`; empty if unknown.
  package let operation: String
  /// The file's content.
  package let bytes: [UInt8]

  package var description: String { file }

  /// All answers; only our own if the corpus is absent.
  package static let all = own + collected

  private static let own: [Self] = {
    let folder = TestEnvironment.root.appending(path: "Tests/TestEnvironment/Answers")
    let operations = [
      "error.json": "", "lookup-not-found.json": "records/lookup", "modify.json": "records/modify",
      "query-references.json": "records/query", "query.json": "records/query", "zones-list.json": "zones/list",
    ]
    return operations.sorted { $0.key < $1.key }.compactMap { read($0.key, in: folder, .own, operation: $0.value) }
  }()

  private static let collected: [Self] = {
    let folder = Corpus.folder("cloudkit-json")
    guard let index = try? String(contentsOf: folder.appending(path: "index.tsv"), encoding: .utf8) else { return [] }
    return index.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count > 3 else { return nil }
      let origin: Origin =
        switch columns[2] {
        case "recorded": .recorded
        case "edited copy of a recording (by its authors)": .edited
        default: .described
        }
      let operation =
        columns[3].contains("internal")
        ? ""
        : columns[3].split(separator: "/").suffix(2)
          .joined(separator: "/")
      return read(columns[0], in: folder, origin, operation: operation)
    }
  }()

  private static func read(_ file: String, in folder: URL, _ origin: Origin, operation: String) -> Self? {
    guard let data = try? Data(contentsOf: folder.appending(path: file)) else { return nil }
    return Self(file: file, origin: origin, operation: operation, bytes: Array(data))
  }
}
