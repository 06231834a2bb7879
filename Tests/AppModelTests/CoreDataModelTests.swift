import AppModel
import CloudKitSchema
import Diagnostics
import Testing

@Suite("Core Data models")
struct CoreDataModelTests {
  private static func written(_ entities: String, configurations: [String]? = nil) throws -> WrittenSchema {
    let version = ModelExamples.version(ModelExamples.model(entities))
    return WrittenSchema(try #require(version.model), configurations: configurations)
  }

  @Test(
    "an attribute type becomes a field type, and types of variable length get an asset",
    arguments: [
      ("Integer 16", "INT64", false), ("Integer 32", "INT64", false), ("Integer 64", "INT64", false),
      ("Boolean", "INT64", false), ("Double", "DOUBLE", false), ("Float", "DOUBLE", false),
      ("Decimal", "DOUBLE", false), ("Date", "TIMESTAMP", false), ("String", "STRING", true),
      ("UUID", "STRING", false), ("URI", "STRING", true), ("Binary", "BYTES", true), ("Transformable", "BYTES", true),
      ("Composite", "BYTES", false),
    ])
  func attributeTypes(type: String, field: String, hasAsset: Bool) throws {
    let written = try Self.written(
      #"<entity name="A"><attribute name="x" optional="YES" attributeType="\#(type)"/></entity>"#)
    #expect(written.lines.contains("CD_A.CD_x \(field)"))
    #expect(written.lines.contains("CD_A.CD_x_ckAsset ASSET") == hasAsset)
  }

  @Test("every record type has the fields of Core Data itself")
  func systemFields() throws {
    let lines = try Self.written(#"<entity name="A"/>"#).lines
    #expect(
      lines == ["CD_A.CD_entityName STRING", "CD_A.CD_moveReceipt BYTES", "CD_A.CD_moveReceipt_ckAsset ASSET"])
  }

  @Test("an encrypted attribute gets an encrypted field and a plain asset, also in the old spelling")
  func encryption() throws {
    let written = try Self.written(
      """
      <entity name="A">
        <attribute name="x" optional="YES" attributeType="String" allowsCloudEncryption="YES"/>
        <attribute name="y" optional="YES" attributeType="Date">
          <userInfo><entry key="NSPersistentCloudKitContainerEncryptedAttributeKey" value="YES"/></userInfo>
        </attribute>
      </entity>
      """)
    #expect(
      written.lines.filter { $0.contains("CD_x") || $0.contains("CD_y") } == [
        "CD_A.CD_x ENCRYPTED STRING", "CD_A.CD_x_ckAsset ASSET", "CD_A.CD_y ENCRYPTED TIMESTAMP",
      ])
  }

  @Test(
    "attributes that are not stored have no field",
    arguments: [
      #"<attribute name="x" optional="YES" transient="YES" attributeType="String"/>"#,
      #"<attribute name="x" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>"#,
      #"<attribute name="ckRecordID" optional="YES" attributeType="String"/>"#,
      """
      <attribute name="x" optional="YES" attributeType="String"><userInfo>
        <entry key="NSCloudKitMirroringDelegateIgnoredPropertyKey" value="YES"/>
      </userInfo></attribute>
      """,
    ])
  func local(attribute: String) throws {
    #expect(try Self.written(#"<entity name="A">\#(attribute)</entity>"#).valueLines.isEmpty)
  }

  @Test("a hierarchy four deep with an abstract parent is one record type with the fields of all its entities")
  func inheritance() throws {
    let entities = (0..<4).map { depth in
      let parent = depth == 0 ? #"isAbstract="YES""# : #"parentEntity="E\#(depth - 1)""#
      return #"<entity name="E\#(depth)" \#(parent)><attribute name="a\#(depth)" attributeType="Date"/></entity>"#
    }
    // The order of declarations does not matter.
    let written = try Self.written(entities.reversed().joined(separator: "\n"))
    #expect(written.recordTypes.map(\.name) == ["CD_E0"])
    #expect(written.valueLines == (0..<4).map { "CD_E0.CD_a\($0) TIMESTAMP" })
  }

  @Test("a circle of parents ends")
  func circle() throws {
    let written = try Self.written(#"<entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/>"#)
    #expect(!written.recordTypes.isEmpty)
  }

  @Test("siblings with one attribute of two types are a conflict")
  func conflict() throws {
    let written = try Self.written(
      """
      <entity name="A"/>
      <entity name="B" parentEntity="A"><attribute name="x" attributeType="String"/></entity>
      <entity name="C" parentEntity="A"><attribute name="x" attributeType="Date"/></entity>
      """)
    #expect(written.conflicts.map(\.rule) == ["conflicting-field-types"])
    #expect(written.conflicts[0].related != nil)
  }

  @Test("a relationship to one is a string, to many is nothing, and between many is one common record type")
  func relationships() throws {
    let written = try Self.written(
      """
      <entity name="A">
        <relationship name="b" optional="YES" maxCount="1" destinationEntity="B" inverseName="aa" inverseEntity="B"/>
        <relationship name="cc" optional="YES" toMany="YES" destinationEntity="C" inverseName="aa" inverseEntity="C"/>
      </entity>
      <entity name="B">
        <relationship name="aa" optional="YES" toMany="YES" destinationEntity="A" inverseName="b" inverseEntity="A"/>
      </entity>
      <entity name="C">
        <relationship name="aa" optional="YES" toMany="YES" destinationEntity="A" inverseName="cc" inverseEntity="A"/>
      </entity>
      """)
    #expect(
      written.valueLines
        == [
          "CD_A.CD_b STRING", "CDMR.CD_entityNames STRING", "CDMR.CD_recordNames STRING",
          "CDMR.CD_relationships STRING",
        ].sorted())
  }

  @Test("only the entities of the mirrored configuration have record types")
  func configurations() throws {
    let entities = """
      <entity name="A"/><entity name="B"/>
      <configuration name="Cloud"><memberEntity name="A"/></configuration>
      <configuration name="Local"><memberEntity name="B"/></configuration>
      """
    #expect(try Self.written(entities).recordTypes.map(\.name) == ["CD_A", "CD_B"])
    #expect(try Self.written(entities, configurations: ["Cloud"]).recordTypes.map(\.name) == ["CD_A"])
    let marked = entities.replacing(#"name="Cloud""#, with: #"name="Cloud" usedWithCloudKit="YES""#)
    #expect(try Self.written(marked).recordTypes.map(\.name) == ["CD_A"])
  }

  @Test(
    "a file that is not a whole model is refused with its place",
    arguments: [
      ("", "no element 'model'"), ("<model>", "may be cut off"), ("<model></mode>", "does not match"),
      ("<model/>\n<model/>", "after the end"), ("<plist/>", "no element 'model'"), (#"<model a="1" a="2"/>"#, "twice"),
      ("<model>\n<<<<<<< HEAD\n<entity/>\n=======\n>>>>>>> x\n</model>", "merge conflict"),
      ("<model><entity name=\"a & b\"/></model>", "not valid XML"),
      ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><model/>", "not in UTF-8"),
      ("DEFINE SCHEMA\n", "no element 'model'"),
    ])
  func refusals(text: String, message: String) throws {
    let version = ModelExamples.version(text)
    #expect(version.model == nil)
    let finding = try #require(version.diagnostics.first)
    #expect(finding.rule == "unreadable-model" && finding.message.contains(message), "\(finding.message)")
    #expect((finding.range?.end ?? 0) <= text.utf8.count)
  }

  @Test("names with spaces and emoji are read, and reported where CloudKit does not allow them")
  func names() throws {
    let version = ModelExamples.version(
      ModelExamples.model(
        #"<entity name="Meine Notiz 🎈"><attribute name="a&amp;b" optional="YES" attributeType="Date"/></entity>"#))
    let model = try #require(version.model)
    #expect(model.entities[0].name == "Meine Notiz 🎈" && model.entities[0].attributes[0].name == "a&b")
    #expect(ModelCheck(model).diagnostics.map(\.rule) == ["field-name-characters", "field-name-characters"])
  }

  @Test("an element that is not known is reported and does not hide others")
  func unknownElements() throws {
    let version = ModelExamples.version(
      ModelExamples.model(#"<novelty name="n"/><entity name="A"><gadget/></entity><elements><element/></elements>"#))
    #expect(version.model?.entities.map(\.name) == ["A"])
    #expect(version.diagnostics.map(\.rule) == ["unread-model-element", "unread-model-element"])
  }

  @Test("a model of 200 entities with 80 attributes each is read")
  func size() throws {
    let attribute = #"<attribute name="x%" optional="YES" attributeType="String"/>"#
    let entities = (0..<200).map { entity in
      #"<entity name="E\#(entity)">"# + (0..<80).map { attribute.replacing("%", with: "\($0)") }.joined() + "</entity>"
    }
    let version = ModelExamples.version(ModelExamples.model(entities.joined(separator: "\n")))
    #expect(try WrittenSchema(#require(version.model)).recordTypes.count == 200)
  }
}
