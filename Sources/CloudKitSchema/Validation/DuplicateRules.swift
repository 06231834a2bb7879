import Diagnostics

extension ValidationRule {
  /// A file that declares nothing says "delete every record type" to an import.
  static let noRecordTypes = ValidationRule(
    "no-record-types", .warning, "a schema declares a record type"
  ) { file in
    guard file.recordTypes.isEmpty, file.mistakes.isEmpty, file.tokens.count > 1 else { return [] }
    return [
      Finding(
        message: "the schema declares no record type", range: nil,
        help: "importing it asks CloudKit to delete every record type there is")
    ]
  }

  /// Source: cktool refuses a second declaration; a record type is known by its name.
  static let duplicateRecordType = ValidationRule(
    "duplicate-record-type", .error, "a record type is declared once"
  ) { file in
    duplicates(file.recordTypes.lazy.map(\.name), in: file) { "the record type '\($0)' is declared twice" }
  }

  /// A field is known by its name within its record type.
  static let duplicateField = ValidationRule("duplicate-field", .error, "a field is declared once") { file in
    file.recordTypes.flatMap { type in
      duplicates(file.fields[type.fields].lazy.map(\.name), in: file) {
        "the field '\($0)' is declared twice in '\(SyntaxMistake.shown(file.name(type.name)))'"
      }
    }
  }

  /// A role is known by its name.
  static let duplicateRole = ValidationRule("duplicate-role", .error, "a role is created once") { file in
    duplicates(file.roles.lazy.map(\.name), in: file) { "the role '\($0)' is created twice" }
  }

  /// Two grants to one role add up, which is easily overlooked.
  static let duplicateGrant = ValidationRule(
    "duplicate-grant", .warning, "a record type has one grant for a role"
  ) { file in
    file.recordTypes.flatMap { type in
      duplicates(file.grants[type.grants].lazy.map(\.role), in: file, help: "write one GRANT with all permissions") {
        "'\(SyntaxMistake.shown(file.name(type.name)))' has several grants for '\($0)'"
      }
    }
  }

  /// The tokens that spell a name an earlier one spells.
  private static func duplicates(
    _ tokens: some Collection<Int>, in file: SchemaFile, help: String = "remove one, or rename it",
    message: (String) -> String
  ) -> [Finding] {
    guard tokens.count > 1 else { return [] }
    var first: [String: Int] = Dictionary(minimumCapacity: tokens.count)
    var findings: [Finding] = []
    for token in tokens {
      let name = file.name(token)
      guard let earlier = first.updateValue(token, forKey: name) else { continue }
      first[name] = earlier
      findings.append(
        Finding(message: message(SyntaxMistake.shown(name)), range: file.tokens[token].range, help: help))
    }
    return findings
  }
}
