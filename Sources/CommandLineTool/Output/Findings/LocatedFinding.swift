package import Diagnostics
import Foundation

package struct LocatedFinding {
  package let diagnostic: Diagnostic
  /// The start and end; `nil` for a finding about a whole file, or without an available text.
  package let start, end: SourcePosition?
  package let edits: [(start: SourcePosition, end: SourcePosition, replacement: String)]
  package let related: (start: SourcePosition, end: SourcePosition)?
  /// The first 256 bytes of the marked text.
  let marked: String

  /// - Parameter tables: The line tables of the available texts, by file.
  package init(_ diagnostic: Diagnostic, source: SourceText?, tables: [String: LineTable]) {
    self.diagnostic = diagnostic
    let table = tables[diagnostic.file]
    start = diagnostic.range.flatMap { table?.position(at: $0.start) }
    end = diagnostic.range.flatMap { table?.position(at: $0.end) }
    edits = (diagnostic.fix?.edits ?? []).compactMap { edit in
      table.map { ($0.position(at: edit.range.start), $0.position(at: edit.range.end), edit.replacement) }
    }
    related = diagnostic.related.flatMap { related in
      tables[related.file].map { ($0.position(at: related.range.start), $0.position(at: related.range.end)) }
    }
    let marked = diagnostic.range.map { SourceRange($0.start, min($0.end, $0.start + 256)) }
    self.marked = marked.flatMap { source?.string($0) } ?? ""
  }

  /// The file as a path in the checkout, for programs that show findings there.
  var checkoutPath: String { Self.checkoutPath(of: diagnostic.file) }

  /// Returns the path of a file from the root of the repository: `REF:path` without its ref.
  package static func checkoutPath(of file: String) -> String {
    guard isInCommit(file), let colon = file.firstIndex(of: ":") else { return Checkout.current.path(of: file) }
    let path = String(file[colon...].dropFirst())
    // git reads every other path from the root.
    return path.hasPrefix("./") || path.hasPrefix("../") ? Checkout.current.path(of: path) : path
  }

  /// Whether a name is that of a file in a git commit, `REF:path`.
  static func isInCommit(_ file: String) -> Bool {
    file.contains(":") && !FileManager.default.fileExists(atPath: file)
  }

  /// The message on one line, after the path in a structured file.
  package var message: String { (diagnostic.path.map { "\($0): " } ?? "") + diagnostic.message }

  var messageWithHelp: String { message + (diagnostic.help.map { "; \($0)" } ?? "") }

  /// `path:line:column`, as far as known.
  package var place: String { start.map { "\(diagnostic.file):\($0.line):\($0.column)" } ?? diagnostic.file }

  /// The finding on one line, in the format of compilers.
  package var line: String {
    "\(place): \(diagnostic.severity.rawValue): \(DisplayText.line(message)) [\(diagnostic.rule)]"
  }
}

extension [LocatedFinding] {
  /// The findings sorted by severity, most severe first, otherwise in their order.
  var mostSevereFirst: [LocatedFinding] {
    Diagnostic.Severity.allCases.reversed().flatMap { severity in filter { $0.diagnostic.severity == severity } }
  }

  /// Fingerprints that survive edits elsewhere in the file: 64-bit FNV-1a hashes (Fowler, Noll, Vo) of the rule, the
  /// file, the marked text, and the index among identical findings. Messages and line numbers are not included.
  var fingerprints: [String] {
    var seen: [StableHash: Int] = [:]
    return map { finding in
      let diagnostic = finding.diagnostic
      let subject = "\(diagnostic.rule)\0\(finding.checkoutPath)\0\(diagnostic.path ?? "")\0\(finding.marked)"
      let base = StableHash(subject.utf8)
      let count = seen[base, default: 0]
      seen[base] = count + 1
      return (count == 0 ? base : StableHash("#\(count)".utf8, from: base.value)).hexadecimal
    }
  }
}
