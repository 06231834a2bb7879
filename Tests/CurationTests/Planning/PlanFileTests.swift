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
          type: "PublicFeed", name: "a",
          fields: [
            "title": .string("„A“ \"\\\n\u{1}😀"), "isFeatured": .int64(-1), "qualityScore": .double(87.25),
            "addedAt": .timestamp(asOf), "category": .reference(Reference("news", action: .validate)),
            "tags": .strings(["x", "y"]), "none": .list([]),
          ])), title: "A \"quoted\""),
    PlannedChange(
      RecordOperation(
        .update, Record(type: "PublicFeed", name: "b", changeTag: "7", fields: ["title": .string("B")]),
        clearing: ["subtitle", "siteURL"]), title: "B"),
    PlannedChange(RecordOperation(.delete, Record(type: "PublicFeed", name: "c", changeTag: "8")), title: "C"),
  ]

  private static func text() throws -> String {
    var file = PlanFile()
    var text = file.head(container: "my \"container\".sqlite", layout: "celestraKit", asOf: asOf)
    for change in changes { text += try file.line(change) }
    return text + file.foot
  }

  @Test("what is written is read back as it was")
  func roundTrip() throws {
    var diagnostics: [Diagnostic] = []
    let plan = PlanFileReader.read(SourceText(name: "p", bytes: Array(try Self.text().utf8)), into: &diagnostics)
    #expect(diagnostics.isEmpty)
    #expect(plan?.container == "my \"container\".sqlite")
    #expect(plan?.layout == "celestraKit")
    #expect(plan?.asOf == Self.asOf)
    #expect(plan?.changes == Self.changes)
  }

  @Test("a plan cannot hold bytes, places and files, which no catalogue has")
  func unsupported() throws {
    var file = PlanFile()
    let record = Record(type: "T", name: "a", fields: ["x": .list([.bytes([1])])])
    #expect(throws: (any Error).self) {
      try file.line(PlannedChange(RecordOperation(.create, record), title: "a"))
    }
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
