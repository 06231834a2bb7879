import Diagnostics

/// A finding with its places as people and editors count them.
struct LocatedFinding {
  /// The finding.
  let diagnostic: Diagnostic
  /// Where it begins and ends; `nil` where it is about a file as a whole, or its text is not at hand.
  let start, end: SourcePosition?
  /// The edits that mend it, with their places.
  let edits: [(start: SourcePosition, end: SourcePosition, replacement: String)]
  /// Where the other place it speaks of begins and ends.
  let related: (start: SourcePosition, end: SourcePosition)?
  /// The marked text, its first 256 bytes.
  let marked: String

  /// A finding in a text whose places were looked up.
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

  /// The offsets that must be looked up for a finding.
  static func offsets(of diagnostic: Diagnostic) -> [Int] {
    let ranges = [diagnostic.range].compactMap(\.self) + (diagnostic.fix?.edits ?? []).map(\.range)
    return ranges.flatMap { [$0.start, $0.end] }
  }

  /// What is wrong, with the place in a structured file, on one line.
  var message: String { (diagnostic.path.map { "\($0): " } ?? "") + diagnostic.message }

  /// The message, then what helps.
  var messageWithHelp: String { message + (diagnostic.help.map { "; \($0)" } ?? "") }

  /// `path:line:column`, as far as it is known.
  var place: String { start.map { "\(diagnostic.file):\($0.line):\($0.column)" } ?? diagnostic.file }

  /// The finding on one line, as editors and compilers write it.
  var line: String {
    "\(place): \(diagnostic.severity.rawValue): \(OneLine.text(message)) [\(diagnostic.rule)]"
  }
}

/// Text that must not leave its line.
enum OneLine {
  /// The text with control characters replaced, and those that turn text around or end a line.
  static func text(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }))
  }

  /// The same of each line of a text whose line ends are meant.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.text(String($0)) }.joined(separator: "\n")
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [LocatedFinding] {
  /// The most severe first, else in their order.
  var mostSevereFirst: [LocatedFinding] {
    Diagnostic.Severity.allCases.reversed().flatMap { severity in filter { $0.diagnostic.severity == severity } }
  }

  /// A fingerprint for each that outlives edits elsewhere in the file: of rule, file, marked text, and which of several
  /// alike it is; never of prose or lines. FNV-1a with 64 bits (Fowler, Noll, Vo), since nobody gains by a collision.
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
