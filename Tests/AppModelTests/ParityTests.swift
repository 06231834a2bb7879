import AppModel
import CloudKitSchema
import Diagnostics
import Testing

@Suite("Parity of models and schemas")
struct ParityTests {
  private static let model = """
    <entity name="Note">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="count" optional="YES" attributeType="Integer 64"/>
    </entity>
    """

  private static func written() throws -> WrittenSchema {
    WrittenSchema(try #require(ModelExamples.version(ModelExamples.model(model)).model))
  }

  private static func parity(
    _ schema: String, sharing: Bool = false, publicDatabase: Bool = false
  ) throws -> Parity {
    var options = Parity.Options()
    options.sharing = sharing
    options.publicDatabase = publicDatabase
    return Parity(of: try written(), in: ModelExamples.schema(schema), options: options)
  }

  private static let complete = """
    RECORD TYPE CD_Note (
      CD_count INT64, CD_entityName STRING, CD_moveReceipt BYTES, CD_moveReceipt_ckAsset ASSET, CD_photo BYTES,
      CD_photo_ckAsset ASSET, CD_title STRING, CD_title_ckAsset ASSET, GRANT READ TO "_world"
    );
    """

  @Test("a schema with everything has no findings")
  func complete() throws {
    #expect(try Self.parity(Self.complete).findings.isEmpty)
  }

  @Test(
    "what is missing or differs is found with its severity, at the model and in the schema",
    arguments: [
      ("CD_count INT64, ", "", "missing-field", Diagnostic.Severity.error),
      ("CD_entityName STRING, ", "", "missing-field", .error),
      ("CD_title STRING, ", "", "missing-field", .error),
      ("CD_title_ckAsset ASSET, ", "", "missing-asset-field", .warning),
      ("CD_photo_ckAsset ASSET, ", "", "missing-file-field", .error),
      ("CD_moveReceipt BYTES, ", "", "missing-sharing", .info),
      ("CD_count INT64", "CD_count DOUBLE", "different-field-type", .error),
      ("CD_count INT64", "CD_count LIST<INT64>", "different-field-type", .error),
      ("CD_title STRING", "CD_title ENCRYPTED STRING", "different-encryption", .error),
      ("CD_count", "extra STRING, CD_count", "only-in-schema", .info),
      ("RECORD", "RECORD TYPE CD_Old ( CD_x STRING, GRANT READ TO \"_world\" );\nRECORD", "only-in-schema", .info),
      ("RECORD", "RECORD TYPE Own ( x STRING, GRANT READ TO \"_world\" );\nRECORD", "only-in-schema", .info),
    ])
  func differences(old: String, new: String, rule: String, severity: Diagnostic.Severity) throws {
    let schema = Self.complete.replacingOne(old, with: new)
    let findings = try Self.parity(schema).findings
    #expect(findings.map(\.rule) == [rule] && findings.map(\.severity) == [severity], "\(findings.map(\.message))")
    #expect(findings[0].range != nil && (findings[0].related != nil) == (rule != "only-in-schema"))
  }

  @Test("a missing field whose asset exists is called so")
  func onlyAsset() throws {
    let findings = try Self.parity(Self.complete.replacingOne("CD_title STRING, ", with: "")).findings
    #expect(findings[0].message.contains("only its asset for large values exists"))
  }

  @Test("sharing makes its fields and the record type of shares errors")
  func sharing() throws {
    let schema = Self.complete.replacingOne("CD_moveReceipt BYTES, ", with: "")
    let findings = try Self.parity(schema, sharing: true).findings
    #expect(findings.map(\.rule) == ["missing-sharing", "missing-sharing"])
    #expect(findings.allSatisfy { $0.severity == .error })
    #expect(findings.contains { $0.message.contains("cloudkit.share") })
  }

  @Test("a mirrored public database needs two indexes in each record type")
  func publicDatabase() throws {
    let findings = try Self.parity(Self.complete, publicDatabase: true).findings
    #expect(findings.map(\.rule) == ["missing-public-index", "missing-public-index"])
    let schema = try Self.written().schema(indexes: .public)
    let file = SchemaFile(SourceText(name: "s", text: schema.text()))
    var options = Parity.Options()
    options.publicDatabase = true
    #expect(Parity(of: try Self.written(), in: file, options: options).findings.isEmpty)
  }

  @Test(
    "a schema without any record type of Core Data is one finding",
    arguments: [("", "nothing has been deployed"), ("RECORD TYPE Own ( x STRING );", "Own itself")])
  func unmirrored(schema: String, message: String) throws {
    let findings = try Self.parity(schema).findings
    #expect(findings.map(\.rule) == ["model-not-mirrored"])
    #expect(findings[0].message.contains(message))
  }

  @Test("a missing record type is one finding, and its fields are listed")
  func missingType() throws {
    let parity = try Self.parity("RECORD TYPE CD_Other ( CD_x STRING );")
    #expect(parity.findings.map(\.rule) == ["missing-record-type", "only-in-schema"])
    #expect(parity.differences.count { $0.state == .missing } == 9)
  }

  @Test("what only the schema has is said to be of an older version")
  func earlier() throws {
    var options = Parity.Options()
    options.earlier = WrittenSchema(
      try #require(
        ModelExamples.version(
          ModelExamples.model(#"<entity name="Note"><attribute name="extra" attributeType="Date"/></entity>"#)
        ).model))
    let schema = Self.complete.replacingOne("CD_count", with: "CD_extra TIMESTAMP, CD_count")
    let findings = Parity(of: try Self.written(), in: ModelExamples.schema(schema), options: options).findings
    #expect(findings.map(\.message).filter { $0.contains("CD_extra (of an older version)") }.count == 1)
  }

  @Test("the schema of a model has what the model needs, in each form", arguments: WrittenIndexes.allCases)
  func roundTrip(indexes: WrittenIndexes) throws {
    let schema = try Self.written().schema(indexes: indexes, sharing: true)
    let file = SchemaFile(SourceText(name: "s", text: schema.text()))
    #expect(file.syntaxDiagnostics.isEmpty)
    var options = Parity.Options()
    options.sharing = true
    #expect(Parity(of: try Self.written(), in: file, options: options).findings.isEmpty)
    let title = schema.recordType(named: "CD_Note")?.field(named: "CD_title")
    #expect(title?.indexes == (indexes == .none ? [] : [.queryable, .searchable, .sortable]))
  }

  @Test("only declarations that a schema lacks are added to it")
  func missing() throws {
    let base = Schema(ModelExamples.schema(Self.complete.replacingOne("CD_count INT64, ", with: "")))
    let missing = try Self.written().schema().missing(from: base)
    #expect(missing.recordTypes.map(\.fields).map { $0.map(\.name) } == [["CD_count"]])
    #expect(missing.recordTypes[0].grants.isEmpty)
  }
}

extension String {
  /// Returns the text with the first occurrence replaced.
  func replacingOne(_ old: String, with new: String) -> String { replacing(old, with: new, maxReplacements: 1) }
}
