package import CloudKitSchema
package import Diagnostics

/// What an app writes, compared with a schema.
package struct Parity: Sendable {
  package struct Options: Sendable {
    /// Whether the app shares records, so that what sharing needs is required.
    package var sharing = false
    /// Whether the app mirrors the public database, which it queries by indexes.
    package var publicDatabase = false
    /// What older versions of the model wrote.
    package var earlier = WrittenSchema()

    package init() {}
  }

  /// A record type or a field that is not the same on both sides.
  package struct Difference: Equatable, Sendable {
    package enum State: String, Sendable {
      case missing, different, onlyInSchema
    }

    package let recordType: RecordType.Name
    /// `nil` for the record type itself.
    package var field: String?
    package let state: State
    /// The type that the app writes, and the type in the schema.
    package var written, declared: String?
    package let rule: Rule
  }

  package private(set) var differences: [Difference] = []
  /// The findings, most severe first.
  package private(set) var findings: [Diagnostic] = []

  /// The findings about fields with another type, which no addition to the schema resolves.
  package var typeFindings: [Diagnostic] {
    let rules = [Rule.differentFieldType.id, Rule.differentEncryption.id]
    return findings.filter { rules.contains($0.rule) }
  }

  let written: WrittenSchema
  let schema: DeclaredSchema
  let options: Options

  package init(of written: WrittenSchema, in file: SchemaFile, options: Options = Options()) {
    self.written = written
    self.options = options
    schema = DeclaredSchema(file)
    findings = written.conflicts
    let unmirrored = unmirrored
    findings += [unmirrored].compactMap(\.self)
    compare(written.recordTypes.filter { unmirrored == nil || !$0.isCoreData })
    let order = Diagnostic.Severity.allCases
    findings = order.reversed().flatMap { severity in findings.filter { $0.severity == severity } }
  }

  private mutating func compare(_ types: [WrittenRecordType]) {
    for type in types {
      if let declared = schema[type.name] { compare(type, with: declared) } else { reportMissing(type) }
    }
    if options.sharing, schema[WrittenSchema.shareName] == nil { reportMissingShare() }
    if types.count == written.recordTypes.count { reportOnlyInSchema() }
  }

  private mutating func compare(_ type: WrittenRecordType, with declared: DeclaredSchema.Entry) {
    var missing: [WrittenField] = []
    for field in type.fields {
      guard let found = declared.type.field(named: field.name) else {
        missing.append(field)
        continue
      }
      guard let expected = field.expected(where: found.type), expected != found.type else { continue }
      let isSameType = expected.primitive == found.type.primitive && expected.isList == found.type.isList
      let rule: Rule =
        !field.isVerified ? .unverifiedField : isSameType ? .differentEncryption : .differentFieldType
      add(.different, rule, type, field, declared: found.type)
      report(
        rule, "\(type.name).\(field.name) is \(found.type) in \(schema.name), but \(field.origin) needs \(expected)",
        at: field.place ?? type.place, subject: "\(type.name).\(field.name)",
        related: declared.place(of: field.name) ?? declared.place)
    }
    for field in missing where field.need == .value { reportMissing(field, of: type, in: declared) }
    for (need, rule) in Self.groups {
      let fields = missing.filter { $0.need == need }
      guard let first = fields.first else { continue }
      for field in fields { add(.missing, rule, type, field) }
      let names = fields.map(\.name).joined(separator: ", ")
      report(
        rule, "\(type.name) in \(schema.name) has no \(names): \(rule.summary)", at: first.place ?? type.place,
        subject: type.name, related: declared.place)
    }
    if options.publicDatabase { compareIndexes(of: type, with: declared) }
  }

  /// Fields that are reported together, one finding per record type.
  private static let groups: [(WrittenField.Need, Rule)] = [
    (.largeData, .missingFileField), (.largeValue, .missingAssetField), (.sharing, .missingSharing),
  ]

  private mutating func reportMissing(
    _ field: WrittenField, of type: WrittenRecordType, in declared: DeclaredSchema.Entry
  ) {
    let rule: Rule = field.isVerified ? .missingField : .unverifiedField
    add(.missing, rule, type, field)
    let hasAsset = declared.type.field(named: field.name + WrittenSchema.assetSuffix) != nil
    let remark = hasAsset ? "; only its asset for large values exists" : ""
    let declaration = field.name + (field.type.map { " (\($0))" } ?? "")
    report(
      rule, "\(type.name) in \(schema.name) has no \(declaration), which \(field.origin) needs\(remark)",
      at: field.place ?? type.place, subject: "\(type.name).\(field.name)", related: declared.place)
  }

  private mutating func reportMissing(_ type: WrittenRecordType) {
    let rule: Rule = type.isVerified ? .missingRecordType : .unverifiedField
    differences.append(Difference(recordType: type.name, state: .missing, rule: rule))
    for field in type.fields { add(.missing, rule, type, field) }
    let count = type.fields.count { $0.need == .value }
    report(
      rule, "\(schema.name) has no record type \(type.name), which \(type.origin) needs with \(count.of("field"))",
      at: type.place, subject: type.name, related: nil)
  }

  private mutating func reportMissingShare() {
    let name = WrittenSchema.shareName
    differences.append(Difference(recordType: name, state: .missing, rule: .missingSharing))
    report(
      .missingSharing, "\(schema.name) has no record type \(name), which the first share needs", at: nil,
      subject: name, related: nil)
  }

  private mutating func compareIndexes(of type: WrittenRecordType, with declared: DeclaredSchema.Entry) {
    for needed in WrittenSchema.publicFields {
      let found = declared.type.field(named: needed.name)?.indexes ?? []
      guard !found.isSuperset(of: needed.indexes) else { continue }
      let rule = Rule.missingPublicIndex
      differences.append(
        Difference(
          recordType: type.name, field: needed.name, state: .different, written: needed.typeAndIndexes,
          declared: declared.type.field(named: needed.name)?.typeAndIndexes, rule: rule))
      report(
        rule, "\(type.name).\(needed.name) lacks \(needed.indexes.subtracting(found)) in \(schema.name)",
        at: nil, subject: "\(type.name).\(needed.name)", related: declared.place(of: needed.name) ?? declared.place)
    }
  }

  // MARK: Findings

  mutating func add(
    _ state: Difference.State, _ rule: Rule, _ type: WrittenRecordType, _ field: WrittenField,
    declared: FieldType? = nil
  ) {
    differences.append(
      Difference(
        recordType: type.name, field: field.name, state: state, written: field.type?.description,
        declared: declared?.description, rule: rule))
  }

  mutating func add(_ difference: Difference) { differences.append(difference) }

  /// Adds a finding at the app's declaration, or else at the schema's.
  mutating func report(
    _ rule: Rule, _ message: String, at place: ManagedModel.Place?, subject: String, related: SourceRange?
  ) {
    let isRequired = rule == .missingSharing && options.sharing
    var diagnostic = Diagnostic(
      isRequired ? .error : rule.severity, rule: rule.id, message, file: place?.file ?? schema.name,
      range: place?.range ?? related, subject: subject, help: rule == .onlyInSchema ? nil : rule.advice)
    if place != nil { diagnostic.related = related.map { .init("in the schema", file: schema.name, range: $0) } }
    findings.append(diagnostic)
  }
}

extension WrittenField {
  /// Returns the type that the app needs in place of a declared one; `nil` if nothing is known of it.
  fileprivate func expected(where declared: FieldType) -> FieldType? {
    if let type { return type }
    // Assets are encrypted in any case.
    guard let isEncrypted, declared.primitive != .asset else { return nil }
    var expected = declared
    expected.isEncrypted = isEncrypted
    return expected
  }
}
