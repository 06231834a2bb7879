import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import Foundation
import TestEnvironment
import Testing

@Suite("Plan files")
struct PlanFileTests {
  private static let asOf = Timestamp(milliseconds: 1_795_219_200_123)

  private static let changes: [PlannedChange] = [
    PlannedChange(
      RecordOperation(
        .create,
        Record(
          type: "PublicFeed", name: CatalogName.feed(FeedURL.Key(rawValue: "a.example/feed")),
          fields: [
            "feedURL": .string("https://a.example/feed"), "title": .string("„A“ \"\\😀"), "isFeatured": .int64(1),
            "addedAt": .timestamp(asOf), "category": .reference(Reference("news", action: .validate)),
            "tags": .strings(["x", "y"]),
          ])), title: "A \"quoted\"\n\u{1}"),
    PlannedChange(
      RecordOperation(
        .update,
        Record(type: "PublicFeed", name: "b", changeTag: "7", fields: ["title": .string("B"), "tags": .list([])]),
        clearing: ["subtitle", "siteURL"]), title: "B"),
    PlannedChange(RecordOperation(.delete, Record(type: "PublicFeed", name: "c", changeTag: "8")), title: "C"),
  ]

  private static func text() throws -> String {
    var file = PlanFile()
    var text = file.head(
      container: "my \"container\".sqlite", environment: "development", layout: "publicCatalog", asOf: asOf)
    for change in changes { text += file.line(change) }
    return text + file.foot
  }

  @Test("what is written is read back as it was")
  func roundTrip() throws {
    var diagnostics: [Diagnostic] = []
    let plan = PlanFileReader.read(SourceText(name: "p", bytes: Array(try Self.text().utf8)), into: &diagnostics)
    #expect(diagnostics.isEmpty)
    #expect(plan?.container == "my \"container\".sqlite")
    #expect(plan?.environment == "development")
    #expect(plan?.layout == "publicCatalog")
    #expect(plan?.asOf == Self.asOf)
    #expect(plan?.changes == Self.changes)
  }

  /// A change to a feed that seeds could plan, with some fields replaced.
  private static func change(
    _ fields: RecordFields = [:], by kind: RecordOperation.Kind = .create, name: RecordName? = nil,
    type: String = "PublicFeed", clearing cleared: Set<String> = []
  ) -> PlannedChange {
    let key = FeedURL.Key(rawValue: "a.example/feed")
    var all: RecordFields = ["feedURL": .string("https://a.example/feed"), "title": .string("A")]
    all.merge(fields) { $1 }
    let record = Record(
      type: type, name: name ?? CatalogName.feed(key), changeTag: kind == .create ? nil : "1",
      fields: kind == .create ? all : fields)
    return PlannedChange(RecordOperation(kind, record, clearing: cleared), title: "A")
  }

  @Test(
    "an edited plan is refused where a seed file would be",
    arguments: [
      (change(["qualityScore": .double(900)]), "fields: seeds do not set 'qualityScore'"),
      (change(["siteURL": .string("javascript:alert(1)")]), "fields: 'siteURL': no seed file may state this value"),
      (change(["feedURL": .string("HTTP://a.example/feed")]), "fields: 'feedURL': no seed file may state this value"),
      (change(["title": .string("A\u{202E}B")]), "fields: 'title': no seed file may state this value"),
      (change(["title": .string(" ")]), "fields: 'title': no seed file may state this value"),
      (
        change(["title": .string(String(repeating: "a", count: 501))]),
        "fields: 'title': no seed file may state this value"
      ), (change(["isFeatured": .int64(2)]), "fields: 'isFeatured': the value must be between 0 and 1"),
      (change(["title": .int64(1)]), "fields: 'title': the type is STRING, not INT64"),
      (change(["colour": .int64(1)]), "fields: seeds do not set 'colour'"),
      (change(name: "a"), "recordName: seeds give the record another name"),
      (change(type: "Users"), "recordType: seeds have no records of the type Users"),
      (change(by: .update, clearing: ["title"]), "cleared: 'title' cannot be cleared"),
      (change(by: .update, clearing: ["qualityScore"]), "cleared: 'qualityScore' cannot be cleared"),
      (change(["title": .string("B")], by: .delete), "action: a deletion sets no fields"),
    ] as [(PlannedChange, String)])
  func edited(change: PlannedChange, problem: String) throws {
    var file = PlanFile()
    let text =
      file.head(container: "c", environment: nil, layout: "publicCatalog", asOf: Self.asOf)
      + file.line(change) + file.foot
    var diagnostics: [Diagnostic] = []
    #expect(PlanFileReader.read(SourceText(name: "p", text: text), into: &diagnostics) == nil)
    let found = diagnostics.map { "\(($0.path ?? "").replacing("changes[0].", with: "")): \($0.message)" }
    #expect(found == [problem])
    #expect(diagnostics.map(\.rule) == ["plan-value"])
  }

  @Test("damaged plans are read or refused with an error")
  func fuzz() throws {
    let text = Array(try Self.text().utf8)
    var damage = Damage(inserting: "[{\",:}]".map { String($0) }, seed: 4)
    for round in 0..<Damage.iterations(2000) {
      let bytes = damage.damaged([text])
      var diagnostics: [Diagnostic] = []
      let plan = PlanFileReader.read(SourceText(name: "p", bytes: bytes), into: &diagnostics)
      #expect(plan != nil || diagnostics.contains { $0.severity == .error }, "round \(round)")
    }
  }
}
