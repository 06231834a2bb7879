import CloudKitSchema
import Diagnostics

extension SchemaCheck {
  static let recordidNotQueryable = SchemaCheck.inTypes(
    Rule(
      "recordid-not-queryable", .warning, .documented, "records cannot be listed: ___recordID is not QUERYABLE",
      why: """
        A query without a filter needs the index on ___recordID. Without it, records of the type cannot be listed, or \
        browsed in CloudKit Console. The rule ignores types of private databases, which apps read by zone, and record \
        types that declare ___recordID and no index at all, since no query reads them.
        """,
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", System Fields; CloudKit Console",
      remedy: "Declare \"___recordID\" REFERENCE QUERYABLE.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          title STRING,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,")), skipsGenerated: true, in: .publicDatabase
  ) { file, type in
    let system = file.fields[type.fields].first { file.systemField($0.name) == .recordID }
    if let system {
      let isQueried = file.fields[type.fields].contains { !$0.indexes.isEmpty }
      guard isQueried, !system.indexes.contains(.queryable) else { return nil }
    }
    return Finding(
      message: "a query of '\(file.shownName(type.name))' without a filter, and the Console's list, will fail: "
        + "\"___recordID\" is not QUERYABLE",
      range: file.tokens[system?.name ?? type.name].range,
      fix: fix(type, system, in: file))
  }

  /// Returns a fix that adds QUERYABLE to the declared field, or declares the field as the first item.
  private static func fix(_ type: RecordTypeDeclaration, _ system: FieldDeclaration?, in file: SchemaFile) -> Fix? {
    let title = "declare \"___recordID\" REFERENCE QUERYABLE"
    if let system {
      guard system.type != nil, let last = system.typeTokens.last else { return nil }
      let end = file.tokens[last].end
      return Fix(title, at: SourceRange(end, end), " QUERYABLE")
    }
    guard type.name + 2 < type.end, file.tokens[type.name + 1].kind == .leftParenthesis,
      file.tokens[type.name + 2].kind != .rightParenthesis
    else { return nil }
    // A comment on the line of the record type stays there.
    let end = file.commentsAtLineEnd(before: type.name + 2).last?.range.end ?? file.tokens[type.name + 1].end
    let between = file.source.bytes[end..<file.tokens[type.name + 2].start]
    var lineStart = ""
    if let newline = between.lastIndex(of: 0x0A) {
      let indent = between[(newline + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }
      lineStart =
        (newline > end && between[newline - 1] == 0x0D ? "\r\n" : "\n") + String(decoding: indent, as: UTF8.self)
    }
    return Fix(title, at: SourceRange(end, end), lineStart + "\"___recordID\" REFERENCE QUERYABLE,")
  }

  static let createdbyNotQueryable = SchemaCheck.inTypes(
    Rule(
      "createdby-not-queryable", .warning, .reported,
      "neither _world nor _icloud can read a record type, and ___createdBy is not QUERYABLE",
      why: """
        If only creators or custom roles have READ, CloudKit adds a filter by creator to queries of the public \
        database. Without an index on ___createdBy, they fail with "Field 'createdBy' is not marked queryable".
        """,
      source: "robbiet480/Dispatch, docs/moderation.md; apps whose users query what _icloud can read without the index",
      remedy: "Declare \"___createdBy\" REFERENCE QUERYABLE, or declare the type private.",
      bad: .recordType("title STRING,", grant: #"READ TO "_creator""#),
      good: .recordType(#""___createdBy" REFERENCE QUERYABLE,"#, "title STRING,", grant: #"READ TO "_creator""#)),
    skipsGenerated: true, in: .publicDatabase
  ) { file, type in
    let grants = file.grants[type.grants]
    let isReadable = grants.contains { $0.permissions.contains(.read) }
    let isOpen = grants.contains {
      $0.permissions.contains(.read) && ($0.systemRole == .world || $0.systemRole == .icloud)
    }
    guard isReadable, !isOpen,
      !file.fields[type.fields].contains(where: {
        $0.indexes.contains(.queryable) && file.systemField($0.name) == .createdBy
      })
    else { return nil }
    return Finding(
      message: "CloudKit adds \"created by me\" to every public query of '\(file.shownName(type.name))', since neither "
        + "_world nor _icloud may READ it; that needs \"___createdBy\" QUERYABLE",
      help: "declare \"___createdBy\" REFERENCE QUERYABLE")
  }

  static let modtimeNotIndexed = SchemaCheck.inTypes(
    Rule(
      "modtime-not-indexed", .info, .documented, "records cannot be queried by modification time",
      why: "Fetching the changes since the last sync needs an index on ___modTime.",
      source: .schemaGuide("System Fields"),
      remedy: "Declare \"___modTime\" TIMESTAMP QUERYABLE SORTABLE.",
      bad: .recordType(),
      good: .recordType(#""___modTime" TIMESTAMP QUERYABLE SORTABLE,"#), isOptIn: true), skipsGenerated: true
  ) { file, type in
    let isIndexed = file.fields[type.fields].contains {
      !$0.indexes.isEmpty && file.systemField($0.name) == .modTime
    }
    guard !isIndexed else { return nil }
    return Finding(
      message: "'\(file.shownName(type.name))' cannot be queried by ___modTime",
      help: "for incremental sync, declare \"___modTime\" TIMESTAMP QUERYABLE SORTABLE")
  }

  private static let maximumIndexes = RuleOption(
    "limit", "maximum indexes per record type", standard: .number(20))

  static let indexBloat = SchemaCheck(
    Rule(
      "index-bloat", .warning, .assumed, "a record type has more than 20 indexes",
      why: """
        Every index adds storage and write time for each record. The rule ignores record types of Core Data, which \
        indexes every attribute.
        """,
      source: .realSchemas,
      remedy: "Remove the indexes that no query uses.",
      bad: .recordType((0..<10).map { "f\($0) STRING QUERYABLE SORTABLE," }.joined(separator: "\n  ")),
      good: .recordType("f0 STRING QUERYABLE SORTABLE,"), options: [maximumIndexes]), skipsGenerated: true
  ) { file, settings in
    let limit = maximumIndexes.number(in: settings)
    return file.findingsInTypes({ type in
      let count = file.fields[type.fields].reduce(0) { $0 + $1.indexes.rawValue.nonzeroBitCount }
      guard count > limit else { return nil }
      return Finding(
        message: "'\(file.shownName(type.name))' has \(count) indexes",
        help: "each index adds storage and write time; remove those that no query uses")
    })
  }

  static let lowCardinalitySortable = SchemaCheck(
    Rule(
      "low-cardinality-sortable", .info, .assumed, "a flag is SORTABLE",
      why: """
        Sorting by a field that is 0 or 1 is not useful; equality filters need QUERYABLE. The rule ignores record types \
        in which every field has every index: CloudKit adds these in development, and no one chose them for a flag.
        """,
      source: .realSchemas,
      remedy: "Use QUERYABLE, or remove SORTABLE.",
      bad: .recordType("name STRING,", "isActive INT64 SORTABLE,"),
      good: .recordType("name STRING,", "isActive INT64 QUERYABLE,")), skipsGenerated: true
  ) { file, _ in
    file.recordTypes.flatMap { type -> [Finding] in
      let flags = file.fields[type.fields].filter { $0.indexes.contains(.sortable) && file.isFlag($0) }
      guard !flags.isEmpty, !file.hasEveryIndex(type) else { return [] }
      return flags.map { field in
        Finding(
          message: "the flag '\(file.shownName(field.name))' is SORTABLE", range: file.range(of: field.optionTokens),
          help: "sorting by 0 and 1 is not useful; equality filters need QUERYABLE",
          subject: "\(file.name(type.name)).\(file.name(field.name))")
      }
    }
  }

  private static let largeTexts = RuleOption(
    "names", "names of string fields treated as large",
    standard: .words(["body", "content", "contentHTML", "html", "markdown"]))

  static let searchableLargeText = SchemaCheck(
    Rule(
      "searchable-large-text", .warning, .assumed, "a large text field is SEARCHABLE",
      why: """
        A word index over whole articles is large, and it includes their markup. The rule ignores names such as \
        contentText: plain text beside the markup is there for search.
        """,
      source: .realSchemas,
      remedy: "Search a short field, or suppress the rule if you need full-text search.",
      bad: .recordType("content STRING SEARCHABLE,"),
      good: .recordType("title STRING SEARCHABLE,", "content STRING,"), options: [largeTexts]), skipsGenerated: true
  ) { file, settings in
    let names = Set(largeTexts.words(in: settings))
    return file.findingsInFields({ field in
      guard field.indexes.contains(.searchable), names.contains(file.name(field.name)) else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is probably too large for a word index",
        range: file.range(of: field.optionTokens),
        help: "search a short field, or suppress the rule and state why you need full-text search")
    })
  }

  static let sortableNotQueryable = SchemaCheck.inFields(
    Rule(
      "sortable-not-queryable", .info, .assumed, "a field is SORTABLE but not QUERYABLE",
      why: """
        SORTABLE serves sorting and ranges, but CloudKit may refuse equality filters. A field used only for sorting \
        needs no other index, so the rule is opt-in.
        """,
      source: .realSchemas,
      remedy: "Add QUERYABLE if a query compares the field for equality.",
      bad: .recordType("score INT64 SORTABLE,"),
      good: .recordType("score INT64 QUERYABLE SORTABLE,"), isOptIn: true)
  ) { file, field in
    guard field.indexes.contains(.sortable), !field.indexes.contains(.queryable), let type = field.type,
      !type.isEncrypted
    else { return nil }
    return Finding(
      message: "CloudKit may refuse equality filters on '\(file.shownName(field.name))', which is not QUERYABLE",
      range: file.range(of: field.optionTokens))
  }
}

extension SchemaFile {
  /// Whether a field is an INT64 whose name begins with `is` or `has`.
  fileprivate func isFlag(_ field: FieldDeclaration) -> Bool {
    field.type == FieldType(.int64) && name(field.name).prefixMatch(of: /(is|has)[A-Z]/) != nil
  }

  /// Whether each text, number and date of a record type has every index, and one of them is not a flag.
  fileprivate func hasEveryIndex(_ type: RecordTypeDeclaration) -> Bool {
    let values = fields[type.fields].filter { field in
      guard let type = field.type, !isSystemName(field.name), !type.isList else { return false }
      return [.string, .int64, .double, .timestamp].contains(type.primitive)
    }
    return values.contains { !isFlag($0) }
      && values.allSatisfy { field in
        field.indexes.isSuperset(
          of: field.type?.primitive == .string ? [.queryable, .searchable, .sortable] : [.queryable, .sortable])
      }
  }
}
