import CloudKitSchema
import Diagnostics

/// Rules about the fields of record types.
extension DeploymentRule {
  static let fieldAdded = DeploymentRule(
    RuleDocumentation(
      "field-added", .error, .documented, "a field is added",
      why: "Generated code, and code that lists every field, does not include it yet.",
      source: "the policy 'source' of 'celestra-admin schema plan'",
      remedy: "Update the code in the same release.",
      bad: .deployment(of: .feed("title STRING,", "score INT64,"), over: .feed("title STRING,")),
      good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,"))),
    .policy(.source)
  ) { change, comparison in
    guard case .fieldAdded(let field, let type) = change else { return nil }
    return (
      "\(type).\(field.name) (\(field.type)) is in \(comparison.newName) but not in \(comparison.oldName)",
      "update code that lists the fields of \(type)"
    )
  }

  static let fieldRemoved = DeploymentRule(
    RuleDocumentation(
      "field-removed", .error, .documented, "a field of the live schema is missing",
      why: "Production refuses a schema that would lose values, and applies no part of it.",
      source: .schemaGuide("Add, Modify, and Remove"),
      remedy: "Keep the line, mark it as deprecated and stop using the field.",
      bad: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,", "score INT64,")),
      good: .deployment(
        of: .feed("title STRING,", "score INT64, // DEPRECATED"), over: .feed("title STRING,", "score INT64,"))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldRemoved(let field, let type) = change else { return nil }
    return (
      "\(type).\(field.name) (\(field.type)) is in \(comparison.oldName) but not in \(comparison.newName)",
      "keep the line and mark it as deprecated; production refuses the schema without it"
    )
  }

  static let fieldTypeChanged = DeploymentRule(
    RuleDocumentation(
      "field-type-changed", .error, .reported, "a field's type changes",
      why: """
        A field in production keeps its type, including whether it is a list. Apple documents this for changes that would \
        lose data; users report it for every change.
        """,
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", Add, Modify, and Remove; reports of "
        + "refused deployments",
      remedy: "Add a field of the new type under another name and copy the values.",
      bad: .deployment(of: .feed("title STRING,", "score DOUBLE,"), over: .feed("title STRING,", "score INT64,")),
      good: .deployment(
        of: .feed("title STRING,", "score INT64,", "scoreDouble DOUBLE,"), over: .feed("title STRING,", "score INT64,"))
    ),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted == new.isEncrypted, !old.differsOnlyInPreferredNumber(from: new) else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "add a field of type \(new) under another name and copy the values to it"
    )
  }

  static let encryptionToggled = DeploymentRule(
    RuleDocumentation(
      "encryption-toggled", .error, .documented, "a field's encryption changes",
      why: "Only new fields can be encrypted, and encryption cannot change once the field is in production.",
      source: "Apple, CKRecord.encryptedValues; NSAttributeDescription.allowsCloudEncryption",
      remedy: "Add a field with the new encryption under another name and copy the values.",
      bad: .deployment(
        of: .feed("title STRING,", "token ENCRYPTED STRING,"), over: .feed("title STRING,", "token STRING,")),
      good: .deployment(
        of: .feed("title STRING,", "token STRING,", "secretToken ENCRYPTED STRING,"),
        over: .feed("title STRING,", "token STRING,"))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted != new.isEncrypted else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "add a field of type \(new) under another name and copy the values to it"
    )
  }

  static let preferredNumberChanged = DeploymentRule(
    RuleDocumentation(
      "preferred-number-changed", .error, .documented, "the preferred type of a NUMBER field changes",
      why: "The preferred type of a NUMBER field cannot change once it is set.",
      source: .schemaGuide("Data Types"),
      remedy: "Keep the preferred type, or add a field of type INT64 or DOUBLE.",
      bad: .deployment(of: .feed("score NUMBER PREFERRED AS DOUBLE,"), over: .feed("score NUMBER PREFERRED AS INT64,")),
      good: .deployment(
        of: .feed("score NUMBER PREFERRED AS INT64,", "scoreDouble DOUBLE,"),
        over: .feed("score NUMBER PREFERRED AS INT64,"))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted == new.isEncrypted, old.differsOnlyInPreferredNumber(from: new),
      !old.isNumber(becoming: new)
    else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "keep \(old), or add a field under another name"
    )
  }

  /// The rule about likely renames.
  package static let probableRename = DeploymentRule(
    RuleDocumentation(
      "probable-rename", .warning, .assumed, "an added name probably replaces a removed one",
      why: """
        CloudKit cannot rename: production refuses the removal, and the added field or record type is empty. The pair is \
        inferred from types, names and indexes.
        """,
      source: "schemas in public repositories",
      remedy: "Keep the old name beside the new one until no app reads it.",
      bad: .deployment(of: .feed("publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,")),
      good: .deployment(of: .feed("pubDate TIMESTAMP,", "publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,"))),
    .policy(.deploy),
    describingRename: { rename, comparison in
      switch rename {
      case .recordType(let old, let new):
        (
          "record type \(new) is probably \(old) of \(comparison.oldName), renamed",
          "CloudKit cannot rename record types: keep \(old) beside \(new) and copy the records"
        )
      case .field(let old, let new, let type):
        (
          "\(type).\(new.name) is probably \(type).\(old.name) of \(comparison.oldName), renamed",
          "CloudKit cannot rename fields: keep \(old.name) beside \(new.name) and copy the values"
        )
      }
    })
}

extension FieldType {
  /// Whether two NUMBER types differ only in their preferred type.
  func differsOnlyInPreferredNumber(from other: FieldType) -> Bool {
    primitive == .number && other.primitive == .number && isList == other.isList
      && preferredNumber != other.preferredNumber
  }
}
