import CloudKitEmulator
import CloudKitWire
import Foundation
import JSON
import TestEnvironment
import Testing

@Suite("Answers compared with recorded ones")
struct RecordedShapeTests {
  /// Keys of custom zones and of Apple's photo service.
  private static let elsewhere: Set<String> = ["syncToken", "expirationTime"]

  /// The keys of an object in order, without those that the public database does not have.
  private static func keys(_ object: JSONObject?, without others: Set<String> = elsewhere) -> [String] {
    object?.map(\.key).filter { !others.contains($0) } ?? []
  }

  /// The keys of every record and its members, and the types of values.
  private static func shape(_ body: JSONObject) -> Set<[String]> {
    var shapes: Set<[String]> = [["body"] + keys(body, without: elsewhere.union(["continuationMarker"]))]
    for record in body["records"]?.array.map(Array.init) ?? [] {
      shapes.insert(["record"] + keys(record.object))
      for part in ["created", "modified", "zoneID"] {
        // Older recordings of queries have no zone type.
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

  /// The keys of every reference and its zone, in fields and in lists.
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

  /// The bodies of answers to an operation of the public database, our own ones and recorded ones.
  private static func recordings(
    of operation: String, _ origin: RecordedAnswer.Origin = .recorded
  ) throws -> [(file: String, body: JSONObject)] {
    try RecordedAnswer.all.compactMap { answer in
      guard answer.operation == operation, answer.origin == .own || answer.origin == origin else { return nil }
      let body = try JSONValue(strict: answer.bytes).object?["response"]?.object?["body"]?.object
      return body.map { (answer.file, $0) }
    }
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

  @Test("records/query answers with the recorded keys, order, and types")
  func query() async throws {
    let ours = Self.shape(try await Self.served("records/query", #"{"query":{"recordType":"Thing"}}"#))
    let recordings = try Self.recordings(of: "records/query").filter { $0.body["records"]?.array?.isEmpty == false }
    #expect(recordings.count >= 2)
    for (file, body) in recordings { #expect(Self.shape(body) == ours, "\(file)") }
  }

  @Test("references have the keys and order of edited recordings")
  func references() async throws {
    let fields = #""target":{"value":{"recordName":"b"}},"targets":{"value":[{"recordName":"b"}]}"#
    let recordings = try Self.recordings(of: "records/query", .edited).map(\.body).map(Self.referenceShapes)
      .filter { !$0.isEmpty }
    #expect(!recordings.isEmpty)
    for (operation, body) in [
      ("records/query", #"{"query":{"recordType":"Thing"}}"#), ("records/lookup", #"{"records":[{"recordName":"a"}]}"#),
    ] {
      let ours = Self.referenceShapes(try await Self.served(operation, body, fields: fields))
      for theirs in recordings { #expect(theirs == ours, "\(operation)") }
    }
  }

  @Test("records/modify answers with the recorded keys, order, and types")
  func modify() async throws {
    let body =
      #"{"operations":[{"operationType":"update","record":{"fields":{"number":{"value":2}},"recordChangeTag":"1","recordName":"a","recordType":"Thing"}}],"desiredKeys":["number"]}"#
    let ours = Self.shape(try await Self.served("records/modify", body))
    let recordings = try Self.recordings(of: "records/modify")
    #expect(!recordings.isEmpty)
    for (file, body) in recordings { #expect(Self.shape(body) == ours, "\(file)") }
  }

  @Test("zones/list answers with the recorded keys and order")
  func zones() async throws {
    let ours = try await Self.served("zones/list", "{}")
    let recordings = try Self.recordings(of: "zones/list")
    #expect(!recordings.isEmpty)
    for (file, body) in recordings {
      #expect(Self.keys(body, without: []) == Self.keys(ours, without: []), "\(file)")
      let (theirs, mine) = (body["zones"]?.array?.first?.object, ours["zones"]?.array?.first?.object)
      #expect(Self.keys(theirs) == Self.keys(mine))
      #expect(Self.keys(theirs?["zoneID"]?.object) == Self.keys(mine?["zoneID"]?.object))
    }
  }
}
