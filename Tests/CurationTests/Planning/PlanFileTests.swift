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
    deletion(before: ["title": .string("D"), "tags": .list([])]), deletion("e", before: [:]),
  ]

  private static func deletion(_ name: RecordName = "d", before fields: RecordFields) -> PlannedChange {
    var change = Record(type: "PublicFeed", name: name, changeTag: "9").deletion(title: "D")
    change.before = fields
    change.hasFormerValues = true
    return change
  }

  private static func text() throws -> String {
    var file = PlanFile()
    var text = file.head(
      container: "my \"container\".sqlite", environment: "development", layout: "publicCatalog", asOf: asOf)
    for change in changes { text += file.line(change) }
    return text + file.foot()
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
