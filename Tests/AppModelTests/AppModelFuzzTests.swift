import AppModel
import CloudKitSchema
import Diagnostics
import SwiftSources
import TestEnvironment
import Testing

@Suite("Damaged models and sources")
struct AppModelFuzzTests {
  private static let iterations = Damage.iterations(400)

  private static let examples = Rule.ofModels.flatMap { [$0.bad, $0.good] }.filter { $0.utf8.count < 4_000 }
  private static let schema = ModelExamples.schema("RECORD TYPE CD_Note ( CD_x STRING );")

  @Test("a damaged model is read or refused, and its findings have places in the file")
  func models() {
    var damage = Damage(
      inserting: [
        "<", ">", "/>", "</", "\"", "&", "&amp;", "<entity name=\"", "<attribute name=\"x\" attributeType=\"String\"/>",
        "parentEntity=\"Note\" ", "<!--", "]]>", "<![CDATA[", "<model>", "</model>", "<userInfo>", "é", "\0", "\n",
        "<<<<<<< HEAD\n",
      ], seed: 11)
    let seeds = Self.examples.filter { $0.hasPrefix("<") }.map { Array($0.utf8) }
    var read = 0
    for iteration in 0..<Self.iterations {
      let source = SourceText(name: "App.xcdatamodel/contents", bytes: damage.damaged(seeds))
      let version = ModelVersion(source)
      guard let model = version.model else {
        #expect(version.diagnostics.count == 1, "iteration \(iteration)")
        continue
      }
      read += 1
      let findings =
        version.diagnostics + ModelCheck(model).diagnostics + Parity(of: WrittenSchema(model), in: Self.schema).findings
      for finding in findings where finding.file == source.name {
        #expect((finding.range?.end ?? 0) <= source.bytes.count, "iteration \(iteration)")
      }
      // What a model needs is a schema that can be read and has all of it.
      let written = WrittenSchema(model)
      let isAllowed = !ModelCheck(model).diagnostics.contains { $0.rule == "field-name-characters" }
      guard isAllowed else { continue }
      let file = SchemaFile(SourceText(name: "s", text: written.schema().text()))
      let missing = Parity(of: written, in: file).differences.filter { $0.rule.severity == .error }
      #expect(missing.isEmpty || written.recordTypes.isEmpty, "iteration \(iteration)")
    }
    #expect(read > 10)
  }

  @Test("damaged sources are split into tokens in order, and read without an end")
  func sources() {
    var damage = Damage(
      inserting: [
        "{", "}", "(", ")", "[", "]", "\"", "\"\"\"", "#\"", "\"#", "\\(", "/*", "*/", "//", "/", "#/", "@Model ",
        "class ", "var x: ", "= ", "enum ", "case ", "`", "#if\n", "\n", "<", ">", ",", "CKRecord(recordType: ",
        "record[", "@", "é", "\0",
      ], seed: 13)
    let long = """
      enum Keys: String { case title, body = "text" }
      @Model final class Note { @Attribute(.unique) var id = UUID(); var tags: [String: [Int]] = [:] { didSet {} } }
      func f() {
        let record = CKRecord(recordType: "Note"); record[Keys.title.rawValue] = "a\\(b("c"))" as CKRecordValue
        let q = CKQuery(recordType: "N", predicate: NSPredicate(format: "a == %@ AND %K < 3", x, Keys.body.rawValue))
        q.sortDescriptors = [NSSortDescriptor(key: "a", ascending: true)]
      }
      """
    let seeds = (Self.examples.filter { !$0.hasPrefix("<") } + [long, long, long]).map { Array($0.utf8) }
    for iteration in 0..<Self.iterations {
      let source = SourceText(name: "App.swift", bytes: damage.damaged(seeds))
      let file = SwiftFile(source)
      var last = 0
      for token in file.tokens {
        #expect(token.range.start >= last && token.range.end > token.range.start, "iteration \(iteration)")
        last = token.range.end
      }
      #expect(last <= source.bytes.count, "iteration \(iteration)")
      var reading = ModelReading()
      reading.add(AppSources([file]), ModelChoice())
      let findings = reading.diagnostics + Parity(of: reading.written, in: Self.schema).findings
      for finding in findings where finding.file == source.name {
        #expect((finding.range?.end ?? 0) <= source.bytes.count, "iteration \(iteration)")
      }
      _ = DraftQuery.all(in: reading.uses)
    }
  }

  @Test(
    "deeply nested sources and models need no deep stack",
    arguments: ["{", "(", "[", "class A {", "\"\\(", "/*", "<a>", "enum E { case a", "@M("])
  func depth(piece: String) {
    let text = String(repeating: piece, count: 10_000)
    var reading = ModelReading()
    reading.add(ModelExamples.sources("import CloudKit\n" + text, "@Model class A {" + text), ModelChoice())
    let version = ModelExamples.version("<model>" + text)
    #expect(version.model == nil)
  }
}
