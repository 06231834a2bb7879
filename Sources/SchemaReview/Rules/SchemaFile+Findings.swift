import CloudKitSchema
import Diagnostics

/// Rules that check one declaration at a time. By default a finding is about the declaration, at its name.
extension SchemaCheck {
  static func inTypes(
    _ rule: Rule, skipsGenerated: Bool = false, in concern: Concern = .everyDatabase,
    check: @escaping @Sendable (SchemaFile, RecordTypeDeclaration) -> Finding?
  ) -> SchemaCheck {
    SchemaCheck(rule, skipsGenerated: skipsGenerated, in: concern) { file, _ in
      file.findingsInTypes { check(file, $0) }
    }
  }

  static func inFields(
    _ rule: Rule, skipsGenerated: Bool = false, check: @escaping @Sendable (SchemaFile, FieldDeclaration) -> Finding?
  ) -> SchemaCheck {
    SchemaCheck(rule, skipsGenerated: skipsGenerated) { file, _ in file.findingsInFields { check(file, $0) } }
  }

  /// A check of grants, which have an effect in the public database only.
  static func inGrants(
    _ rule: Rule, check: @escaping @Sendable (SchemaFile, RecordTypeDeclaration, GrantDeclaration) -> Finding?
  ) -> SchemaCheck {
    SchemaCheck(rule, in: .publicDatabase) { file, _ in file.findingsInGrants { check(file, $0, $1) } }
  }
}

extension SchemaFile {
  typealias Finding = SchemaCheck.Finding

  func findingsInTypes(_ check: (RecordTypeDeclaration) -> Finding?) -> [Finding] {
    recordTypes.compactMap { type in check(type)?.located(subject: name(type.name), range: tokens[type.name].range) }
  }

  func findingsInFields(_ check: (FieldDeclaration) -> Finding?) -> [Finding] {
    var found: [Finding] = []
    var type = recordTypes.startIndex
    for index in fields.indices {
      guard let finding = check(fields[index]) else { continue }
      while recordTypes[type].fields.upperBound <= index { type += 1 }
      let subject = "\(name(recordTypes[type].name)).\(name(fields[index].name))"
      found.append(finding.located(subject: subject, range: tokens[fields[index].name].range))
    }
    return found
  }

  func findingsInGrants(_ check: (RecordTypeDeclaration, GrantDeclaration) -> Finding?) -> [Finding] {
    recordTypes.flatMap { type in
      grants[type.grants].compactMap { grant in
        check(type, grant)?.located(subject: "\(name(type.name)):\(name(grant.role))", range: range(of: grant))
      }
    }
  }

  /// Returns the bytes from the first to the last token.
  func range(of tokens: Range<Int>) -> SourceRange? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    return SourceRange(self.tokens[first].range.start, self.tokens[last].range.end)
  }

  func range(of grant: GrantDeclaration) -> SourceRange? { range(of: grant.keyword..<grant.role + 1) }

  func shownName(_ token: Int) -> String { DisplayText.short(name(token)) }

  func isSystemName(_ token: Int) -> Bool { name(token).hasPrefix("_") }

  /// Whether a name has the two leading underscores that are reserved for system fields.
  func hasSystemFieldPrefix(_ token: Int) -> Bool { name(token).hasPrefix("__") }

  func systemField(_ token: Int) -> SystemField? { SystemField(rawValue: name(token)) }

  /// Returns findings for tokens that repeat an earlier name, or with `ignoringCase` for those that differ from it only
  /// in case. Subjects begin with the parent.
  func duplicates(
    _ tokens: some Collection<Int>, in parent: @autoclosure () -> String = "", ignoringCase: Bool = false,
    message: (_ name: String, _ earlier: String) -> String
  ) -> [Finding] {
    var seen: [String: Int] = [:]
    return tokens.compactMap { token in
      let name = name(token)
      let key = ignoringCase ? name.lowercased() : name
      guard let first = seen[key] else {
        seen[key] = token
        return nil
      }
      if ignoringCase { seen[key] = token }
      let earlier = self.name(first)
      guard !ignoringCase || earlier != name else { return nil }
      return Finding(
        message: message(DisplayText.short(name), DisplayText.short(earlier)), range: self.tokens[token].range,
        subject: parent() + name, earlier: self.tokens[first].range)
    }
  }

  /// Returns findings for fields whose type and indexes are incompatible, at the type or at the options.
  func findings(
    inTypesAndIndexes atOptions: Bool, _ check: (FieldType, Indexes) -> (message: String, help: String)?
  ) -> [Finding] {
    findingsInFields({ field in
      guard let type = field.type, let (message, help) = check(type, field.indexes),
        let range = range(of: atOptions ? field.optionTokens : field.typeTokens)
      else { return nil }
      return Finding(message: message, range: range, help: help)
    })
  }
}
