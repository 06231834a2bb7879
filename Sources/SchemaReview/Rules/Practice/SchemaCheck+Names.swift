import CloudKitSchema
import Diagnostics

extension SchemaCheck {
  static let typeNameCase = SchemaCheck.inTypes(
    Rule(
      "type-name-case", .warning, .assumed, "a record type name does not begin with an uppercase letter",
      why: """
        By convention, CloudKit record type names begin with an uppercase letter and field names with a lowercase \
        letter. A name cannot change once it is in production.
        """,
      source: "Apple's examples; schemas in public repositories; not verified against Apple's validator",
      remedy: "Rename the record type before it reaches production.",
      bad: .recordType(name: "feed"),
      good: .recordType(name: "Feed")), skipsGenerated: true
  ) { file, item in
    guard let first = file.name(item.name).first, ("a"..."z").contains(first) else { return nil }
    return Finding(
      message: "the record type name '\(file.shownName(item.name))' does not begin with an uppercase letter",
      help: "rename the record type unless it is in production")
  }

  static let fieldNameCase = SchemaCheck.inFields(
    Rule(
      "field-name-case", .warning, .assumed, "a field name does not begin with a lowercase letter",
      why: """
        By convention, CloudKit record type names begin with an uppercase letter and field names with a lowercase \
        letter. A name cannot change once it is in production. Core Data generates names that begin with CD_; the rule \
        ignores its record types.
        """,
      source: "Apple's examples; schemas in public repositories; not verified against Apple's validator",
      remedy: "Rename the field before it reaches production.",
      bad: .recordType("Title STRING,"),
      good: .recordType("title STRING,")), skipsGenerated: true
  ) { file, item in
    guard let first = file.name(item.name).first, ("A"..."Z").contains(first) else { return nil }
    return Finding(
      message: "the field name '\(file.shownName(item.name))' does not begin with a lowercase letter",
      help: "rename the field unless it is in production")
  }

  static let caseOnlyDuplicate = SchemaCheck(
    Rule(
      "case-only-duplicate", .warning, .assumed, "two names differ only in case",
      why: "CloudKit may treat them as two names; people read them as one.",
      source: .realSchemas,
      remedy: "Rename one of them.",
      bad: .recordType("title STRING,", "tiTle STRING,"),
      good: .recordType("title STRING,"))
  ) { file, _ in
    func duplicates(_ tokens: some Collection<Int>, in parent: @autoclosure () -> String) -> [Finding] {
      file.duplicates(tokens, in: parent(), ignoringCase: true) {
        "'\($0)' and '\($1)' differ only in case"
      }
    }
    return duplicates(file.recordTypes.lazy.map(\.name), in: "")
      + file.recordTypes.flatMap { type in
        duplicates(file.fields[type.fields].lazy.map(\.name), in: file.name(type.name) + ".")
      }
  }

  private static let flagNames = RuleOption(
    "names", "names of INT64 fields treated as flags",
    standard: .words([
      "active", "archived", "completed", "deleted", "disabled", "enabled", "favorite", "featured", "hidden", "locked",
      "paid", "pinned", "private", "public", "published", "read", "starred", "unread", "verified", "visible",
    ]))

  static let boolPrefix = SchemaCheck(
    Rule(
      "bool-prefix", .info, .assumed, "a flag's name has no is or has prefix",
      why:
        "CloudKit has no Boolean type, so only a name such as isActive or hasImage shows that an INT64 field is a flag.",
      source: .realSchemas,
      remedy: "Prefix the name with is or has before the field reaches production.",
      bad: .recordType("active INT64,"),
      good: .recordType("isActive INT64,"),
      options: [flagNames], isOptIn: true), skipsGenerated: true
  ) { file, settings in
    let names = Set(flagNames.words(in: settings))
    return file.findingsInFields({ field in
      let name = file.name(field.name)
      guard field.type == FieldType(.int64), names.contains(name) else { return nil }
      let better = "is" + name.prefix(1).uppercased() + name.dropFirst()
      return Finding(
        message: "the flag '\(DisplayText.short(name))' has no is or has prefix",
        help: "rename it to \(DisplayText.short(better))")
    })
  }

  private static let pluralEndings = RuleOption(
    "endings", "accepted endings of list names, in any case",
    standard: .words(["s", "children", "data", "feet", "history", "ids", "list", "media", "men", "people"]))

  static let pluralList = SchemaCheck(
    Rule(
      "plural-list", .info, .assumed, "a list has a singular name",
      why: "A singular name suggests a single value.",
      source: .realSchemas,
      remedy: "Use the plural before the field reaches production.",
      bad: .recordType("tag LIST<STRING>,"),
      good: .recordType("tags LIST<STRING>,"),
      options: [pluralEndings], isOptIn: true), skipsGenerated: true
  ) { file, settings in
    let endings = pluralEndings.words(in: settings)
    return file.findingsInFields({ field in
      guard field.type?.isList == true, !file.isSystemName(field.name) else { return nil }
      let name = file.name(field.name).lowercased()
      guard !endings.contains(where: { name.hasSuffix($0.lowercased()) }) else { return nil }
      return Finding(message: "the list '\(file.shownName(field.name))' has a singular name", help: "use the plural")
    })
  }

  private static let timestampSuffixes = RuleOption(
    "suffixes", "accepted endings of timestamp names, in any case",
    standard: .words(["at", "date", "dates", "day", "deadline", "on", "since", "time", "times", "timestamp", "until"]))

  static let timestampSuffix = SchemaCheck(
    Rule(
      "timestamp-suffix", .info, .assumed, "a timestamp's name does not show that it is a date",
      why: "A name such as published reads like a flag; publishedAt reads like a date.",
      source: .realSchemas,
      remedy: "End the name with At or Date before the field reaches production.",
      bad: .recordType("published TIMESTAMP,"),
      good: .recordType("publishedAt TIMESTAMP,"),
      options: [timestampSuffixes], isOptIn: true), skipsGenerated: true
  ) { file, settings in
    let suffixes = timestampSuffixes.words(in: settings)
    return file.findingsInFields({ field in
      guard field.type?.primitive == .timestamp, !file.isSystemName(field.name) else { return nil }
      let name = file.name(field.name).lowercased()
      guard !suffixes.contains(where: { name.hasSuffix($0.lowercased()) }) else { return nil }
      return Finding(
        message: "the name '\(file.shownName(field.name))' does not show that it is a date",
        help: "end the name with At or Date")
    })
  }

  /// An app's own dates: often the time on the device, before the record reaches the server.
  private static let ownDates: Set = ["createdAt", "modifiedAt", "updatedAt"]

  static let shadowSystemField = SchemaCheck(
    Rule(
      "shadow-system-field", .info, .documented, "a field duplicates a system field",
      why: """
        CloudKit records when and by whom each record was created and last changed; a copy can contradict it. \
        createdAt, modifiedAt and updatedAt are often dates of the app, set before the record reaches the server, so \
        they are reported only if the record type also indexes the system field.
        """,
      source: .schemaGuide("System Fields"),
      remedy: "Use the system field, or suppress the rule if the two differ.",
      bad: .recordType("creationDate TIMESTAMP,"),
      good: .recordType("createdAt TIMESTAMP,")), skipsGenerated: true
  ) { file, _ in
    let shadows: [String: SystemField] = [
      "createTime": .createTime, "createdAt": .createTime, "createdBy": .createdBy, "createdTimestamp": .createTime,
      "creationDate": .createTime, "modTime": .modTime, "modificationDate": .modTime, "modifiedAt": .modTime,
      "modifiedBy": .modifiedBy, "modifiedTimestamp": .modTime, "recordID": .recordID, "recordName": .recordID,
      "updatedAt": .modTime,
    ]
    return file.recordTypes.flatMap { type -> [Finding] in
      let fields = file.fields[type.fields]
      let indexed = Set(fields.lazy.filter { !$0.indexes.isEmpty }.compactMap { file.systemField($0.name) })
      return fields.compactMap { field in
        let name = file.name(field.name)
        guard let system = shadows[name], !ownDates.contains(name) || indexed.contains(system) else { return nil }
        return Finding(
          message: "'\(file.shownName(field.name))' duplicates \(system.rawValue)",
          range: file.tokens[field.name].range, help: "use the system field unless the two differ",
          subject: "\(file.name(type.name)).\(name)")
      }
    }
  }
}
