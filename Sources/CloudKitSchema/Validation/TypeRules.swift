import Diagnostics

extension ValidationRule {
  /// Source: Apple, CKRecord.encryptedValues, and the schema language's grammar.
  static let encryptedType = ValidationRule(
    "encrypted-type", .error, "an encrypted field is a BYTES, STRING, DOUBLE, INT64, LOCATION or TIMESTAMP"
  ) { file in
    findings(in: file) { type, _ in
      guard type.isEncrypted else { return nil }
      switch type.primitive {
      case .asset: return ("an ASSET cannot be declared ENCRYPTED", "assets are encrypted anyway; leave it out")
      case .reference: return ("a REFERENCE cannot be ENCRYPTED", "CloudKit must be able to follow references")
      case .number: return ("a NUMBER cannot be ENCRYPTED", "use ENCRYPTED INT64 or ENCRYPTED DOUBLE")
      case .bytes, .double, .int64, .location, .string, .timestamp: return nil
      }
    }
  }

  /// Source: Apple, CKRecord.encryptedValues: encrypted fields cannot have indexes.
  static let encryptedIndex = ValidationRule(
    "encrypted-index", .error, "an encrypted field has no index"
  ) { file in
    findings(in: file, atOptions: true) { type, indexes in
      guard type.isEncrypted, !indexes.isEmpty else { return nil }
      return ("an ENCRYPTED field cannot be \(indexes)", "CloudKit cannot see its values; leave the options out")
    }
  }

  /// None of 85 asset fields in public schemas has one; assets are encrypted by default.
  static let assetIndex = ValidationRule("asset-index", .warning, "an asset has no index") { file in
    findings(in: file, atOptions: true) { type, indexes in
      guard type.primitive == .asset, !type.isEncrypted, !indexes.isEmpty else { return nil }
      return ("CloudKit is likely to refuse \(indexes) on ASSET", "assets cannot be queried; leave it out")
    }
  }

  /// None of 1,389 reference fields and none of 112 lists in public schemas is SORTABLE.
  static let sortableType = ValidationRule(
    "sortable-type", .warning, "lists and references are not SORTABLE"
  ) { file in
    findings(in: file, atOptions: true) { type, indexes in
      guard indexes.contains(.sortable), !type.isEncrypted, type.isList || type.primitive == .reference,
        type.primitive != .asset
      else { return nil }
      return ("CloudKit is likely to refuse SORTABLE on \(type)", "it has no order; leave SORTABLE out")
    }
  }

  /// SEARCHABLE splits text into words; public schemas have it on STRING and LIST<STRING> only.
  static let searchableType = ValidationRule(
    "searchable-type", .warning, "only strings are SEARCHABLE"
  ) { file in
    findings(in: file, atOptions: true) { type, indexes in
      guard indexes.contains(.searchable), !type.isEncrypted, type.primitive != .string, type.primitive != .asset
      else { return nil }
      return (
        "CloudKit is likely to refuse SEARCHABLE on \(type)", "only text has words; leave SEARCHABLE out"
      )
    }
  }

  /// The fields whose type and indexes do not go together, marked at the type or at the options.
  private static func findings(
    in file: SchemaFile, atOptions: Bool = false,
    _ judge: (FieldType, Indexes) -> (message: String, help: String)?
  ) -> [Finding] {
    file.fields.compactMap { field in
      guard let type = field.type, let (message, help) = judge(type, field.indexes) else { return nil }
      let tokens = atOptions ? field.optionTokens : field.typeTokens
      guard let first = tokens.first, let last = tokens.last else { return nil }
      let range = SourceRange(file.tokens[first].range.start, file.tokens[last].range.end)
      return Finding(message: message, range: range, help: help)
    }
  }
}
