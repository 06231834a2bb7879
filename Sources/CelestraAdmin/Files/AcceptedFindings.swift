import Diagnostics
import Foundation
import SchemaReview

struct AcceptedFindings {
  let path: String
  var entries: [AcceptedFinding]
  /// The day that expiry is compared with, such as `2026-11-21`.
  let today: String

  /// Adds the findings that the entries do not accept yet.
  mutating func accept(_ diagnostics: [Diagnostic], of files: [String], reason: String) {
    entries = entries.accepting(diagnostics, reason: reason, today: today, files: names(of: files))
  }

  func outcome(
    _ diagnostics: [Diagnostic], of files: [String], asked: Set<String>, selection: RuleSelection = RuleSelection()
  ) -> AcceptedOutcome {
    AcceptedOutcome(
      diagnostics, accepted: entries, file: path, today: today, asked: asked, files: names(of: files),
      selection: selection)
  }

  /// - Throws: `CommandFailure` if the file is not readable or not valid.
  static func read(_ path: String) throws -> [AcceptedFinding] {
    let source = try InputFile.read(path)
    let file = AcceptedFile(source)
    guard file.diagnostics.isEmpty else {
      var findings = Findings()
      findings.add(file.diagnostics, in: source)
      // The message has no final newline.
      throw CommandFailure("the file of accepted findings has errors\n\(findings.text(.plain).dropLast())")
    }
    return file.findings
  }

  func write() throws {
    let entries: [EncodableObject] = entries.map {
      ["rule": $0.rule, "file": $0.file, "subject": $0.subject, "reason": $0.reason, "expires": $0.expires]
    }
    let contents: EncodableObject = ["accepted": entries]
    try OutputFile.write(contents.prettyJSON(), to: path)
  }

  /// Returns the names of files in entries: relative to the folder of the file of accepted findings.
  private func names(of files: [String]) -> [String: String] {
    Dictionary(files.map { ($0, relative($0)) }) { first, _ in first }
  }

  /// Returns the path of a file relative to the folder of this one; the name itself if it names no file.
  private func relative(_ name: String) -> String {
    guard FileManager.default.fileExists(atPath: name) else { return name }
    let file = URL(fileURLWithPath: name).standardizedFileURL.pathComponents
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().pathComponents
    let common = zip(file, folder).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + file[common...]).joined(separator: "/")
  }
}
