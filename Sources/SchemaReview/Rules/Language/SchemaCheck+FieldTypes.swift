import CloudKitSchema
import Diagnostics

/// Rules about types and options that CloudKit refuses.
extension SchemaCheck {
  static let assetIndex = SchemaCheck(
    Rule(
      "asset-index", .warning, .assumed, "an asset field has an index",
      why: "CloudKit cannot query assets and is likely to refuse the option.",
      source: "none of 85 asset fields in public schemas has an index",
      remedy: "Remove the option.",
      bad: .recordType("photo ASSET QUERYABLE,"),
      good: .recordType("photo ASSET,"), scope: .language)
  ) { file, _ in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard type.primitive == .asset, !type.isEncrypted, !indexes.isEmpty else { return nil }
      return ("CloudKit is likely to refuse \(indexes) on ASSET", "assets cannot be queried; remove the option")
    }
  }

  static let encryptedIndex = SchemaCheck.inFields(
    Rule(
      "encrypted-index", .error, .documented, "an encrypted field has an index",
      why: "CloudKit cannot read the values of an encrypted field, so it cannot index them.",
      source: "Apple, CKRecord.encryptedValues",
      remedy: "Remove the index options.",
      bad: .recordType("secret ENCRYPTED STRING QUERYABLE,", grant: #"READ TO "_creator""#),
      good: .recordType("secret ENCRYPTED STRING,", grant: #"READ TO "_creator""#), scope: .language)
  ) { file, field in
    guard let type = field.type, type.isEncrypted, !field.indexes.isEmpty,
      let range = file.range(of: field.optionTokens), let last = field.typeTokens.last
    else { return nil }
    let afterType = SourceRange(file.tokens[last].range.end, range.end)
    // Removing the options would also remove a comment in between.
    let isBare = field.optionTokens.allSatisfy { file.comments(before: $0).isEmpty }
    return Finding(
      message: "an ENCRYPTED field cannot be \(field.indexes)", range: range,
      help: "CloudKit cannot read encrypted values; remove the options",
      fix: isBare ? Fix("remove the options", at: afterType, "") : nil)
  }

  static let encryptedType = SchemaCheck(
    Rule(
      "encrypted-type", .error, .documented, "a type that does not support encryption is declared ENCRYPTED",
      why: "Only BYTES, STRING, DOUBLE, INT64, LOCATION and TIMESTAMP fields can be encrypted.",
      source: "Apple, CKRecord.encryptedValues, and the grammar",
      remedy: "Remove ENCRYPTED, or choose another type.",
      bad: .recordType("photo ENCRYPTED ASSET,", grant: #"READ TO "_creator""#),
      good: .recordType("photo ASSET,"), scope: .language)
  ) { file, _ in
    file.findings(inTypesAndIndexes: false) { type, indexes in
      guard type.isEncrypted else { return nil }
      switch type.primitive {
      case .asset: return ("an ASSET cannot be declared ENCRYPTED", "CloudKit always encrypts assets; remove ENCRYPTED")
      case .reference: return ("a REFERENCE cannot be ENCRYPTED", "CloudKit must be able to follow references")
      case .number: return ("a NUMBER cannot be ENCRYPTED", "use ENCRYPTED INT64 or ENCRYPTED DOUBLE")
      case .bytes, .double, .int64, .location, .string, .timestamp: return nil
      }
    }
  }

  static let searchableType = SchemaCheck(
    Rule(
      "searchable-type", .warning, .reported, "a field that is not text is SEARCHABLE",
      why: "SEARCHABLE indexes words, and only strings contain words.",
      source: "public schemas use SEARCHABLE only on STRING and LIST<STRING>",
      remedy: "Remove SEARCHABLE.",
      bad: .recordType("count INT64 SEARCHABLE,"),
      good: .recordType("count INT64 QUERYABLE,"), scope: .language)
  ) { file, _ in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard indexes.contains(.searchable), !type.isEncrypted, type.primitive != .string, type.primitive != .asset
      else { return nil }
      return ("CloudKit is likely to refuse SEARCHABLE on \(type)", "only text contains words; remove SEARCHABLE")
    }
  }

  static let sortableType = SchemaCheck(
    Rule(
      "sortable-type", .warning, .assumed, "a list or a reference is SORTABLE",
      why: "Lists and references have no order; CloudKit is likely to refuse the option.",
      source: "none of 1,389 reference fields and 112 lists in public schemas is SORTABLE",
      remedy: "Remove SORTABLE.",
      bad: .recordType("tags LIST<STRING> SORTABLE,"),
      good: .recordType("tags LIST<STRING>,"), scope: .language)
  ) { file, _ in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard indexes.contains(.sortable), !type.isEncrypted, type.isList || type.primitive == .reference,
        type.primitive != .asset
      else { return nil }
      return (
        "CloudKit is likely to refuse SORTABLE on \(type)",
        "\(type.isList ? "lists" : "references") have no order; remove SORTABLE"
      )
    }
  }

  static let systemFieldType = SchemaCheck.inFields(
    Rule(
      "system-field-type", .error, .documented, "a system field is declared with the wrong type",
      why: "The types of the system fields are fixed.",
      source: .schemaGuide("System Fields"),
      remedy: "Use the type that CloudKit defines.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" STRING QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType(), scope: .language)
  ) { file, field in
    guard let type = field.type, let system = file.systemField(field.name), type != system.type,
      let range = file.range(of: field.typeTokens)
    else { return nil }
    return Finding(
      message: "the system field '\(system.rawValue)' has type \(system.type), not \(type)", range: range,
      help: "write \(system.type)",
      fix: Fix("write \(system.type)", at: range, system.type.description))
  }
}
