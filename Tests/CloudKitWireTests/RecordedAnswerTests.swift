import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Foundation
import JSON
import TestEnvironment
import Testing

@Suite("Recorded answers")
struct RecordedAnswerTests {
  private static let types = FieldTypes(Schema())

  private static func json(_ answer: RecordedAnswer) throws -> JSONObject {
    try #require(try JSONValue(strict: answer.bytes).object)
  }

  @Test("every answer is decoded", arguments: RecordedAnswer.all)
  func decoding(recorded: RecordedAnswer) throws {
    let document = try Self.json(recorded)
    let answer = document["response"]?.object?["body"]?.object ?? document
    if answer.has("serverErrorCode") {
      let error = try #require(ServerError(answer))
      #expect(
        !error.reason.isEmpty && error.status == document["response"]?.object?["status"]?.integer.map(Int.init) ?? 400)
    } else if answer.has("records") {
      try checkRecords(answer)
    } else if answer.has("zones") {
      let zones = try #require(answer["zones"]?.array)
      #expect(!zones.isEmpty && zones.allSatisfy { WireZone($0.object?["zoneID"]) != nil })
    } else if let batch = answer["batch"]?.array {
      for part in batch { try checkRecords(try #require(part.object)) }
    } else if let share = answer["share"]?.object {
      #expect(try WireRecord(share).record(Self.types)?["cloudkit.title"] != nil)
    } else {
      // An empty stub, or the two steps of an upload.
      #expect(answer.isEmpty || answer.has("tokensResponse"))
    }
  }

  private func checkRecords(_ answer: JSONObject) throws {
    let decoded = try RecordsAnswer(answer)
    let wanted = try #require(answer["records"]?.array)
    #expect(decoded.items.count == wanted.count)
    #expect(decoded.continuationMarker == answer["continuationMarker"]?.string)
    for (item, json) in zip(decoded.items, wanted) {
      #expect(item.name?.rawValue == json.object?["recordName"]?.string)
      guard case .record(let wire) = item, wire.type != nil else { continue }
      let record = try #require(try wire.record(Self.types))
      // Encrypted fields have values, too.
      #expect(Set(record.fields.keys) == Set(json.object?["fields"]?.object?.map(\.key) ?? []))
      #expect(record.changeTag != nil && record.created != nil)
    }
  }

  @Test("an encoded record has the recorded keys in the recorded order", arguments: RecordedAnswer.all)
  func writing(recorded: RecordedAnswer) throws {
    let document = try Self.json(recorded)
    let answer = document["response"]?.object?["body"]?.object ?? document
    for json in answer["records"]?.array.map(Array.init) ?? [] {
      guard let object = json.object, object.has("pluginFields"), !object.has("expirationTime") else { continue }
      let wire = WireRecord(object)
      let record = try #require(try wire.record(Self.types))
      // Edited recordings have another zone in records than in references.
      let values = wire.fields.compactMap(\.field?.value).flatMap { $0.array.map(Array.init) ?? [$0] }
      let referenceZone = values.compactMap { WireZone($0.object?["zoneID"]) }.first
      let written = JSONWriter.document { writer in
        writer.record(
          record, fields: wire.fields.map(\.name), types: Self.types, zone: wire.zone, referenceZone: referenceZone)
      }
      let again = try #require(try JSONValue(strict: written).object)
      #expect(again.map(\.key) == object.map(\.key))
      for field in wire.fields where field.field?.type?.hasPrefix("ENCRYPTED") == false {
        let (new, old) = (WireRecord(again)[field.name], wire[field.name])
        #expect(new?.type == old?.type)
        // Records do not keep all keys of an asset.
        if old?.type?.hasPrefix("ASSETID") == false {
          #expect(try new?.fieldValue(declared: nil, .lenientWire) == old?.fieldValue(declared: nil, .lenientWire))
        }
      }
    }
  }

  @Test("requests of clients are decoded", arguments: RecordedAnswer.all)
  func requests(recorded: RecordedAnswer) throws {
    let document = try Self.json(recorded)
    guard let request = document["request"]?.object, let body = request["body"]?.object else { return }
    let path = request["path"]?.string ?? "records/lookup"
    if path.hasSuffix("records/query") {
      let query = try #require(try QueryRequest(body, Self.types, .wire).query)
      #expect(query.filters.count == body["query"]?.object?["filterBy"]?.array?.count ?? 0)
    } else if path.hasSuffix("query/batch") {
      for part in try #require(body["batch"]?.array) {
        let object = try #require(part.object)
        let query = try #require(try QueryRequest(object, Self.types, .wire).query)
        #expect(query.filters.allSatisfy { $0.comparator == .in })
      }
    } else if path.hasSuffix("records/lookup") {
      #expect(try !LookupRequest(body).names.isEmpty)
    } else if path.hasSuffix("records/modify") {
      let modify = try ModifyRequest(body)
      #expect(modify.atomic == true && modify.operations.map(\.kind) == [.update])
    } else {
      #expect(path.hasSuffix("zones/list"))
    }
  }
}
