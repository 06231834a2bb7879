import CloudKitSchema
import Diagnostics

/// Rules about what a file declares.
extension SchemaCheck {
  static let noRecordTypes = SchemaCheck(
    Rule(
      "no-record-types", .warning, .documented, "the schema declares no record type",
      why:
        "An import makes the container match the file, so a file without record types asks CloudKit to delete all of them.",
      source: .schemaGuide(),
      remedy: "Declare the record types, or check that this is the intended file.",
      bad: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        """,
      good: .recordType(
        "title STRING,", #"GRANT READ TO "_world","#, after: "CREATE ROLE Admin;", grant: "WRITE TO Admin"),
      scope: .language)
  ) { file, _ in
    guard file.recordTypes.isEmpty, file.mistakes.isEmpty, file.tokens.count > 1 else { return [] }
    return [
      Finding(
        message: "the schema declares no record type", range: nil,
        help: "importing it asks CloudKit to delete every record type")
    ]
  }

  static let duplicateRecordType = SchemaCheck(
    Rule(
      "duplicate-record-type", .error, .reported, "a record type is declared twice",
      why: "A record type name must be unique.",
      source: "observed: cktool refuses a second declaration",
      remedy: "Remove or rename one of them.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,"), scope: .language)
  ) { file, _ in
    file.duplicates(file.recordTypes.map { $0.name }) { name, _ in "the record type '\(name)' is declared twice" }
  }

  static let duplicateField = SchemaCheck(
    Rule(
      "duplicate-field", .error, .documented, "a field is declared twice",
      why: "A field name must be unique within its record type.",
      source: .schemaGuide(),
      remedy: "Remove or rename one of them.",
      bad: .recordType("title STRING,", "title INT64,"),
      good: .recordType("title STRING,"), scope: .language)
  ) { file, _ in
    file.recordTypes.flatMap { type in
      file.duplicates(file.fields[type.fields].lazy.map(\.name), in: file.name(type.name) + ".") { name, _ in
        "the field '\(name)' is declared twice in '\(file.shownName(type.name))'"
      }
    }
  }

  static let duplicateGrant = SchemaCheck(
    Rule(
      "duplicate-grant", .warning, .documented, "a record type has several grants for one role",
      why: "CloudKit combines grants to one role, so removing one of them may not remove a permission.",
      source: .schemaGuide(),
      remedy: "Write one GRANT with all permissions.",
      bad: .recordType(#"GRANT READ TO "_creator","#, #"GRANT WRITE TO "_creator","#),
      good: .recordType(#"GRANT READ, WRITE TO "_creator","#), scope: .language)
  ) { file, _ in
    file.recordTypes.flatMap { type in
      let grants = file.grants[type.grants]
      var findings = file.duplicates(
        grants.lazy.map(\.role), in: file.name(type.name) + ":",
        message: { role, _ in "'\(file.shownName(type.name))' has several grants for '\(role)'" })
      guard !findings.isEmpty else { return findings }
      // Attach one fix per role to its second grant; fixes at further grants would overlap.
      let parent = file.name(type.name) + ":"
      let byRole = Dictionary(grouping: grants) { file.name($0.role) }
      var fixed: Set<String> = []
      for index in findings.indices {
        guard let subject = findings[index].subject, fixed.insert(subject).inserted else { continue }
        findings[index].fix = file.fix(joining: byRole[String(subject.dropFirst(parent.count))] ?? [])
      }
      return findings
    }
  }

  static let duplicateRole = SchemaCheck(
    Rule(
      "duplicate-role", .error, .documented, "a role is created twice",
      why: "A role name must be unique.",
      source: .schemaGuide("Roles"),
      remedy: "Remove or rename one of them.",
      bad: .recordType(
        #"GRANT READ TO "_world","#, after: "CREATE ROLE Admin;\nCREATE ROLE Admin;", grant: "WRITE TO Admin"),
      good: .recordType(#"GRANT READ TO "_world","#, after: "CREATE ROLE Admin;", grant: "WRITE TO Admin"),
      scope: .language)
  ) { file, _ in
    file.duplicates(file.roles.map { $0.name }) { name, _ in "the role '\(name)' is created twice" }
  }

  static let undefinedRole = SchemaCheck(
    Rule(
      "undefined-role", .error, .documented, "a grant names an undefined role",
      why: "CloudKit defines _creator, _icloud and _world; the file must create any other role.",
      source: .schemaGuide("Roles"),
      remedy: "Create the role, or name an existing one.",
      bad: .recordType("GRANT WRITE TO Admin,"),
      good: .recordType("GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;"), scope: .language)
  ) { file, _ in
    let created = Set(file.roles.lazy.map { file.name($0.name) })
    let system = SystemRole.allCases.map(\.rawValue)
    return file.findingsInGrants({ _, grant in
      let role = file.name(grant.role)
      guard grant.systemRole == nil, !created.contains(role) else { return nil }
      let range = file.tokens[grant.role].range
      let message = "undefined role '\(DisplayText.short(role))'"
      // Comparing thousands of grants with thousands of roles would take quadratic time.
      let candidates = created.count <= 64 ? system + created.sorted() : system
      guard let nearest = Suggestion.nearest(to: role, among: candidates) else {
        let isName = !NameSpelling.needsQuotes(role)
        return Finding(
          message: message, range: range,
          help: isName ? "create it with CREATE ROLE \(DisplayText.short(role));" : nil)
      }
      let spelling = NameSpelling.spelling(nearest)
      return Finding(
        message: message, range: range, help: "did you mean \(spelling)?",
        fix: Fix("write \(spelling)", at: range, spelling))
    })
  }

  static let reservedPrefix = SchemaCheck(
    Rule(
      "reserved-prefix", .error, .documented, "a name begins with an underscore",
      why: "CloudKit reserves names that begin with an underscore.",
      source: .schemaGuide("Identifiers"),
      remedy: "Choose another name.",
      bad: .recordType(#""_title" STRING,"#),
      good: .recordType("title STRING,"), scope: .language)
  ) { file, _ in
    var tokens = (file.recordTypes.map { $0.name } + file.roles.map { $0.name }).filter { file.isSystemName($0) }
    for field in file.fields where file.isSystemName(field.name) && !file.hasSystemFieldPrefix(field.name) {
      tokens.append(field.name)
    }
    return tokens.map { token in
      Finding(
        message: "the name '\(file.shownName(token))' begins with an underscore",
        range: file.tokens[token].range, help: "CloudKit reserves such names; choose another",
        subject: file.name(token))
    }
  }

  static let unknownSystemField = SchemaCheck.inFields(
    Rule(
      "unknown-system-field", .error, .reported, "a system field is unknown",
      why: "CloudKit reserves names with two or more leading underscores for its six system fields.",
      source: "observed: \"__recordID\" and \"___recordType\" refused (brightdigit/MistKit, history)",
      remedy: "Use the name of a system field, with three underscores.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "__recordID" REFERENCE QUERYABLE,
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,"), scope: .language)
  ) { file, field in
    guard file.hasSystemFieldPrefix(field.name), file.systemField(field.name) == nil else { return nil }
    let name = file.name(field.name)
    let message = "unknown system field '\(DisplayText.short(name))'"
    let range = file.tokens[field.name].range
    guard let nearest = SystemField.named(like: name) else {
      let known = SystemField.allCases.map(\.rawValue).joined(separator: ", ")
      return Finding(message: message, range: range, help: "the system fields are \(known)")
    }
    let spelling = NameSpelling.spelling(nearest.rawValue)
    return Finding(
      message: message, range: range, help: "did you mean \(spelling)?",
      fix: Fix("write \(spelling)", at: range, spelling))
  }
}

extension SchemaFile {
  /// Returns a fix that combines grants in the first of them; `nil` if a comment or a syntax mistake is in between.
  fileprivate func fix(joining grants: [GrantDeclaration]) -> Fix? {
    guard let first = grants.first, tokens[first.role - 1].kind == .to else { return nil }
    let all = grants.reduce(into: Permissions()) { $0.formUnion($1.permissions) }
    let missing = Permissions.keywords.filter { all.subtracting(first.permissions).contains($0.permission) }
    var edits: [Fix.Edit] = []
    if !missing.isEmpty {
      let end = tokens[first.role - 2].end
      let words = missing.map { ", \($0.keyword)" }.joined()
      edits.append(.init(range: SourceRange(end, end), replacement: words))
    }
    for grant in grants.dropFirst() {
      guard tokens[grant.keyword - 1].kind == .comma,
        (grant.keyword...grant.role).allSatisfy({ comments(before: $0).isEmpty })
      else { return nil }
      edits.append(.init(range: SourceRange(tokens[grant.keyword - 1].start, tokens[grant.role].end), replacement: ""))
    }
    return Fix("write one GRANT", edits: edits)
  }
}
