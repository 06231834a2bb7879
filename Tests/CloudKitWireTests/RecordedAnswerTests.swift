import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Foundation
import JSON
import Testing

/// Recorded, transcribed and documented answers, which stand beside the project and not in it.
enum RecordedAnswers {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "../shared/corpus/cloudkit-json").standardizedFileURL

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".json") }
    .sorted()

  static func json(_ file: String) throws -> JSONObject {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
    return try #require(try JSONValue(strict: bytes).object)
  }
}

@Suite(
  "Recorded answers", .enabled(if: !RecordedAnswers.files.isEmpty, "there is no corpus of answers beside the project"))
struct RecordedAnswerTests {
  private static let types = FieldTypes(Schema())

  @Test("each decodes as what it is", arguments: RecordedAnswers.files)
  func decoding(file: String) throws {
    let document = try RecordedAnswers.json(file)
    let answer = document["response"]?.object?["body"]?.object ?? document
    if answer.has("serverErrorCode") {
      let error = try #require(ServerError(answer))
      #expect(
        !error.reason.isEmpty && error.status == document["response"]?.object?["status"]?.integer.map(Int.init) ?? 400)
    } else if answer.has("records") {
      try checkRecords(answer)
    } else if answer.has("zones") {
      #expect(try !ZonesAnswer(answer).items.isEmpty)
    } else if let batch = answer["batch"]?.array {
      for part in batch { try checkRecords(try #require(part.object)) }
    } else if let share = answer["share"]?.object {
      #expect(try WireRecord(share).record(Self.types)?["cloudkit.title"] != nil)
    } else {
      // An edited stub that is empty, and the two steps of an upload.
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
      // Every field has a value, the encrypted ones too.
      #expect(Set(record.fields.keys) == Set(json.object?["fields"]?.object?.map(\.key) ?? []))
      #expect(record.changeTag != nil && record.created != nil)
    }
  }

  @Test("a record written again has the recorded keys, in the recorded order", arguments: RecordedAnswers.files)
  func writing(file: String) throws {
    let document = try RecordedAnswers.json(file)
    let answer = document["response"]?.object?["body"]?.object ?? document
    for json in answer["records"]?.array.map(Array.init) ?? [] {
      guard let object = json.object, object.has("pluginFields"), !object.has("expirationTime") else { continue }
      let wire = WireRecord(object)
      let record = try #require(try wire.record(Self.types))
      // Who edited a recording gave its records another zone, and left its references theirs.
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
        // An asset's dictionary has keys the records do not keep.
        if old?.type?.hasPrefix("ASSETID") == false {
          #expect(try new?.fieldValue(declared: nil, .lenient) == old?.fieldValue(declared: nil, .lenient))
        }
      }
    }
  }

  @Test("what clients sent decodes as requests", arguments: RecordedAnswers.files)
  func requests(file: String) throws {
    let document = try RecordedAnswers.json(file)
    guard let request = document["request"]?.object, let body = request["body"]?.object else { return }
    let path = request["path"]?.string ?? "records/lookup"
    if path.hasSuffix("records/query") {
      let query = try #require(try QueryRequest(body).query(Self.types, .strict))
      #expect(query.filters.count == body["query"]?.object?["filterBy"]?.array?.count ?? 0)
    } else if path.hasSuffix("query/batch") {
      for part in try #require(body["batch"]?.array) {
        let object = try #require(part.object)
        let query = try #require(try QueryRequest(object).query(Self.types, .strict))
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
