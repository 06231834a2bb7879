import CloudKitSchema
import Diagnostics

/// A filter that applies a file's suppressions to findings and reports mistakes in them.
struct SuppressionFilter {
  private let file: SchemaFile
  private let severities: [String: Diagnostic.Severity]
  private let isComplete: Bool
  private let suppressions: [Suppression]
  /// The indices of suppressions by extent and rule id, in text order.
  private var indicesByRule: [[String: [Int]]] = [[:], [:], [:]]
  /// The rules of which each suppression has suppressed a finding.
  private var used: [Set<String>]

  /// - Parameter isComplete: Whether the findings to filter are all that the file would have without mistakes.
  init(_ file: SchemaFile, severities: [String: Diagnostic.Severity], isComplete: Bool) {
    self.file = file
    self.severities = severities
    self.isComplete = isComplete
    suppressions = Suppression.all(in: file)
    used = Array(repeating: [], count: suppressions.count)
    for (index, suppression) in suppressions.enumerated() where suppression.hasReason {
      for rule in suppression.rules { indicesByRule[suppression.extent.rawValue][rule, default: []].append(index) }
    }
  }

  /// Whether a comment suppresses a finding; errors that CloudKit refuses cannot be suppressed.
  mutating func suppresses(_ diagnostic: Diagnostic) -> Bool {
    guard let rule = Rule.ofSchemas(named: diagnostic.rule), rule.isConfigurable else { return false }
    let position = diagnostic.range?.start ?? -1
    for candidates in indicesByRule {
      guard let indices = candidates[rule.id], let index = lastIndex(in: indices, startingBy: position),
        position < suppressions[index].range.end
      else { continue }
      used[index].insert(rule.id)
      return true
    }
    return false
  }

  /// Returns the last suppression whose range begins at or before a position.
  private func lastIndex(in indices: [Int], startingBy position: Int) -> Int? {
    let next = indices.firstIndexOfSorted { suppressions[$0].range.start > position }
    return next == 0 ? nil : indices[next - 1]
  }

  /// The mistakes in the suppressions; read it after filtering every finding.
  var findings: [Diagnostic] {
    suppressions.enumerated().flatMap { index, suppression -> [Diagnostic] in
      if suppression.rules.isEmpty || !suppression.hasReason {
        return finding(
          "suppression-without-reason", suppression,
          suppression.rules.isEmpty ? "the suppression names no rule" : "the suppression gives no reason",
          help: "write ckdb:ignore rule-id -- reason")
      }
      return suppression.rules.flatMap { rule -> [Diagnostic] in
        guard !used[index].contains(rule) else { return [] }
        if let deployment = Rule.ofDeployments.named(rule) {
          return finding(
            "unknown-rule-id", suppression, "'\(rule)' compares two schemas; a comment cannot suppress it",
            help: deployment.isAcceptable
              ? "accept the finding with '\(Program.current.schema("plan --accepted FILE --accept"))'"
              : "remove the comment: CloudKit refuses the change")
        }
        guard let known = Rule.ofSchemas(named: rule) else {
          let nearest = Suggestion.nearest(to: rule, among: Rule.ofSchemas.lazy.map(\.id))
          return finding(
            "unknown-rule-id", suppression, "unknown rule '\(DisplayText.short(rule))'",
            help: nearest.map { "did you mean \($0)?" } ?? "list rules with '\(Program.current.rulesCommand)'")
        }
        // Another run may include the rule and need the comment, and so may one without mistakes in the syntax.
        guard severities[rule] != nil, isComplete || !known.isConfigurable else { return [] }
        return finding(
          "unused-suppression", suppression, "no '\(rule)' finding to suppress here", help: "remove the comment",
          fix: suppression.rules.count == 1 ? Fix("remove the comment", at: removal(of: suppression.comment), "") : nil)
      }
    }
  }

  /// Returns the bytes of a comment with the white space that it would leave: the blanks before it, or its whole line.
  private func removal(of comment: SourceRange) -> SourceRange {
    let bytes = file.source.bytes
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    let start = bytes[..<comment.start].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
    let end = bytes[comment.end...].firstIndex { !isBlank($0) } ?? bytes.count
    guard end == bytes.count || isLineEnd(bytes[end]) else { return comment }
    guard start == 0 || isLineEnd(bytes[start - 1]) else { return SourceRange(start, end) }
    let lineEnd = bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1
    return SourceRange(start, min(end + lineEnd, bytes.count))
  }

  private func finding(
    _ rule: String, _ suppression: Suppression, _ message: String, help: String, fix: Fix? = nil
  ) -> [Diagnostic] {
    guard let severity = severities[rule] else { return [] }
    return [
      Diagnostic(
        severity, rule: rule, message, file: file.source.name, range: suppression.comment,
        subject: suppression.rules.joined(separator: ","), help: help, fix: fix)
    ]
  }
}

/// A comment that suppresses rules: `// ckdb:ignore ID -- reason`, `ckdb:ignore-type` or `ckdb:ignore-file`.
struct Suppression {
  /// The part of a file to which a suppression applies.
  enum Extent: Int {
    case file, type, line
  }

  let extent: Extent
  /// The bytes in which findings are suppressed; -1 is the position of findings about the whole file.
  let range: SourceRange
  let rules: [String]
  /// Whether a reason follows the ids; without a reason, the suppression has no effect.
  let hasReason: Bool
  let comment: SourceRange

  private static let mark = Array("ckdb:ignore".utf8)

  /// Returns the suppressions of a file in text order.
  static func all(in file: SchemaFile) -> [Suppression] {
    // Most files have no suppressions, and building the line table is slower than scanning the comments.
    guard file.trivia.contains(where: { file.words(of: $0, after: mark) != nil }) else { return [] }
    let lines = LineTable(file.source)
    let ends = file.recordTypes.map { file.endWithComments(of: $0) }
    var nextToken = 0
    var nextType = 0
    return file.trivia.compactMap { trivia in
      guard let words = file.words(of: trivia, after: mark) else { return nil }
      while nextToken + 1 < file.tokens.count, file.tokens[nextToken].start < trivia.start { nextToken += 1 }
      while nextType < ends.count, ends[nextType] <= trivia.start { nextType += 1 }
      if words.hasPrefix("-file") {
        return suppression(words, trivia, .file, SourceRange(-1, Int.max))
      } else if words.hasPrefix("-type") {
        guard nextType < file.recordTypes.count else {
          return suppression(words, trivia, .type, SourceRange(Int.max, Int.max))
        }
        let type = file.recordTypes[nextType]
        return suppression(
          words, trivia, .type, SourceRange(file.tokens[max(0, type.name - 2)].start, file.end(of: type)))
      } else {
        // A comment after code applies to its line; a comment on its own line applies to the next line with code.
        let own = lines.position(at: trivia.start).line
        let before = nextToken > 0 ? lines.position(at: file.tokens[nextToken - 1].start).line : 0
        let line = before == own ? own : lines.position(at: file.tokens[nextToken].start).line
        let range = lines.range(ofLine: line)
        return suppression(words, trivia, .line, SourceRange(range.start, range.end + 1))
      }
    }
  }

  private static func suppression(
    _ words: String, _ trivia: Trivia, _ extent: Extent, _ range: SourceRange
  ) -> Suppression {
    let bare = words.drop { $0 == "-" || $0.isLetter }
    var ids: [String] = []
    var reason: Substring = ""
    var rest = bare
    while let word = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).first {
      rest = rest.drop { $0 == " " }.dropFirst(word.count)
      if word == "--" {
        reason = rest
        break
      }
      ids += word.split(separator: ",").map(String.init)
    }
    return Suppression(
      extent: extent, range: range, rules: ids, hasReason: reason.contains { $0 != " " }, comment: trivia.range)
  }
}
