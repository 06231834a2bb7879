import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import Foundation
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
    var text = try file.head(container: "my \"container\".sqlite", layout: "celestraKit", asOf: asOf)
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

  @Test("damaged plans are read or refused with a reason, and never crash the reader")
  func fuzz() throws {
    let text = Array(try Self.text().utf8)
    let rounds = ProcessInfo.processInfo.environment["CELESTRA_FUZZ_ITERATIONS"].flatMap(Int.init) ?? 2000
    var state: UInt64 = 4
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
    for round in 0..<rounds {
      var bytes = text
      for _ in 0...next(4) where !bytes.isEmpty {
        let place = next(bytes.count)
        switch next(4) {
        case 0: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(30)))
        case 1: bytes[place] = UInt8(next(256))
        case 2: bytes.insert(contentsOf: [Array("[{\",:}]".utf8)[next(7)]], at: place)
        default: bytes.removeSubrange((place + 1)...)
        }
      }
      var diagnostics: [Diagnostic] = []
      let plan = PlanFileReader.read(SourceText(name: "p", bytes: bytes), into: &diagnostics)
      #expect(plan != nil || diagnostics.contains { $0.severity == .error }, "round \(round)")
    }
  }
}
