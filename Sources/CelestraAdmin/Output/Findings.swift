import Diagnostics

/// The diagnostics of a run, with the texts they speak of.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  /// The texts that were looked at, in that order, those in which nothing was found among them.
  private(set) var files: [String] = []
  private var sources: [String: SourceText] = [:]

  /// Adds what was found in a text.
  mutating func add(_ diagnostics: [Diagnostic], in source: SourceText) {
    if sources.updateValue(source, forKey: source.name) == nil { files.append(source.name) }
    add(diagnostics)
  }

  /// These findings and others; the texts go where there is nothing to show in them.
  func adding(_ more: [Diagnostic]) -> Findings {
    var findings = self
    findings.add(more)
    if findings.diagnostics.isEmpty { findings.sources = [:] }
    return findings
  }

  /// Adds what was found where the text is not at hand.
  mutating func add(_ diagnostics: [Diagnostic]) {
    self.diagnostics += diagnostics
  }

  /// How many there are of a severity, those left out among them.
  func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.count { $0.severity == severity } + leftOut[severity, default: 0]
  }

  /// Whether there is one at least as severe, left out or not.
  func has(atLeast severity: Diagnostic.Severity) -> Bool {
    Diagnostic.Severity.allCases.contains { $0 >= severity && count($0) > 0 }
  }

  /// How many are told of in no format.
  var hidden: Int { leftOut.values.reduce(0, +) }

  /// Findings shown to people at the most.
  private var shown = 100
  private var leftOut: [Diagnostic.Severity: Int] = [:]

  /// The most severe of these findings, in their order; the others are counted only.
  func limited(to limit: Int) -> Findings {
    var findings = self
    findings.shown = limit
    guard diagnostics.count > limit else { return findings }
    var room = limit
    var isKept = Array(repeating: false, count: diagnostics.count)
    for severity in Diagnostic.Severity.allCases.reversed() {
      for index in diagnostics.indices where diagnostics[index].severity == severity {
        if room > 0 { isKept[index] = true } else { findings.leftOut[severity, default: 0] += 1 }
        room -= 1
      }
    }
    findings.diagnostics = zip(diagnostics, isKept).filter(\.1).map(\.0)
    return findings
  }

  /// The findings for people: a code frame each, the most severe where there are too many to show, then a line of counts;
  /// empty where there are none.
  func text(_ style: Style) -> String {
    guard !diagnostics.isEmpty || hidden > 0 else { return "" }
    var room = shown
    var least = Diagnostic.Severity.error
    for severity in Diagnostic.Severity.allCases.reversed() where room > 0 {
      least = severity
      room -= diagnostics.count { $0.severity == severity }
    }
    var frames: [String: CodeFrame] = [:]
    func frame(of file: String) -> CodeFrame? {
      guard let source = sources[file] else { return nil }
      let frame = frames[file] ?? CodeFrame(source)
      frames[file] = frame
      return frame
    }
    var text = ""
    for diagnostic in diagnostics.lazy.filter({ $0.severity >= least }).prefix(shown) {
      let own = frame(of: diagnostic.file)
      let other = diagnostic.related.flatMap { frame(of: $0.file) }
      let parts = [
        own?.render(diagnostic) ?? CodeFrame.render(withoutPlace: diagnostic), own?.renderFix(of: diagnostic),
        other?.renderRelated(of: diagnostic),
      ]
      text += style.frame(parts.compactMap(\.self).joined(separator: "\n"), diagnostic.severity) + "\n"
    }
    let unseen = diagnostics.count - min(shown, diagnostics.count { $0.severity >= least })
    return text + counts + (unseen > 0 ? "; \(unseen) are not shown, --format json has them all" : "")
      + (hidden > 0 ? "; \(hidden) of them are hidden by --max-findings" : "") + "\n"
  }

  /// The counts in words, such as `2 errors, 1 warning`; empty where nothing was found.
  var counts: String {
    let parts = [(Diagnostic.Severity.error, "error"), (.warning, "warning"), (.info, "note")].compactMap {
      severity, word -> String? in
      let count = count(severity)
      return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    return parts.joined(separator: ", ")
  }

  /// The findings with their places as people and editors count them, in their order.
  var located: [LocatedFinding] {
    var offsets: [String: [Int]] = [:]
    for diagnostic in diagnostics where sources[diagnostic.file] != nil {
      offsets[diagnostic.file, default: []] += LocatedFinding.offsets(of: diagnostic)
    }
    for related in diagnostics.lazy.compactMap(\.related) where sources[related.file] != nil {
      offsets[related.file, default: []] += [related.range.start, related.range.end]
    }
    let places = offsets.reduce(into: [String: [Int: SourcePosition]]()) { places, entry in
      places[entry.key] = sources[entry.key].map { source in
        let table = LineTable(source)
        return Dictionary(uniqueKeysWithValues: Set(entry.value).map { ($0, table.position(at: $0)) })
      }
    }
    return diagnostics.map { diagnostic in
      LocatedFinding(
        diagnostic, source: sources[diagnostic.file], places: places[diagnostic.file] ?? [:],
        relatedPlaces: diagnostic.related.flatMap { places[$0.file] } ?? [:])
    }
  }

  /// The findings as data.
  var items: [EncodableObject] {
    located.map { finding in
      let diagnostic = finding.diagnostic
      let related: EncodableObject? = diagnostic.related.map { related in
        [
          "file": related.file, "message": related.message, "start": (finding.related?.start).map(Self.json),
          "end": (finding.related?.end).map(Self.json),
        ]
      }
      return [
        "file": diagnostic.file, "rule": diagnostic.rule, "severity": diagnostic.severity.rawValue,
        "message": diagnostic.message, "path": diagnostic.path, "help": diagnostic.help,
        "start": finding.start.map(Self.json), "end": finding.end.map(Self.json), "related": related,
      ]
    }
  }

  /// A place as data: 1-based line and column (UTF-16), 0-based byte offset.
  private static func json(_ place: SourcePosition) -> EncodableObject {
    ["line": place.line, "column": place.column, "offset": place.offset]
  }
}
