import AppModel
import Diagnostics
import Testing

@Suite("SwiftData models")
struct SwiftModelTests {
  private static func lines(_ sources: String...) -> [String] {
    var reading = ModelReading()
    reading.add(ModelExamples.sources(sources.joined(separator: "\n")), ModelChoice())
    return reading.written.valueLines
  }

  @Test(
    "the type of a property becomes a field type",
    arguments: [
      ("Int", "INT64"), ("Int16?", "INT64"), ("UInt8", "INT64"), ("Bool", "INT64"), ("Double", "DOUBLE"),
      ("Decimal", "DOUBLE"), ("TimeInterval", "DOUBLE"), ("String?", "STRING"), ("Optional<Date>", "TIMESTAMP"),
      ("Foundation.UUID", "STRING"), ("URL", "STRING"), ("Data", "BYTES"), ("[String]", "BYTES"),
      ("Array<Int>", "BYTES"), ("[String: [Int]]", "BYTES"), ("[ [String: Int] ]", "BYTES"), ("Kind", "BYTES"),
      ("Outer.Point", "BYTES"), ("Amount", "DOUBLE"), ("Other?", "STRING"), ("Set<String>", "BYTES"),
      ("Dictionary<String, Int>", "BYTES"),
    ])
  func types(type: String, field: String) {
    let lines = Self.lines(
      """
      enum Kind: String, Codable { case a }
      enum Outer { struct Point: Codable { var x: Int } }
      typealias Amount = Decimal
      @Model final class Other {}
      @Model final class Note { var x: \(type) }
      """)
    #expect(lines == ["CD_Note.CD_x \(field)"])
  }

  @Test(
    "a type that is not written follows from a clear value",
    arguments: [
      (#""""#, "STRING"), (#""a\(1)""#, "STRING"), ("0", "INT64"), ("-1", "INT64"), ("1.5", "DOUBLE"),
      ("true", "INT64"), ("Date()", "TIMESTAMP"), ("Date.now", "TIMESTAMP"), ("UUID()", "STRING"),
      ("[String]()", "BYTES"), ("Kind.a", "BYTES"), ("Data(count: 3)", "BYTES"),
    ])
  func inference(value: String, field: String) {
    let lines = Self.lines("enum Kind: Int { case a }\n@Model class Note {\n  var x = \(value)\n  var y: Int = 0\n}")
    #expect(lines == ["CD_Note.CD_x \(field)", "CD_Note.CD_y INT64"])
  }

  @Test(
    "what is not stored, or has no field, is left out",
    arguments: [
      "@Transient var x: Int = 0", "@Transient\n  var x = makeIt()", "static var x: Int = 0", "let x: Int",
      "var x: Int { 1 }", "var x: Int { get { 1 } set { } }", "@Attribute(.ephemeral) var x: Int = 0",
      "class var x: Int { 1 }", "func x() { var y: Int = 0 }", "init(x: Int) { let y: Int = x }",
      "// var x: Int", "/* var x: Int /* */ */", "var x: [Note] = []", "struct Inner { var x: Int }",
    ])
  func leftOut(member: String) {
    #expect(Self.lines("@Model class Note {\n  \(member)\n  var z: Int = 0\n}") == ["CD_Note.CD_z INT64"])
  }

  @Test(
    "a stored property is read in every form",
    arguments: [
      "var x: Int = 0 { didSet { touch() } }", "var x: Int { willSet {} }", "public private(set) var x: Int = 0",
      "@Attribute(.spotlight) public var x: Int", "@Attribute(\n    .preserveValueOnDeletion)\n  var x\n    : Int = 5",
      "var x: Int = { 5 }()", "var x: Int = compute(a, b) { $0 }", "var x: Int = a ? 1 : 2",
      "var a: String = \"\", x: Int = 0",
      "nonisolated(unsafe) var x: Int = 0", "var `x`: Int = 0", "var x: Int = \"\"\"\n  a } { \"\n  \"\"\".count",
      "#if os(iOS)\n  var x: Int = 0\n  #endif", "var x: Int = a\n    + b", "@available(iOS 17, *)\n  var x: Int?",
    ])
  func forms(member: String) {
    let lines = Self.lines("@Model\nfinal public class Note: Identifiable {\n  \(member)\n  var z: Date = Date()\n}")
    #expect(lines.contains("CD_Note.CD_x INT64") && lines.contains("CD_Note.CD_z TIMESTAMP"), "\(lines)")
  }

  @Test("attributes of properties have the effects of those of Core Data")
  func options() {
    let reading = ModelExamples.reading(
      """
      @Model class Note {
        @Attribute(.allowsCloudEncryption) var secret: String?
        @Attribute(.externalStorage) var photo: Data?
        @Attribute(.transformable(by: ColorTransformer.self)) var color: UIColor?
      }
      """)
    #expect(
      reading.written.valueLines == [
        "CD_Note.CD_color BYTES", "CD_Note.CD_photo BYTES", "CD_Note.CD_secret ENCRYPTED STRING",
      ])
    #expect(reading.written.recordType(named: "CD_Note")?.field(named: "CD_photo_ckAsset")?.need == .largeData)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test(
    "what the container refuses is found at its line",
    arguments: [
      ("@Attribute(.unique) var id: UUID = UUID()", "unique-constraint"),
      ("var title: String", "attribute-without-default"),
      ("#Unique<Note>([\\.title])", "unique-constraint"),
      ("@Relationship(deleteRule: .deny, inverse: \\Tag.note) var tags: [Tag]? = []", "deny-rule"),
      ("@Relationship(inverse: \\Tag.note) var tags: [Tag] = []", "relationship-not-optional"),
      ("var lonely: Lonely?", "relationship-without-inverse"),
      ("var entityName: String?", "reserved-attribute-name"),
      ("var title = makeTitle()", "unread-property"),
      ("var tags: [Foreign]? = []", "unread-property"),
    ])
  func rules(member: String, rule: String) {
    let diagnostics = ModelExamples.reading(
      """
      @Model class Note {
        \(member)
      }
      @Model class Tag { var note: Note? }
      @Model class Lonely {}
      """
    ).diagnostics.filter { $0.subject?.hasPrefix("Tag") != true }
    #expect(diagnostics.map(\.rule) == [rule], "\(diagnostics.map(\.message))")
  }

  @Test("a relationship between many is found with and without a named inverse")
  func manyToMany() {
    for member in ["@Relationship(inverse: \\Tag.notes) var tags: [Tag]?", "var tags: [Tag]?"] {
      let reading = ModelExamples.reading(
        "@Model class Note {\n\(member)\n}\n@Model class Tag { var notes: [Note]? }")
      #expect(reading.written.recordTypes.map(\.name) == ["CDMR", "CD_Note", "CD_Tag"])
      #expect(reading.diagnostics.isEmpty)
    }
  }

  @Test("an import of one declaration declares nothing")
  func imports() {
    #expect(Self.lines("import struct Foundation.UUID", "@Model class A { var x: Int? }") == ["CD_A.CD_x INT64"])
  }

  @Test("a subclass of a model goes to the record type of its root")
  func subclass() {
    let lines = Self.lines(
      "@Model class Trip { var a: Int? }\n@available(iOS 26, *) @Model final class Flight: Trip { var b: Int? }")
    #expect(lines == ["CD_Trip.CD_a INT64", "CD_Trip.CD_b INT64"])
  }

  @Test("of the copies in versioned schemas the newest counts, or the one that an alias names")
  func versions() {
    let sources = """
      enum SchemaV1: VersionedSchema {
        static var versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var old: Int? }
      }
      enum SchemaV10: VersionedSchema {
        static let versionIdentifier: Schema.Version = .init(1, 10, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
      }
      extension SchemaV10 {
        @Model final class Note { var new: Int? }
      }
      """
    #expect(Self.lines(sources) == ["CD_Note.CD_new INT64"])
    #expect(Self.lines(sources, "typealias Note = SchemaV1.Note") == ["CD_Note.CD_old INT64"])
    var reading = ModelReading()
    var choice = ModelChoice()
    choice.allVersions = true
    reading.add(ModelExamples.sources(sources), choice)
    #expect(reading.written.valueLines == ["CD_Note.CD_new INT64", "CD_Note.CD_old INT64"])
  }

  @Test("classes that the app does not list, and that no relationship reaches, have no record type")
  func listed() {
    let classes = "@Model class A { var b: B? }\n@Model class B { var a: A? }\n@Model class Template { var x: Int? }"
    let list = "let container = try ModelContainer(for: Schema([A.self]))"
    #expect(Self.lines(classes, list) == ["CD_A.CD_b STRING", "CD_B.CD_a STRING"])
    #expect(Self.lines(classes).count == 3)
  }

  @Test(
    "a list in a property counts, and all classes count if a list is not found",
    arguments: [
      ("enum Store { static let types: [any PersistentModel.Type] = [A.self] }\nlet s = Schema(Store.types)", ["A"]),
      ("var types: [any PersistentModel.Type] { [A.self, B.self] }\nlet s = Schema(types)", ["A", "B"]),
      ("enum V: VersionedSchema { static var models: [M] { [A.self] } }\nlet s = Schema(V.models)", ["A"]),
      ("let s = Schema([A.self])\nlet c = try ModelContainer(for: s, configurations: local)", ["A"]),
      ("func f(_ types: [any PersistentModel.Type]) { _ = Schema(types) }", ["A", "B", "C"]),
      ("let v = view.modelContainer(for: types)", ["A", "B", "C"]),
      ("let c = try ModelContainer(for: schema)", ["A", "B", "C"]),
      ("let v = view.modelContainer(container)", ["A"]),
      ("func f() -> ModelContainer { B.self }", ["A"]),
    ])
  func lists(source: String, expected: [String]) {
    let classes = ["A", "B", "C"].map { "@Model class \($0) { var x: Int? }" }
    let preview = "let preview = view.modelContainer(for: A.self, inMemory: true)"
    let lines = Self.lines(classes.joined(separator: "\n"), source, preview)
    #expect(lines == expected.map { "CD_\($0).CD_x INT64" })
  }

  @Test("a SwiftData store without CloudKit needs nothing")
  func local() {
    let model = "@Model class A { var x: Int? }\n"
    #expect(Self.lines(model + "let c = ModelConfiguration(cloudKitDatabase: .none)").isEmpty)
    #expect(!Self.lines(model + "let c = ModelConfiguration(cloudKitDatabase: .automatic)").isEmpty)
    let none = "ModelConfiguration.CloudKitDatabase.none"
    #expect(Self.lines(model + "let c = ModelConfiguration(cloudKitDatabase: \(none))").isEmpty)
    #expect(Self.lines(model + "let c = ModelConfiguration.init(cloudKitDatabase: .none)").isEmpty)
    #expect(!Self.lines(model + "let c = ModelConfiguration(cloudKitDatabase: sync ? .automatic : \(none))").isEmpty)
  }

  @Test(
    "a store that SwiftData mirrors counts beside one without CloudKit",
    arguments: [
      ("let c = ModelConfiguration(cloudKitDatabase: sync ? .automatic : .none)", true),
      ("let c: ModelConfiguration = .init(cloudKitDatabase: .automatic)", true),
      ("let c = ModelConfiguration(schema: schema)", true), ("let v = view.modelContainer(for: A.self)", true),
      ("let c = try ModelContainer(for: A.self, migrationPlan: Plan.self)", true),
      ("let c = try ModelContainer(for: A.self, configurations: local)", false),
      ("let v = view.modelContainer(container)", false),
      ("let v = view.modelContainer(for: A.self, inMemory: true)", false),
      ("let c = ModelConfiguration(isStoredInMemoryOnly: true)", false),
    ])
  func mirrored(other: String, isMirrored: Bool) {
    let local = "@Model class A { var x: Int? }\nlet local = ModelConfiguration(cloudKitDatabase: .none)\n"
    #expect(Self.lines(local + other).isEmpty != isMirrored)
    let preview = local.replacing("(cloud", with: "(isStoredInMemoryOnly: true, cloud")
    #expect(Self.lines(preview + other) == ["CD_A.CD_x INT64"])
  }

  @Test(
    "a class that only stores without CloudKit have needs nothing, if the mirrored ones show theirs",
    arguments: [
      ("let a = ModelConfiguration(schema: Schema([A.self]))", "Schema([B.self])", ["A.CD_x INT64"]),
      ("let a = ModelConfiguration(for: A.self)", "Schema(types)", ["A.CD_x INT64"]),
      ("func f() {\n  let s = Schema([A.self])\n  g(ModelConfiguration(schema: s))\n}", "t", ["A.CD_x INT64"]),
      ("let a = ModelConfiguration()", "Schema([B.self])", ["A.CD_x INT64", "B.CD_c STRING", "C.CD_b STRING"]),
      (
        "let a = ModelConfiguration(schema: Schema([A.self, C.self]))", "Schema([B.self])",
        ["A.CD_x INT64", "B.CD_c STRING", "C.CD_b STRING"]
      ),
    ])
  func localStore(mirrored: String, schema: String, expected: [String]) {
    let lines = Self.lines(
      """
      @Model class A { var x: Int? }
      @Model class B { var c: C? }
      @Model class C { var b: B? }
      let types: [any PersistentModel.Type] = [B.self]
      let t = Schema([B.self])
      """, mirrored, "let local = ModelConfiguration(schema: \(schema), cloudKitDatabase: .none)",
      "let all = try ModelContainer(for: A.self, B.self, configurations: a, local)")
    #expect(lines == expected.map { "CD_\($0)" })
  }
}
