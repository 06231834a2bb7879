import CloudKitSchema
package import Diagnostics

/// Fixes applied to a text.
package struct FixRun: Sendable {
  /// The fixed text.
  package let source: SourceText
  /// The number of applied fixes.
  package let applied: Int

  /// Applies the fixes in text order, except those that overlap an earlier fix.
  package init(_ source: SourceText, fixes: [Fix]) {
    let inOrder = fixes.filter { !$0.edits.isEmpty }.sorted { Self.start($0) < Self.start($1) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.bytes.count)
    var end = 0
    var isFirst = true
    var applied = 0
    for fix in inOrder {
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
    self.source = SourceText(name: source.name, bytes: bytes)
    self.applied = applied
  }

  private static func start(_ fix: Fix) -> Int { fix.edits.first?.range.start ?? 0 }

  /// Maximum rounds, because a fix can reveal another mistake.
  private static let maximumRounds = 16

  /// Returns a text with the safe fixes of the selected rules, applied in rounds until no fixable finding is left.
  ///
  /// A round is discarded if it causes a new error or changes a record type without findings.
  package static func fixing(_ source: SourceText, selection: RuleSelection) -> FixRun {
    var result = FixRun(source, fixes: [])
    for _ in 0..<maximumRounds {
      let file = SchemaFile(result.source)
      let before = LintRun(file, selection: selection)
      let fixable = before.diagnostics.filter { $0.fix != nil }
      let round = FixRun(result.source, fixes: fixable.compactMap(\.fix))
      guard round.applied > 0, isSafe(file, before, round, of: fixable, selection) else { break }
      result = FixRun(round.source, applied: result.applied + round.applied)
    }
    return result
  }

  private init(_ source: SourceText, applied: Int) {
    self.source = source
    self.applied = applied
  }

  private static func isSafe(
    _ file: SchemaFile, _ before: LintRun, _ round: FixRun, of fixed: [Diagnostic], _ selection: RuleSelection
  ) -> Bool {
    let changed = SchemaFile(round.source)
    let after = LintRun(changed, selection: selection)
    let errors = before.diagnostics.count { $0.severity == .error }
    guard after.diagnostics.count(where: { $0.severity == .error }) <= errors else { return false }
    // The schema of a file with syntax mistakes is unknown until they are fixed.
    guard file.syntaxDiagnostics.allSatisfy({ $0.severity != .error }) else { return true }
    let subjects = Set(fixed.compactMap { $0.subject?.prefix { $0 != "." && $0 != ":" } }.map(String.init))
    return SchemaDiff(from: Schema(file), to: Schema(changed)).changes.allSatisfy { change in
      change.recordType.map(subjects.contains) ?? false
    }
  }
}
