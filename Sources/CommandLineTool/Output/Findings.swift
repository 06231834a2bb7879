package import Diagnostics

/// The diagnostics of a run and the source texts they refer to.
package struct Findings {
  package private(set) var diagnostics: [Diagnostic] = []
  /// The names of the checked texts in order, including those without findings.
  package private(set) var files: [String] = []
  private var sources: [String: SourceText] = [:]

  /// - Parameter sources: The checked texts, those without findings, too.
  package init(_ diagnostics: [Diagnostic] = [], in sources: [SourceText] = []) {
    for source in sources { add([], in: source) }
    add(diagnostics)
  }

  package mutating func add(_ diagnostics: [Diagnostic], in source: SourceText) {
    if sources.updateValue(source, forKey: source.name) == nil { files.append(source.name) }
    add(diagnostics)
  }

  /// Returns these findings with more, dropping the texts if there are no findings.
  package func adding(_ more: [Diagnostic]) -> Findings {
    var findings = self
    findings.add(more)
    if findings.diagnostics.isEmpty { findings.sources = [:] }
    return findings
  }

  /// Adds diagnostics whose text is not available.
  package mutating func add(_ diagnostics: [Diagnostic]) {
    self.diagnostics += diagnostics
  }

  /// Returns the number of findings of a severity, including hidden ones.
  package func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.count { $0.severity == severity } + hiddenSeverities.count { $0 == severity }
  }

  /// Whether a finding, shown or hidden, has at least this severity.
  package func has(atLeast severity: Diagnostic.Severity) -> Bool {
    Diagnostic.Severity.allCases.contains { $0 >= severity && count($0) > 0 }
  }

  /// The number of findings that no format shows.
  package var hidden: Int { hiddenSeverities.count }

  private var textLimit = 100
  private var hiddenSeverities: [Diagnostic.Severity] = []

  /// Returns the most severe findings in their order, with counts of the hidden ones.
  package func limited(to limit: Int) -> Findings {
    var findings = self
    findings.textLimit = limit
    guard diagnostics.count > limit else { return findings }
    var room = limit
    var isKept = Array(repeating: false, count: diagnostics.count)
    for severity in Diagnostic.Severity.allCases.reversed() {
      for index in diagnostics.indices where diagnostics[index].severity == severity {
        if room > 0 { isKept[index] = true } else { findings.hiddenSeverities.append(severity) }
        room -= 1
      }
    }
    findings.diagnostics = zip(diagnostics, isKept).filter(\.1).map(\.0)
    return findings
  }

  /// Returns the findings for which a condition holds, without counts of hidden ones.
  package func filtered(_ isIncluded: (Diagnostic) -> Bool) -> Findings {
    var findings = self
    findings.diagnostics.removeAll { !isIncluded($0) }
    findings.hiddenSeverities = []
    return findings
  }

  /// Returns the most severe findings as code frames, followed by a line of counts. Without findings, the text is
  /// empty.
  package func text(_ style: Style) -> String {
    guard !diagnostics.isEmpty || hidden > 0 else { return "" }
    var room = textLimit
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
    for diagnostic in diagnostics.lazy.filter({ $0.severity >= least }).prefix(textLimit) {
      let own = frame(of: diagnostic.file)
      let other = diagnostic.related.flatMap { frame(of: $0.file) }
      let parts = [
        own?.render(diagnostic) ?? CodeFrame.renderWithoutFrame(diagnostic), own?.renderFix(of: diagnostic),
        other?.renderRelated(of: diagnostic),
      ]
      text += style.frame(parts.compactMap(\.self).joined(separator: "\n"), diagnostic.severity) + "\n"
    }
    let unseen = diagnostics.count - min(textLimit, diagnostics.count { $0.severity >= least })
    return text + counts + (unseen > 0 ? "; \(unseen) not shown, --format json lists all" : "")
      + (hidden > 0 ? "; \(hidden) hidden by --limit" : "") + "\n"
  }

  /// The counts as text, such as `2 errors, 1 warning`; empty without findings.
  package var counts: String {
    let parts = [(Diagnostic.Severity.error, "error"), (.warning, "warning"), (.info, "note")].compactMap {
      severity, word -> String? in
      let count = count(severity)
      return count == 0 ? nil : count.of(word)
    }
    return parts.joined(separator: ", ")
  }

  /// The findings with line and column positions, in their order.
  package var located: [LocatedFinding] {
    let files = Set(diagnostics.flatMap { [$0.file, $0.related?.file].compactMap(\.self) })
    let tables = sources.filter { files.contains($0.key) }.mapValues(LineTable.init)
    return diagnostics.map { LocatedFinding($0, source: sources[$0.file], tables: tables) }
  }

  package var items: [EncodableObject] {
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

  /// Returns a position as JSON: 1-based line and column (UTF-16), 0-based byte offset.
  private static func json(_ place: SourcePosition) -> EncodableObject {
    ["line": place.line, "column": place.column, "offset": place.offset]
  }
}
