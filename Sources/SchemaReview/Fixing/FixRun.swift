import CloudKitSchema
package import Diagnostics

/// Fixes applied to a text.
package struct FixRun: Sendable {
  /// The fixed text.
  package let source: SourceText
  /// The number of applied fixes.
  package let applied: Int

  /// Maximum rounds, because a fix can reveal another mistake.
  private static let maximumRounds = 16

  /// Returns a schema file with the fixes of the selected rules, applied in rounds until no fixable finding is left.
  ///
  /// Fixes that cause a new error are omitted, and by default also those that change the schema that the file declares.
  /// A text that is not a schema stays unchanged.
  /// - Parameters:
  ///   - changingSchema: Whether to include fixes that change the declared schema.
  ///   - open: Returns the findings to fix, without accepted ones.
  package static func fixing(
    _ source: SourceText, selection: RuleSelection, changingSchema: Bool = false,
    open: ([Diagnostic]) -> [Diagnostic] = { $0 }
  ) -> FixRun {
    var result = FixRun(source: source, applied: 0)
    for _ in 0..<maximumRounds {
      let file = SchemaFile(result.source)
      guard isSchema(file) else { break }
      let fixes = open(LintRun(file, selection: selection).diagnostics).compactMap(\.fix)
        .sorted { start($0) < start($1) }
      var check = FixCheck(file, changingSchema: changingSchema)
      let round = FixRun(result.source, fixes: changingSchema ? check.passing(fixes) : check.keeping(fixes))
      guard round.applied > 0 else { break }
      result = FixRun(source: round.source, applied: result.applied + round.applied)
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
    bytes.reserveCapacity(source.bytes.count)
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
      || file.recordTypes.first.map { $0.name <= 2 } == true || file.roles.first.map { $0.name <= 2 } == true
    return begins && !file.syntaxDiagnostics.contains { ["unexpected-statement", "invalid-utf8"].contains($0.rule) }
  }
}

/// A check that fixes cause no new errors and, unless allowed, no change of the schema.
private struct FixCheck {
  private let file: SchemaFile
  private let schema: Schema?
  private let untyped: [String]
  private let errors: [String: Int]
  /// The number of texts that may still be parsed, so that many harmful fixes in a large file take limited time.
  private var remaining: Int

  init(_ file: SchemaFile, changingSchema: Bool) {
    self.file = file
    schema = changingSchema ? nil : Schema(file)
    untyped = Self.untypedFields(file)
    errors = Self.errors(SchemaDocument(file.source))
    remaining = max(64, 1 << 26 / max(1, file.source.bytes.count))
  }

  /// Returns fixes that pass the check together: all of them, or those of both halves that pass.
  mutating func passing(_ fixes: [Fix]) -> [Fix] {
    if passes(fixes) { return fixes }
    guard fixes.count > 1, remaining > 0 else { return [] }
    let first = passing(Array(fixes[..<(fixes.count / 2)]))
    let second = passing(Array(fixes[(fixes.count / 2)...]))
    if first.isEmpty || second.isEmpty || passes(first + second) { return first + second }
    return first.count >= second.count ? first : second
  }

  /// Returns fixes that keep the schema: those of the syntax together or not at all, because what a file means is known only
  /// without mistakes in its syntax: a comma may separate the words of a mistyped option.
  mutating func keeping(_ fixes: [Fix]) -> [Fix] {
    let syntax = Set(file.syntaxDiagnostics.filter { $0.severity == .error }.compactMap(\.fix))
    let others = passing(fixes.filter { !syntax.contains($0) })
    let all = fixes.filter { syntax.contains($0) || others.contains($0) }
    return all.count > others.count && passes(all) ? all : others
  }

  private mutating func passes(_ fixes: [Fix]) -> Bool {
    guard remaining > 0 else { return false }
    remaining -= 1
    let fixed = SchemaDocument(FixRun(file.source, fixes: fixes).source)
    guard Self.errors(fixed).allSatisfy({ $1 <= errors[$0, default: 0] }) else { return false }
    guard let schema else { return true }
    let mistakes = Self.syntaxErrors(fixed.file)
    guard mistakes == 0 || mistakes == Self.syntaxErrors(file) else { return false }
    return SchemaDiff(from: schema, to: fixed.schema).changes.isEmpty && untyped == Self.untypedFields(fixed.file)
  }

  /// Returns the names and indexes of the fields without a valid type, which are not part of the schema.
  private static func untypedFields(_ file: SchemaFile) -> [String] {
    file.fields.lazy.filter { $0.type == nil }.map { "\(file.name($0.name)) \($0.indexes.rawValue)" }
  }

  private static func syntaxErrors(_ file: SchemaFile) -> Int {
    file.syntaxDiagnostics.count { $0.severity == .error }
  }

  /// Returns the number of errors by rule.
  private static func errors(_ document: SchemaDocument) -> [String: Int] {
    document.diagnostics.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.severity == .error ? 1 : 0 }
  }
}
