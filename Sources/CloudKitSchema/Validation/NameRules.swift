import Diagnostics

extension ValidationRule {
  /// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Identifiers.
  static let reservedPrefix = ValidationRule(
    "reserved-prefix", .error, "names that begin with an underscore are the system's"
  ) { file in
    let names = file.recordTypes.lazy.map(\.name) + file.roles.lazy.map(\.name)
    let fields = file.fields.lazy.map(\.name).filter { !beginsLikeSystemField(file.nameRange($0), in: file) }
    return (Array(names) + Array(fields)).compactMap { token in
      let range = file.nameRange(token)
      guard range.start < range.end, file.source.bytes[range.start] == UInt8(ascii: "_") else { return nil }
      return Finding(
        message: "the name '\(SyntaxMistake.shown(file.name(token)))' begins with an underscore",
        range: file.tokens[token].range, help: "such names are reserved to CloudKit; choose another")
    }
  }

  /// Seen: `"__recordID"` and `"___recordType"`, both refused (brightdigit/MistKit, history).
  static let unknownSystemField = ValidationRule(
    "unknown-system-field", .error, "a name with two or more leading underscores is one of the six system fields"
  ) { file in
    file.fields.compactMap { field in
      guard beginsLikeSystemField(file.nameRange(field.name), in: file) else { return nil }
      let name = file.name(field.name)
      guard SystemField(rawValue: name) == nil else { return nil }
      let message = "there is no system field '\(SyntaxMistake.shown(name))'"
      let range = file.tokens[field.name].range
      guard let nearest = SystemField.named(like: name) else {
        let known = SystemField.allCases.map(\.rawValue).joined(separator: ", ")
        return Finding(message: message, range: range, help: "there are \(known)")
      }
      return Finding(
        message: message, range: range, help: "did you mean \"\(nearest.rawValue)\"?",
        fix: Fix(
          "write \"\(nearest.rawValue)\"", edits: [.init(range: range, replacement: "\"\(nearest.rawValue)\"")]))
    }
  }

  /// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", System Fields.
  static let systemFieldType = ValidationRule(
    "system-field-type", .error, "a system field has the type CloudKit gives it"
  ) { file in
    file.fields.compactMap { field in
      guard let type = field.type, beginsLikeSystemField(file.nameRange(field.name), in: file),
        let system = SystemField(rawValue: file.name(field.name)), type != system.type,
        let first = field.typeTokens.first, let last = field.typeTokens.last
      else { return nil }
      let range = SourceRange(file.tokens[first].range.start, file.tokens[last].range.end)
      return Finding(
        message: "the system field '\(system.rawValue)' is a \(system.type), not a \(type)", range: range,
        help: "write \(system.type)",
        fix: Fix("write \(system.type)", edits: [.init(range: range, replacement: system.type.description)]))
    }
  }

  private static func beginsLikeSystemField(_ name: SourceRange, in file: SchemaFile) -> Bool {
    name.start + 1 < name.end && file.source.bytes[name.start] == UInt8(ascii: "_")
      && file.source.bytes[name.start + 1] == UInt8(ascii: "_")
  }
}

extension SystemField {
  /// What other parts of CloudKit call a system field (reference documentation of CKRecord and Web Services).
  private static let aliases: [String: SystemField] = [
    "recordname": .recordID, "creationdate": .createTime, "createdtimestamp": .createTime, "createdat": .createTime,
    "createduserrecordname": .createdBy, "modificationdate": .modTime, "modifiedtimestamp": .modTime,
    "modifiedat": .modTime, "lastmodifieduserrecordid": .modifiedBy, "recordchangetag": .etag,
  ]

  /// The system field a misspelt name most likely means.
  static func named(like name: String) -> SystemField? {
    let bare = String(name.drop { $0 == "_" })
    guard bare.utf8.count < 40 else { return nil }
    if let alias = aliases[bare.lowercased()] { return alias }
    let bareNames = allCases.map { $0.rawValue.drop { $0 == "_" } }.map(String.init)
    return Suggestion.nearest(to: bare, among: bareNames).flatMap { SystemField(rawValue: "___" + $0) }
  }
}
