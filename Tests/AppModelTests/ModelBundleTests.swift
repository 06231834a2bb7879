import AppModel
import CloudKitSchema
import Diagnostics
import Testing

@Suite("Versions of models")
struct ModelBundleTests {
  private static let texts = [
    ("App", #"<entity name="Note"><attribute name="old" optional="YES" attributeType="Date"/></entity>"#),
    ("App 2", #"<entity name="Note"><attribute name="new" optional="YES" attributeType="Date"/></entity>"#),
    ("App 10", #"<entity name="Note"><attribute name="next" optional="YES" attributeType="Date"/></entity>"#),
  ]

  private static func bundle(current: String?, _ texts: [(String, String)] = texts) -> ModelBundle {
    let plist = current.map {
      SourceText(
        name: ".xccurrentversion",
        text: "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\($0)</string></dict></plist>")
    }
    let contents = texts.map {
      SourceText(name: "App.xcdatamodeld/\($0.0).xcdatamodel/contents", text: ModelExamples.model($0.1))
    }
    return ModelBundle(name: "App.xcdatamodeld", contents: contents, currentVersion: plist)
  }

  private static func written(_ bundle: ModelBundle, _ choice: ModelChoice) throws -> [String] {
    var reading = ModelReading()
    try reading.add([bundle], choice)
    return reading.written.valueLines.map { String($0.split(separator: ".")[1]) }
  }

  @Test("versions are in the order that people count")
  func order() {
    #expect(Self.bundle(current: nil).versions.map(\.name) == ["App", "App 2", "App 10"])
  }

  @Test("the version that the folder states counts, or the chosen one, or all")
  func choice() throws {
    let bundle = Self.bundle(current: "App 2.xcdatamodel")
    var choice = ModelChoice()
    #expect(try Self.written(bundle, choice) == ["CD_new TIMESTAMP"])
    choice.version = "App"
    #expect(try Self.written(bundle, choice) == ["CD_old TIMESTAMP"])
    choice.version = nil
    choice.allVersions = true
    #expect(try Self.written(bundle, choice) == ["CD_new TIMESTAMP", "CD_next TIMESTAMP", "CD_old TIMESTAMP"])
  }

  @Test("without a stated version, the only one counts, and several need a choice")
  func missingVersion() throws {
    let one = Self.bundle(current: nil, Array(Self.texts.prefix(1)))
    #expect(try Self.written(one, ModelChoice()) == ["CD_old TIMESTAMP"])
    #expect(throws: ModelChoiceFailure.self) { try Self.written(Self.bundle(current: nil), ModelChoice()) }
    #expect(throws: ModelChoiceFailure.self) {
      try Self.written(Self.bundle(current: "Gone.xcdatamodel"), ModelChoice())
    }
    var choice = ModelChoice()
    choice.version = "App 3"
    #expect(throws: ModelChoiceFailure.self) { try Self.written(one, choice) }
    choice = ModelChoice()
    choice.configurations = ["Cloud"]
    #expect(throws: ModelChoiceFailure.self) { try Self.written(one, choice) }
  }

  @Test("an unreadable version matters only if it is chosen")
  func unreadable() throws {
    let bundle = Self.bundle(
      current: "App.xcdatamodel", Array(Self.texts.prefix(1)) + [("App 2", "</model>")])
    var reading = ModelReading()
    try reading.add([bundle], ModelChoice())
    #expect(!reading.isUnreadable && reading.diagnostics.isEmpty)
    var choice = ModelChoice()
    choice.allVersions = true
    reading = ModelReading()
    try reading.add([bundle], choice)
    #expect(reading.isUnreadable && reading.diagnostics.map(\.rule) == ["unreadable-model"])
  }

  @Test("two models of one container add up, and share the record type of many-to-many relationships")
  func severalModels() throws {
    let link = """
      <entity name="%"><relationship name="o" optional="YES" toMany="YES" destinationEntity="%" inverseName="o"
        inverseEntity="%"/></entity>
      """
    var reading = ModelReading()
    let bundles = ["A", "B"].map { Self.bundle(current: nil, [($0, link.replacing("%", with: $0))]) }
    try reading.add(bundles, ModelChoice())
    #expect(reading.written.recordTypes.map(\.name) == ["CDMR", "CD_A", "CD_B"])
  }

  @Test("a named configuration of one model or version need not exist in the others")
  func configurations() throws {
    let cloud = """
      <entity name="Note"/><entity name="Cache"/>
      <configuration name="Cloud"><memberEntity name="Note"/></configuration>
      """
    let versions = Self.bundle(current: "App 2.xcdatamodel", [("App", #"<entity name="Old"/>"#), ("App 2", cloud)])
    let other = Self.bundle(current: nil, [("Tools", #"<entity name="Tool"/>"#)])
    var choice = ModelChoice()
    choice.configurations = ["Cloud"]
    var reading = ModelReading()
    try reading.add([versions, other], choice)
    #expect(reading.written.recordTypes.map(\.name) == ["CD_Note", "CD_Tool"])
    #expect(reading.earlier.recordTypes.map(\.name) == ["CD_Old"])
    choice.configurations = ["Cloud", "Local"]
    reading = ModelReading()
    do throws(ModelChoiceFailure) {
      try reading.add([versions, other], choice)
      Issue.record("the configuration is accepted")
    } catch {
      let models = "App.xcdatamodeld, App.xcdatamodeld"
      #expect(error.description == "\(models) has no configuration 'Local': it has 'Cloud'")
    }
    choice.version = "App"
    choice.configurations = ["Cloud"]
    #expect(throws: ModelChoiceFailure.self) { try Self.written(versions, choice) }
  }
}
