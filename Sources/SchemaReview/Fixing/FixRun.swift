import CloudKitSchema
package import Diagnostics

/// The fixes of some findings, applied to the text they are about.
package struct FixRun: Sendable {
  /// The text with the fixes.
  package let source: SourceText
  /// How many fixes were applied.
  package let applied: Int

  /// Applies, from the start of the text, each fix that does not overlap an earlier one.
  package init(_ source: SourceText, fixes: [Fix]) {
    let inOrder = fixes.filter { !$0.edits.isEmpty }.sorted { Self.start($0) < Self.start($1) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.bytes.count)
    var end = 0
    var isFresh = true
    var applied = 0
    for fix in inOrder {
      // Two insertions at one place could stand in either order: the second waits for another run.
      guard Self.start(fix) > end || Self.start(fix) == end && isFresh,
        zip(fix.edits, fix.edits.dropFirst()).allSatisfy({ $0.range.end <= $1.range.start }),
        fix.edits.allSatisfy({ $0.range.end <= source.bytes.count })
      else { continue }
      for edit in fix.edits {
        bytes += source.bytes[end..<edit.range.start]
        bytes += edit.replacement.utf8
        end = edit.range.end
      }
      isFresh = false
      applied += 1
    }
    bytes += source.bytes[end...]
    self.source = SourceText(name: source.name, bytes: bytes)
    self.applied = applied
  }

  private static func start(_ fix: Fix) -> Int { fix.edits.first?.range.start ?? 0 }

  /// A mended mistake may uncover another; so many layers nobody writes.
  private static let mostRounds = 16

  /// The safe fixes of what the selected rules find, run after run until nothing is left that they mend.
  ///
  /// A round is taken back where it brings an error that was not there, or changes a record type no finding was about.
  package static func mending(_ source: SourceText, selection: RuleSelection) -> FixRun {
    var result = FixRun(source, fixes: [])
    for _ in 0..<mostRounds {
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
    _ file: SchemaFile, _ before: LintRun, _ round: FixRun, of mended: [Diagnostic], _ selection: RuleSelection
  ) -> Bool {
    let changed = SchemaFile(round.source)
    let after = LintRun(changed, selection: selection)
    let errors = before.diagnostics.count { $0.severity == .error }
    guard after.diagnostics.count(where: { $0.severity == .error }) <= errors else { return false }
    // What a file with mistakes of grammar means is only known once they are mended.
    guard file.syntaxDiagnostics.allSatisfy({ $0.severity != .error }) else { return true }
    let subjects = Set(mended.compactMap { $0.subject?.prefix { $0 != "." && $0 != ":" } }.map(String.init))
    return SchemaDiff(from: Schema(file), to: Schema(changed)).changes.allSatisfy { change in
      change.recordType.map(subjects.contains) ?? false
    }
  }
}
