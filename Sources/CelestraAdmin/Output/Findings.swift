import Diagnostics

/// The diagnostics of a run, with the texts they speak of.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  private var sources: [String: SourceText] = [:]

  /// Adds what was found in a text.
  mutating func add(_ diagnostics: [Diagnostic], in source: SourceText) {
    sources[source.name] = source
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

  /// How many there are of a severity.
  func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// Whether there is one at least as severe.
  func has(atLeast severity: Diagnostic.Severity) -> Bool {
    diagnostics.contains { $0.severity >= severity }
  }

  /// Findings shown to people at the most.
  private static let shown = 100

  /// The findings for people: a code frame each, the most severe where there are too many to show, then a line of counts;
  /// empty where there are none.
  func text(_ style: Style) -> String {
    guard !diagnostics.isEmpty else { return "" }
    var room = Self.shown
    var least = Diagnostic.Severity.error
    for severity in Diagnostic.Severity.allCases.reversed() where room > 0 {
      least = severity
      room -= count(severity)
    }
    var frames: [String: CodeFrame] = [:]
    var text = ""
    for diagnostic in diagnostics.lazy.filter({ $0.severity >= least }).prefix(Self.shown) {
      let frame: String
      if let source = sources[diagnostic.file] {
        let renderer = frames[diagnostic.file] ?? CodeFrame(source)
        frames[diagnostic.file] = renderer
        frame = renderer.render(diagnostic)
      } else {
        frame = CodeFrame.render(withoutPlace: diagnostic)
      }
      text += style.frame(frame, diagnostic.severity) + "\n"
    }
    let hidden = diagnostics.count - min(Self.shown, diagnostics.count { $0.severity >= least })
    return text + counts + (hidden > 0 ? "; \(hidden) are not shown, --format json has them all" : "") + "\n"
  }

  private var counts: String {
    let parts = [(Diagnostic.Severity.error, "error"), (.warning, "warning"), (.info, "note")].compactMap {
      severity, word -> String? in
      let count = count(severity)
      return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    return parts.joined(separator: ", ")
  }

  /// The findings as data.
  var items: [Item] {
    var tables: [String: LineTable] = [:]
    return diagnostics.map { diagnostic in
      var table = tables[diagnostic.file]
      if table == nil, let source = sources[diagnostic.file] { table = LineTable(source) }
      tables[diagnostic.file] = table
      let range = diagnostic.range
      return Item(
        file: diagnostic.file, rule: diagnostic.rule, severity: diagnostic.severity.rawValue,
        message: diagnostic.message, path: diagnostic.path, help: diagnostic.help,
        start: range.flatMap { range in table.map { Place($0.position(at: range.start)) } },
        end: range.flatMap { range in table.map { Place($0.position(at: range.end)) } })
    }
  }

  /// One finding as data.
  struct Item: Encodable {
    let file, rule, severity, message: String
    let path, help: String?
    let start, end: Place?
  }

  /// A place as data: 1-based line and column (UTF-16), 0-based byte offset.
  struct Place: Encodable {
    let line, column, offset: Int

    /// A place in a text.
    init(_ position: SourcePosition) {
      line = position.line
      column = position.column
      offset = position.offset
    }
  }
}
