import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let grantCommentMismatch = SchemaRule(
    RuleDocumentation(
      id: "grant-comment-mismatch",
      summary: "a grant lets users change records, but a comment says that they cannot",
      severity: .info, evidence: .assumed,
      why: "Readers rely on the comment, but CloudKit enforces the grant.",
      source: "brightdigit/CelestraCloud, schema.ckdb",
      remedy: "Correct the comment or the grant.",
      bad: .recordType(
        "// Users cannot modify feeds.", #"GRANT WRITE TO "_icloud", // ckdb:ignore authenticated-write -- a wiki"#),
      good: .recordType(
        "// Users may modify feeds.", #"GRANT WRITE TO "_icloud", // ckdb:ignore authenticated-write -- a wiki"#))
  ) { file, _ in
    let phrases = WordSearch([
      "cannot modify", "can't modify", "may not modify", "cannot edit", "cannot change", "read-only",
    ])
    return file.recordTypes.flatMap { type -> [Finding] in
      let wide = file.grants[type.grants].filter { grant in
        grant.permissions.contains(.write) && (grant.systemRole == .icloud || grant.systemRole == .world)
      }
      guard !wide.isEmpty, let first = file.grants[type.grants].first, type.name >= 2 else { return [] }
      let comments = file.comments(before: type.name - 2) + file.comments(before: first.keyword)
      guard comments.contains(where: { phrases.hasMatch(in: $0.range, of: file.source) }) else { return [] }
      return wide.map { grant in
        Finding(
          message:
            "this grant lets users change '\(file.shownName(type.name))' records, but a comment says that they cannot",
          range: file.range(of: grant), help: "correct the comment or the grant",
          subject: "\(file.name(type.name)):\(file.name(grant.role))")
      }
    }
  }
}
