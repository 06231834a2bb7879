import Diagnostics

/// A finding with line and column positions.
struct LocatedFinding {
  /// The finding.
  let diagnostic: Diagnostic
  /// The start and end; `nil` for a finding about a whole file, or without an available text.
  let start, end: SourcePosition?
  /// The edits of the fix, with their positions.
  let edits: [(start: SourcePosition, end: SourcePosition, replacement: String)]
  /// The start and end of the related location.
  let related: (start: SourcePosition, end: SourcePosition)?
  /// The first 256 bytes of the marked text.
  let marked: String

  /// Creates a finding from positions by byte offset.
  init(
    _ diagnostic: Diagnostic, source: SourceText?, places: [Int: SourcePosition],
    relatedPlaces: [Int: SourcePosition] = [:]
  ) {
    self.diagnostic = diagnostic
    start = diagnostic.range.flatMap { places[$0.start] }
    end = diagnostic.range.flatMap { places[$0.end] }
    edits = (diagnostic.fix?.edits ?? []).compactMap { edit in
      guard let start = places[edit.range.start], let end = places[edit.range.end] else { return nil }
      return (start, end, edit.replacement)
    }
    related =
      if let range = diagnostic.related?.range, let start = relatedPlaces[range.start],
        let end = relatedPlaces[range.end]
      {
        (start, end)
      } else {
        nil
      }
    marked =
      if let range = diagnostic.range, let source {
        source.string(SourceRange(range.start, min(range.end, range.start + 256)))
      } else {
        ""
      }
  }

  /// Returns the byte offsets whose positions a finding needs.
  static func offsets(of diagnostic: Diagnostic) -> [Int] {
    let ranges = [diagnostic.range].compactMap(\.self) + (diagnostic.fix?.edits ?? []).map(\.range)
    return ranges.flatMap { [$0.start, $0.end] }
  }

  /// The message on one line, after the path in a structured file.
  var message: String { (diagnostic.path.map { "\($0): " } ?? "") + diagnostic.message }

  /// The message, followed by the help.
  var messageWithHelp: String { message + (diagnostic.help.map { "; \($0)" } ?? "") }

  /// `path:line:column`, as far as known.
  var place: String { start.map { "\(diagnostic.file):\($0.line):\($0.column)" } ?? diagnostic.file }

  /// The finding on one line, in the format of compilers.
  var line: String {
    "\(place): \(diagnostic.severity.rawValue): \(OneLine.text(message)) [\(diagnostic.rule)]"
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
    var seen: [UInt64: UInt64] = [:]
    return map { finding in
      let diagnostic = finding.diagnostic
      let subject = "\(diagnostic.rule)\0\(diagnostic.file)\0\(diagnostic.path ?? "")\0\(finding.marked)"
      let base = Self.hash(subject.utf8, from: 0xCBF2_9CE4_8422_2325)
      let count = seen[base, default: 0]
      seen[base] = count + 1
      let digits = String(count == 0 ? base : Self.hash("#\(count)".utf8, from: base), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  private static func hash(_ bytes: some Sequence<UInt8>, from basis: UInt64) -> UInt64 {
    bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
