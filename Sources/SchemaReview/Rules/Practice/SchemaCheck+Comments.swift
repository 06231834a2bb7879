import CloudKitSchema
import Diagnostics

extension SchemaCheck {
  static let missingTypeDoc = SchemaCheck.inTypes(
    Rule(
      "missing-type-doc", .info, .assumed, "a record type has no comment",
      why: "Comments are the data dictionary for later maintainers.",
      source: "convention of this project",
      remedy: "Add a comment above the record type.",
      bad: .recordType(),
      good: .recordType(after: "// One feed."), isOptIn: true), skipsGenerated: true
  ) { file, type in
    guard type.name >= 2, file.comments(before: type.name - 2).isEmpty else { return nil }
    return Finding(message: "the record type '\(file.shownName(type.name))' has no comment")
  }

  static let missingFieldDoc = SchemaCheck.inFields(
    Rule(
      "missing-field-doc", .info, .assumed, "a field has no comment",
      why: "Comments are the data dictionary for later maintainers.",
      source: "convention of this project",
      remedy: "Add a comment above the field or at the end of its line.",
      bad: .recordType("title STRING,"),
      good: .recordType("// Display name.", "title STRING,"), isOptIn: true), skipsGenerated: true
  ) { file, field in
    guard !file.isSystemName(field.name) else { return nil }
    // A comment counts above the field, inside it, before its comma or at the end of its line.
    let after = max(field.optionTokens.upperBound, field.name + 1)
    let isDocumented =
      file.comments(before: field.name).count > file.commentsAtLineEnd(before: field.name).count
      || (field.name + 1...after).contains { !file.comments(before: $0).isEmpty }
      || !file.commentsAtLineEnd(before: min(after + 1, file.tokens.count - 1)).isEmpty
    guard !isDocumented else { return nil }
    return Finding(message: "the field '\(file.shownName(field.name))' has no comment")
  }

  static let grantCommentMismatch = SchemaCheck(
    Rule(
      "grant-comment-mismatch", .info, .assumed,
      "a grant lets users change records, but a comment says that they cannot",
      why: "Readers rely on the comment, but CloudKit enforces the grant.",
      source: "brightdigit/CelestraCloud, schema.ckdb",
      remedy: "Correct the comment or the grant.",
      bad: .recordType(
        "// Users cannot modify feeds.", #"GRANT WRITE TO "_icloud", // ckdb:ignore authenticated-write -- a wiki"#),
      good: .recordType(
        "// Users may modify feeds.", #"GRANT WRITE TO "_icloud", // ckdb:ignore authenticated-write -- a wiki"#)),
    in: .publicDatabase
  ) { file, _ in
    let phrases = ["cannot modify", "can't modify", "may not modify", "cannot edit", "cannot change", "read-only"]
    return file.recordTypes.flatMap { type -> [Finding] in
      let wide = file.grants[type.grants].filter { grant in
        grant.permissions.contains(.write) && (grant.systemRole == .icloud || grant.systemRole == .world)
      }
      guard !wide.isEmpty, let first = file.grants[type.grants].first, type.name >= 2 else { return [] }
      let comments = file.comments(before: type.name - 2) + file.comments(before: first.keyword)
      let texts = comments.map { file.source.string($0.range).lowercased() }
      guard texts.contains(where: { text in phrases.contains { text.contains($0) } }) else { return [] }
      return wide.map { grant in
        Finding(
          message:
            "this grant lets users change '\(file.shownName(type.name))' records, but a comment says that they cannot",
          range: file.range(of: grant),
          subject: "\(file.name(type.name)):\(file.name(grant.role))")
      }
    }
  }
}

extension SchemaCheck {
  static let unknownDatabase = SchemaCheck(
    Rule(
      "unknown-database", .warning, .assumed, "a comment declares no database of a record type",
      why: "The comment has no effect, so rules about the public database apply although they should not.",
      source: .documentation("Public and private databases"),
      remedy: "Write ckdb:database public or ckdb:database private in or above the record type.",
      bad: .recordType(after: "// ckdb:database privat"),
      good: .recordType(after: "// ckdb:database private"))
  ) { file, _ in
    DatabaseComment.all(in: file).compactMap { comment in
      if comment.database == nil {
        return Finding(message: "unknown database '\(DisplayText.short(comment.word))'", range: comment.range)
      }
      return comment.recordType == nil
        ? Finding(
          message: "this declaration of a database is neither in nor above a record type", range: comment.range) : nil
    }
  }
}

extension SchemaFile {
  /// Returns the comments on the line of the token before a token, if the token is on another line.
  func commentsAtLineEnd(before token: Int) -> ArraySlice<Trivia> {
    let bytes = source.bytes
    let start = tokens[token - 1].end
    guard bytes[start..<tokens[token].start].contains(0x0A) else { return [] }
    return comments(before: token).prefix { !bytes[start..<$0.start].contains(0x0A) }
  }
}
