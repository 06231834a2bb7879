import CloudKitEmulator
import CloudKitWire
import Foundation
import JSON
import Testing

/// The recorded answers, in the corpus beside the project.
private enum Recordings {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("../shared/corpus/cloudkit-json").standardizedFileURL

  static let exist = FileManager.default.fileExists(atPath: folder.appendingPathComponent("index.tsv").path)

  /// The recorded answers of an operation that the public database has, too.
  /// - Parameter kind: how sure it is; there are such that were edited, which are the only ones with references.
  static func answers(of operation: String, kind: String = "recorded") throws -> [(file: String, body: JSONObject)] {
    let index = try String(contentsOf: folder.appendingPathComponent("index.tsv"), encoding: .utf8)
    return try index.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 3, columns[2] == kind, columns[3].hasSuffix("/" + operation),
        !columns[3].contains("internal")
      else { return nil }
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(String(columns[0]))))
      let file = try JSONValue(strict: bytes).object
      guard let body = file?["response"]?.object?["body"]?.object else { return nil }
      return (String(columns[0]), body)
    }
  }
}

@Suite(
  "The shape of answers, against recorded ones",
  .enabled(if: Recordings.exist, "the recorded answers are not beside this project"))
struct RecordedShapeTests {
  /// What only custom zones and Apple's own photo service answer.
  private static let elsewhere: Set<String> = ["syncToken", "expirationTime"]

  /// The keys of an object in their order, those left out that the public database has not.
  private static func keys(_ object: JSONObject?, without others: Set<String> = elsewhere) -> [String] {
    object?.map(\.key).filter { !others.contains($0) } ?? []
  }

  /// The keys of every record, of what is in it, and the types of what is in that.
  private static func shape(_ body: JSONObject) -> Set<[String]> {
    var shapes: Set<[String]> = [["body"] + keys(body, without: elsewhere.union(["continuationMarker"]))]
    for record in body["records"]?.array.map(Array.init) ?? [] {
      shapes.insert(["record"] + keys(record.object))
      for part in ["created", "modified", "zoneID"] {
        // A zone's type is in recordings of `zones/list`, and not in the older ones of queries.
        let keys = keys(record.object?[part]?.object, without: ["zoneType"])
        if !keys.isEmpty { shapes.insert([part] + keys) }
      }
      for field in record.object?["fields"]?.object.map(Array.init) ?? [] {
        shapes.insert(["field"] + keys(field.value.object))
      }
      shapes.insert(
        ["types"] + ["recordName", "recordChangeTag"].map { "\(record.object?[$0]?.string != nil)" }
          + [
            "\(record.object?["created"]?.object?["timestamp"]?.integer != nil)",
            "\(record.object?["deleted"]?.bool != nil)",
          ])
    }
    return shapes
  }

  /// The keys of every reference, and of its zone, in fields and in lists.
  private static func referenceShapes(_ body: JSONObject) -> Set<[String]> {
    var shapes: Set<[String]> = []
    for field in body["records"]?.array?.flatMap({ $0.object?["fields"]?.object.map(Array.init) ?? [] }) ?? [] {
      guard let object = field.value.object, object["type"]?.string?.hasPrefix("REFERENCE") == true else { continue }
      for reference in object["value"]?.array.map(Array.init) ?? [object["value"]].compactMap(\.self) {
        shapes.insert(keys(reference.object) + ["in"] + keys(reference.object?["zoneID"]?.object))
      }
    }
    return shapes
  }

  private static func served(
    _ operation: String, _ body: String, fields: String = #""text":{"value":"x"},"number":{"value":1}"#
  ) async throws -> JSONObject {
    var served: JSONObject?
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.create("a", fields)
      served = try JSONValue(strict: try await emulator.answer(operation, body).body).object
    }
    return try #require(served)
  }

  @Test("records/query answers the keys, their order and types as recorded")
  func query() async throws {
    let ours = Self.shape(try await Self.served("records/query", #"{"query":{"recordType":"Thing"}}"#))
    let recordings = try Recordings.answers(of: "records/query").filter { $0.body["records"]?.array?.isEmpty == false }
    #expect(recordings.count >= 3)
    for (file, body) in recordings { #expect(Self.shape(body) == ours, "\(file)") }
  }

  @Test("references are answered with the keys and their order as in recordings, which their authors edited")
  func references() async throws {
    let fields = #""target":{"value":{"recordName":"b"}},"targets":{"value":[{"recordName":"b"}]}"#
    let recordings = try Recordings.answers(
      of: "records/query", kind: "edited copy of a recording (by its authors)"
    ).map(\.body).map(Self.referenceShapes).filter { !$0.isEmpty }
    #expect(recordings.count >= 2)
    for (operation, body) in [
      ("records/query", #"{"query":{"recordType":"Thing"}}"#), ("records/lookup", #"{"records":[{"recordName":"a"}]}"#),
    ] {
      let ours = Self.referenceShapes(try await Self.served(operation, body, fields: fields))
      for theirs in recordings { #expect(theirs == ours, "\(operation)") }
    }
  }

  @Test("records/modify answers the keys, their order and types as recorded")
  func modify() async throws {
    let body =
      #"{"operations":[{"operationType":"update","record":{"fields":{"number":{"value":2}},"recordChangeTag":"1","recordName":"a","recordType":"Thing"}}],"desiredKeys":["number"]}"#
    let ours = Self.shape(try await Self.served("records/modify", body))
    let recordings = try Recordings.answers(of: "records/modify")
    #expect(!recordings.isEmpty)
    for (file, body) in recordings { #expect(Self.shape(body) == ours, "\(file)") }
  }

  @Test("zones/list answers the keys and their order as recorded")
  func zones() async throws {
    let ours = try await Self.served("zones/list", "{}")
    let recordings = try Recordings.answers(of: "zones/list")
    #expect(!recordings.isEmpty)
    for (file, body) in recordings {
      #expect(Self.keys(body, without: []) == Self.keys(ours, without: []), "\(file)")
      let (theirs, mine) = (body["zones"]?.array?.first?.object, ours["zones"]?.array?.first?.object)
      #expect(Self.keys(theirs) == Self.keys(mine))
      #expect(Self.keys(theirs?["zoneID"]?.object) == Self.keys(mine?["zoneID"]?.object))
    }
  }
}
