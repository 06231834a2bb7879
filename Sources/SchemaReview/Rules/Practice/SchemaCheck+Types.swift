import CloudKitSchema
import Diagnostics

extension SchemaCheck {
  static let coreDataReference = SchemaCheck(
    Rule(
      "core-data-reference", .warning, .reported, "a record type of Core Data has a REFERENCE field",
      why: """
        Core Data and SwiftData store a relationship as a STRING with a record name. They neither write nor read a \
        REFERENCE.
        """,
      source: "robbiet480/Dispatch, docs/cloudkit-schema.md; exports of Core Data containers in public repositories",
      remedy: "Declare the relationship as STRING, or export the schema of the development environment.",
      bad: .recordType("CD_feed REFERENCE QUERYABLE,", name: "CD_Article"),
      good: .recordType("CD_feed STRING QUERYABLE SEARCHABLE SORTABLE,", name: "CD_Article"))
  ) { file, _ in
    file.recordTypes.filter { file.name($0.name).hasPrefix("CD_") }.flatMap { type in
      file.fields[type.fields].compactMap { field -> Finding? in
        guard field.type?.primitive == .reference, !file.isSystemName(field.name) else { return nil }
        return Finding(
          message: "Core Data does not use the REFERENCE '\(file.shownName(field.name))'",
          range: file.range(of: field.typeTokens), help: "Core Data stores relationships as STRING",
          subject: "\(file.name(type.name)).\(file.name(field.name))")
      }
    }
  }

  static let jsonInString = SchemaCheck.inFields(
    Rule(
      "json-in-string", .info, .assumed, "a string field stores JSON",
      why:
        """
        CloudKit cannot query or index the values inside, and devices that change it at the same time overwrite each \
        other. Many apps store JSON on purpose, so the rule is opt-in.
        """,
      source: .realSchemas,
      remedy: "Use fields or a separate record type, or suppress the rule if no query needs the values inside.",
      bad: .recordType("settingsJSON STRING,"),
      good: .recordType("fontSize INT64,"), isOptIn: true), skipsGenerated: true
  ) { file, field in
    let name = file.name(field.name)
    let isJSON = name.hasPrefix("json") || ["JSON", "Json"].contains(where: name.dropFirst().hasSuffix)
    guard field.type?.primitive == .string, isJSON else { return nil }
    return Finding(
      message: "'\(file.shownName(field.name))' stores JSON in a string", help: "use fields, which CloudKit can query")
  }

  private static let largeWords = RuleOption(
    "words", "last words of BYTES field names that indicate large values, also before Data",
    standard: .words([
      "artwork", "attachment", "audio", "avatar", "document", "image", "pdf", "photo", "picture", "video",
    ]))

  static let largeInlineBytes = SchemaCheck(
    Rule(
      "large-inline-bytes", .info, .assumed, "images, audio or files are stored in the record",
      why: """
        A record can hold up to 1 MB, and a query downloads BYTES with the record. An ASSET is stored separately, can \
        be larger and is downloaded on demand. The rule ignores thumbnails, which CloudKit itself stores in BYTES.
        """,
      source: "Apple, CKAsset and CKRecord; large values are inferred from the field name",
      remedy: "Use ASSET, or suppress the rule if the values are small.",
      bad: .recordType("coverImage BYTES,"),
      good: .recordType("coverImage ASSET,"),
      options: [largeWords]), skipsGenerated: true
  ) { file, settings in
    let words = Set(largeWords.words(in: settings).map { $0.lowercased() })
    return file.findingsInFields({ field in
      // CloudKit adds fields with this prefix, such as cloudkit.thumbnailImageData on shares.
      guard field.type?.primitive == .bytes, !file.name(field.name).hasPrefix("cloudkit.") else { return nil }
      // The last word counts: imageHash is small.
      var (rest, word) = lastWord(of: file.name(field.name))
      if word == "data", !rest.isEmpty { (rest, word) = lastWord(of: rest) }
      guard words.contains(word) || word.hasSuffix("s") && words.contains(String(word.dropLast())) else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is probably too large to store in the record",
        range: file.range(of: field.typeTokens),
        help: "use ASSET, or suppress the rule and state why the values are small")
    })
  }

  /// Returns the last word of a camel-case name, in lowercase, and what is before it; the word is empty if the name has
  /// no letter.
  private static func lastWord(of name: String) -> (rest: String, word: String) {
    guard let match = name.wholeMatch(of: /(.*?)([A-Z]+|[A-Z]?[a-z]+)[^A-Za-z]*/) else { return (name, "") }
    return (String(match.1), match.2.lowercased())
  }

  static let numberType = SchemaCheck.inFields(
    Rule(
      "number-type", .warning, .documented, "a field has type NUMBER",
      why: "Apple advises against NUMBER in new fields: INT64 and DOUBLE state which kind of number a field holds.",
      source: .schemaGuide("Types"),
      remedy: "Use INT64 or DOUBLE if the field is not in production yet.",
      bad: .recordType("count NUMBER,"),
      good: .recordType("count INT64,"))
  ) { file, field in
    guard field.type?.primitive == .number else { return nil }
    return Finding(
      message: "'\(file.shownName(field.name))' has type NUMBER", range: file.range(of: field.typeTokens),
      help: "use INT64 or DOUBLE unless the field is in production")
  }

  static let stringForeignKey = SchemaCheck.inFields(
    Rule(
      "string-foreign-key", .info, .assumed, "a string field stores the name of another record",
      why: """
        CloudKit can follow a REFERENCE and cascade deletes along it, but not a string. A REFERENCE cannot point into \
        another zone or database, and many apps store the name on purpose, so the rule is opt-in.
        """,
      source: "Apple, CKRecord.Reference; schemas in public repositories",
      remedy: "Use REFERENCE, or suppress the rule if the string is intended.",
      bad: .recordType("feedRecordName STRING QUERYABLE,"),
      good: .recordType("feed REFERENCE QUERYABLE,"), isOptIn: true), skipsGenerated: true
  ) { file, field in
    let isName = file.name(field.name).dropFirst().hasSuffix("RecordName")
    guard field.type == FieldType(.string), isName else { return nil }
    return Finding(
      message: "'\(file.shownName(field.name))' stores a record name as a string",
      help: "consider REFERENCE, which CloudKit can follow")
  }
}
