import CloudKitSchema
import Diagnostics

/// The walks rules share, each with the subject of what it finds.
extension SchemaFile {
  typealias Finding = SchemaRule.Finding

  /// What a judgement finds in each record type.
  func findingsInTypes(_ judge: (RecordTypeDeclaration) -> Finding?) -> [Finding] {
    recordTypes.compactMap { type in
      guard var finding = judge(type) else { return nil }
      finding.subject = finding.subject ?? name(type.name)
      return finding
    }
  }

  /// What a judgement finds in each field.
  func findingsInFields(_ judge: (FieldDeclaration) -> Finding?) -> [Finding] {
    var found: [Finding] = []
    var type = recordTypes.startIndex
    for index in fields.indices {
      guard var finding = judge(fields[index]) else { continue }
      while recordTypes[type].fields.upperBound <= index { type += 1 }
      finding.subject = finding.subject ?? "\(name(recordTypes[type].name)).\(name(fields[index].name))"
      found.append(finding)
    }
    return found
  }

  /// What a judgement finds in each grant.
  func findingsInGrants(_ judge: (RecordTypeDeclaration, GrantDeclaration) -> Finding?) -> [Finding] {
    var found: [Finding] = []
    for type in recordTypes {
      for index in type.grants {
        guard var finding = judge(type, grants[index]) else { continue }
        finding.subject = finding.subject ?? "\(name(type.name)):\(name(grants[index].role))"
        found.append(finding)
      }
    }
    return found
  }

  /// The bytes from the first to the last of some tokens.
  func range(of tokens: Range<Int>) -> SourceRange? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    return SourceRange(self.tokens[first].range.start, self.tokens[last].range.end)
  }

  /// The bytes of a whole grant.
  func range(of grant: GrantDeclaration) -> SourceRange? { range(of: grant.keyword..<grant.role + 1) }

  /// A name as a message shows it.
  func shownName(_ token: Int) -> String { SyntaxMistake.shown(name(token)) }

  /// Whether a name is one of the system's, by its first byte.
  func isSystemName(_ token: Int) -> Bool {
    let range = nameRange(token)
    return range.start < range.end && source.bytes[range.start] == UInt8(ascii: "_")
  }

  /// The tokens that spell a name an earlier one spells; their subjects begin with the parent.
  func duplicates(
    _ tokens: some Collection<Int>, in parent: @autoclosure () -> String = "",
    help: String = "remove one, or rename it",
    message: (String) -> String
  ) -> [Finding] {
    guard mayRepeat(tokens) else { return [] }
    var seen: [String: Int] = Dictionary(minimumCapacity: tokens.count)
    return tokens.compactMap { token in
      let name = name(token)
      guard let first = seen[name] else {
        seen[name] = token
        return nil
      }
      return Finding(
        message: message(SyntaxMistake.shown(name)), range: self.tokens[token].range, help: help,
        subject: parent() + name, earlier: self.tokens[first].range)
    }
  }

  /// The fields whose type and indexes do not go together, marked at the type or at the options.
  func findings(
    inTypesAndIndexes atOptions: Bool, _ judge: (FieldType, Indexes) -> (message: String, help: String)?
  ) -> [Finding] {
    findingsInFields({ field in
      guard let type = field.type, let (message, help) = judge(type, field.indexes),
        let range = range(of: atOptions ? field.optionTokens : field.typeTokens)
      else { return nil }
      return Finding(message: message, range: range, help: help)
    })
  }
}
