import Diagnostics
import Foundation
import SchemaReview

/// The file of accepted findings.
struct AcceptedFile: Codable {
  /// One entry.
  struct Entry: Codable {
    let fingerprint, rule, subject, reason: String
    let from, to, expires: String?
  }

  /// The entries, in the order of the file.
  let accepted: [Entry]

  /// A file of these findings.
  init(_ findings: [AcceptedFinding]) {
    accepted = findings.map {
      Entry(
        fingerprint: $0.fingerprint, rule: $0.rule, subject: $0.subject, reason: $0.reason, from: $0.from, to: $0.to,
        expires: $0.expires)
    }
  }

  /// Reads the findings of a file.
  /// - Throws: `CommandFailure` that says what is wrong with it.
  static func read(_ path: String) throws -> [AcceptedFinding] {
    let source = try InputFile.read(path)
    let file: AcceptedFile
    do {
      file = try JSONDecoder().decode(AcceptedFile.self, from: Data(source.bytes))
    } catch {
      throw CommandFailure(
        "cannot use \(path): it is no list of accepted findings; 'schema lint --accept' writes one")
    }
    return try file.accepted.enumerated().map { index, entry in
      guard entry.reason.contains(where: { !$0.isWhitespace }) else {
        throw CommandFailure("cannot use \(path): accepted[\(index)] gives no reason; say why it is accepted")
      }
      if let expires = entry.expires, expires.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil {
        throw CommandFailure("cannot use \(path): accepted[\(index)].expires is no day; write it so: 2026-11-21")
      }
      return AcceptedFinding(
        fingerprint: entry.fingerprint, rule: entry.rule, subject: entry.subject, from: entry.from, to: entry.to,
        reason: entry.reason, expires: entry.expires)
    }
  }

  /// Writes the file, at once or not at all.
  func write(to path: String) throws {
    do {
      try Data(prettyJSON().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure("cannot write \(path): \(error.localizedDescription); check who may write it")
    }
  }
}
