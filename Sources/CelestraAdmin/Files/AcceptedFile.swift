import Diagnostics
import Foundation
import SchemaReview

/// The file of accepted findings.
struct AcceptedFile: Codable {
  /// An accepted finding.
  struct Entry: Codable {
    let fingerprint, rule, subject, reason: String
    let from, to, expires: String?
  }

  /// The entries in file order.
  let accepted: [Entry]

  /// Creates the contents of a file.
  init(_ findings: [AcceptedFinding]) {
    accepted = findings.map {
      Entry(
        fingerprint: $0.fingerprint, rule: $0.rule, subject: $0.subject, reason: $0.reason, from: $0.from, to: $0.to,
        expires: $0.expires)
    }
  }

  /// Reads the findings in a file.
  /// - Throws: `CommandFailure` if the file is not readable or not valid.
  static func read(_ path: String) throws -> [AcceptedFinding] {
    let source = try InputFile.read(path)
    let file: AcceptedFile
    do {
      file = try JSONDecoder().decode(AcceptedFile.self, from: Data(source.bytes))
    } catch {
      throw CommandFailure(
        "cannot use \(path): not a list of accepted findings; 'schema lint --accept' writes one")
    }
    return try file.accepted.enumerated().map { index, entry in
      guard entry.reason.contains(where: { !$0.isWhitespace }) else {
        throw CommandFailure("cannot use \(path): accepted[\(index)] has no reason; add why the finding is accepted")
      }
      if let expires = entry.expires, expires.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil {
        throw CommandFailure("cannot use \(path): accepted[\(index)].expires is not a date; write it as 2026-11-21")
      }
      return AcceptedFinding(
        fingerprint: entry.fingerprint, rule: entry.rule, subject: entry.subject, from: entry.from, to: entry.to,
        reason: entry.reason, expires: entry.expires)
    }
  }

  /// Writes the file atomically.
  func write(to path: String) throws {
    try OutputFile.write(prettyJSON(), to: path)
  }
}
