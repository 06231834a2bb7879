import CloudKitSchema
package import Diagnostics

package struct FixRun: Sendable {
  package let source: SourceText
  package let applied: Int

  /// Maximum rounds, because a fix can reveal another mistake.
  private static let maximumRounds = 16

  /// Returns a schema file with the fixes of the selected rules, applied in rounds until no fixable finding is left.
  ///
  /// In a round, the fixes of the syntax are applied first, and the text is parsed again; then those of each other
  /// rule, one rule at a time. The fixes of a rule are omitted if they cause a new error or, by default, change the
  /// schema that the file declares. A text that is not a schema stays unchanged.
  /// - Parameters:
  ///   - changingSchema: Whether to include fixes that change the declared schema.
  ///   - open: Returns the findings to fix, without accepted ones.
  package static func fixing(
    _ source: SourceText, selection: RuleSelection, changingSchema: Bool = false,
    open: ([Diagnostic]) -> [Diagnostic] = { $0 }
  ) -> FixRun {
    var result = FixRun(source: source, applied: 0)
    guard isSchema(SchemaFile(source)) else { return result }
    func findings() -> [Diagnostic] {
      open(LintRun(SchemaFile(result.source), selection: selection).diagnostics).filter { $0.fix != nil }
    }
    for _ in 0..<maximumRounds {
      let found = findings()
      let syntax = Set(found.filter { Rule.ofSchemas(named: $0.rule)?.isSyntaxError == true }.map(\.rule))
      let before = result.applied
      for rules in [syntax] + Set(found.map(\.rule)).sorted().map({ [$0] }) {
        let fixes = findings().filter { rules.contains($0.rule) }.compactMap(\.fix)
        let fixed = FixRun(result.source, fixes: fixes.sorted { start($0) < start($1) })
        guard fixed.applied > 0, FixCheck(result.source, changingSchema: changingSchema).passes(fixed.source) else {
          continue
        }
        result = fixed.adding(result.applied)
      }
      if result.applied == before { break }
    }
    return result
  }

  /// Returns this run with the number of earlier fixes added.
  package func adding(_ earlier: Int) -> FixRun { FixRun(source: source, applied: applied + earlier) }

  private init(source: SourceText, applied: Int) {
    self.source = source
    self.applied = applied
  }

  /// Applies fixes, which are in text order, except those that overlap an earlier fix.
  fileprivate init(_ source: SourceText, fixes: [Fix]) {
    var bytes: [UInt8] = []
    var end = 0
    var isFirst = true
    var applied = 0
    for fix in fixes where !fix.edits.isEmpty {
      // The order of two insertions at one place is unclear, so the second waits for the next round.
      guard Self.start(fix) > end || Self.start(fix) == end && isFirst,
        zip(fix.edits, fix.edits.dropFirst()).allSatisfy({ $0.range.end <= $1.range.start }),
        fix.edits.allSatisfy({ $0.range.end <= source.bytes.count })
      else { continue }
      for edit in fix.edits {
        bytes += source.bytes[end..<edit.range.start]
        bytes += edit.replacement.utf8
        end = edit.range.end
      }
      isFirst = false
      applied += 1
    }
    bytes += source.bytes[end...]
    self.init(source: SourceText(name: source.name, bytes: bytes), applied: applied)
  }

  private static func start(_ fix: Fix) -> Int { fix.edits.first?.range.start ?? 0 }

  /// Whether a text begins like a schema, declares something, and has no statements of other languages.
  private static func isSchema(_ file: SchemaFile) -> Bool {
    guard !file.recordTypes.isEmpty || !file.roles.isEmpty, let first = file.tokens.first else { return false }
    let begins =
      first.kind == .define || file.tokens.dropFirst().first?.kind == .schema
      || file.recordTypes.first.map { $0.name <= 2 } == true
    return begins && !file.syntaxDiagnostics.contains { ["unexpected-statement", "invalid-utf8"].contains($0.rule) }
  }
}

/// A check that fixes cause no new errors and, unless allowed, no change of the schema.
private struct FixCheck {
  private let file: SchemaFile
  private let schema: Schema?
  private let errors: [String: Int]

  init(_ source: SourceText, changingSchema: Bool) {
    file = SchemaFile(source)
    schema = changingSchema ? nil : Schema(file)
    errors = Self.errors(SchemaDocument(source))
  }

  func passes(_ fixed: SourceText) -> Bool {
    let document = SchemaDocument(fixed)
    guard Self.errors(document).allSatisfy({ $1 <= errors[$0, default: 0] }) else { return false }
    guard let schema else { return true }
    // What a file means is known only without mistakes in its syntax: a comma may separate the words of a mistyped
    // option. So they are fixed together or not at all.
    let mistakes = Self.syntaxErrors(document.file)
    guard mistakes == 0 || mistakes == Self.syntaxErrors(file) else { return false }
    return SchemaDiff(from: schema, to: document.schema).changes.isEmpty
      && Self.untypedFields(file) == Self.untypedFields(document.file)
  }

  /// Returns the names and indexes of the fields without a valid type, which are not part of the schema.
  private static func untypedFields(_ file: SchemaFile) -> [String] {
    file.fields.lazy.filter { $0.type == nil }.map { "\(file.name($0.name)) \($0.indexes.rawValue)" }
  }

  private static func syntaxErrors(_ file: SchemaFile) -> Int {
    file.syntaxDiagnostics.count { $0.severity == .error }
  }

  private static func errors(_ document: SchemaDocument) -> [String: Int] {
    document.diagnostics.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.severity == .error ? 1 : 0 }
  }
}

extension Rule {
  fileprivate var isSyntaxError: Bool { scope == .syntax && severity == .error }
}
