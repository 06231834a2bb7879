import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let grantCommentMismatch = SchemaRule(
    RuleDocumentation(
      id: "grant-comment-mismatch",
      summary: "a comment says that users cannot change what a grant lets them change",
      severity: .info, evidence: .assumed,
      why: "A reader trusts the comment, CloudKit the grant.",
      source: "brightdigit/CelestraCloud, schema.ckdb",
      remedy: "Correct the comment or the grant.",
      bad: .recordType(
        "// Users cannot modify feeds.", #"GRANT WRITE TO "_icloud", // ckdb:ignore authenticated-write -- a wiki"#),
      good: .recordType(
        "// Users may modify feeds.", #"GRANT WRITE TO "_icloud", // ckdb:ignore authenticated-write -- a wiki"#))
  ) { file in
    let phrases = WordSearch([
      "cannot modify", "can't modify", "may not modify", "cannot edit", "cannot change", "read-only",
    ])
    return file.recordTypes.flatMap { type -> [Finding] in
      let wide = file.grants[type.grants].filter { grant in
        grant.permissions.contains(.write)
          && (grant.systemRole == .icloud || grant.systemRole == .world)
      }
      guard !wide.isEmpty, let first = file.grants[type.grants].first, type.name >= 2 else { return [] }
      let comments = file.comments(before: type.name - 2) + file.comments(before: first.keyword)
      guard comments.contains(where: { phrases.finds(in: $0.range, of: file.source) }) else { return [] }
      return wide.map { grant in
        Finding(
          message: "a comment says that users cannot change '\(file.shownName(type.name))', this grant lets them",
          range: file.range(of: grant), help: "correct the comment or the grant",
          subject: "\(file.name(type.name)):\(file.name(grant.role))")
      }
    }
  }
}
