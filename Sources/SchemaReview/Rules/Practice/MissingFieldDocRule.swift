import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let missingFieldDoc = SchemaRule(
    RuleDocumentation(
      id: "missing-field-doc",
      summary: "a field has no comment",
      severity: .info, evidence: .assumed,
      why: "Comments are the data dictionary for later maintainers.",
      source: "convention of this project",
      remedy: "Add a comment above the field or at the end of its line.",
      bad: .recordType("title STRING,"),
      good: .recordType("// Display name.", "title STRING,")), isOptIn: true, skipsGenerated: true
  ) { file, _ in
    file.findingsInFields({ field in
      guard !file.isSystemName(field.name) else { return nil }
      // A comment counts above the field, inside it, before its comma or at the end of its line.
      let after = max(field.optionTokens.upperBound, field.name + 1)
      let isDocumented =
        file.comments(before: field.name).count > file.commentsAtLineEnd(before: field.name).count
        || (field.name + 1...after).contains { !file.comments(before: $0).isEmpty }
        || !file.commentsAtLineEnd(before: min(after + 1, file.tokens.count - 1)).isEmpty
      guard !isDocumented else { return nil }
      return Finding(
        message: "the field '\(file.shownName(field.name))' has no comment", range: file.tokens[field.name].range,
        help: "add a comment above the field or at the end of its line")
    })
  }
}

extension SchemaFile {
  /// Returns the comments before a token that end the line of the token before it.
  fileprivate func commentsAtLineEnd(before token: Int) -> ArraySlice<Trivia> {
    let bytes = source.bytes
    let start = tokens[token - 1].end
    guard bytes[start..<tokens[token].start].contains(0x0A) else { return [] }
    return comments(before: token).prefix { !bytes[start..<$0.start].contains(0x0A) }
  }
}
