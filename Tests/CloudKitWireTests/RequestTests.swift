import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON
import Testing

@Suite("Requests")
struct RequestTests {
  private static let schema = Schema(recordTypes: [
    RecordType(
      name: "Feed",
      fields: [
        Field(name: "title", type: FieldType(.string)), Field(name: "tags", type: .list(.string)),
        Field(name: "at", type: FieldType(.timestamp)), Field(name: "place", type: FieldType(.location)),
      ])
  ])
  private static let types = FieldTypes(schema)

  private func object(_ bytes: [UInt8]) throws -> JSONObject { try #require(try JSONValue(strict: bytes).object) }

  @Test("a query is written as documented, and reads back as it was")
  func query() throws {
    let place = Location(latitude: 1, longitude: 2)
    let query = Query(
      "Feed",
      filters: [
        Filter("title", .in, .strings(["a"])), Filter("title", .notIn, .list([])),
        Filter("at", .lessThan, .timestamp(Timestamp(milliseconds: 5))),
        Filter("place", .near, .location(place), distance: 100), Filter("tags", .listContains, .string("x")),
        Filter("___recordID", .equals, .reference(Reference("r"))),
        Filter("___createdBy", .in, .list([.reference(Reference("u"))])),
      ], sorts: [Sort("___modTime", ascending: false), Sort("place", relativeTo: place)], desiredFields: ["title"],
      limit: 20)
    let body = QueryRequest.body(of: query, after: Cursor(token: "next"), types: Self.types)
    #expect(
      String(decoding: body, as: UTF8.self) == """
        {"query":{"recordType":"Feed","filterBy":[\
        {"comparator":"IN","fieldName":"title","fieldValue":{"value":["a"],"type":"STRING_LIST"}},\
        {"comparator":"NOT_IN","fieldName":"title","fieldValue":{"value":[],"type":"STRING_LIST"}},\
        {"comparator":"LESS_THAN","fieldName":"at","fieldValue":{"value":5,"type":"TIMESTAMP"}},\
        {"comparator":"NEAR","fieldName":"place",\
        "fieldValue":{"value":{"latitude":1.0,"longitude":2.0},"type":"LOCATION"},"distance":100.0},\
        {"comparator":"LIST_CONTAINS","fieldName":"tags","fieldValue":{"value":"x","type":"STRING"}},\
        {"comparator":"EQUALS","systemFieldName":"recordName",\
        "fieldValue":{"value":{"recordName":"r","action":"NONE"},"type":"REFERENCE"}},\
        {"comparator":"IN","systemFieldName":"createdUserRecordName",\
        "fieldValue":{"value":[{"recordName":"u","action":"NONE"}],"type":"REFERENCE_LIST"}}],\
        "sortBy":[{"systemFieldName":"modifiedTimestamp","ascending":false},\
        {"fieldName":"place","ascending":true,"relativeLocation":{"latitude":1.0,"longitude":2.0}}]},\
        "resultsLimit":20,"continuationMarker":"next","desiredKeys":["title"]}
        """)
    let read = try QueryRequest(try object(body), Self.types, .wire)
    #expect(read.continuationMarker == "next")
    #expect(read.query == query)
  }

  @Test("every comparator goes there and back", arguments: Filter.Comparator.allCases)
  func comparators(comparator: Filter.Comparator) throws {
    let isList = [.in, .notIn, .listContainsAny, .listContainsAll, .notListContainsAny, .notListContainsAll]
      .contains(comparator)
    let query = Query("Feed", filters: [Filter("tags", comparator, isList ? .strings(["a"]) : .string("a"))])
    let body = QueryRequest.body(of: query, after: nil, types: Self.types)
    #expect(try QueryRequest(try object(body), Self.types, .wire).query?.filters == query.filters)
  }

  @Test("operations are written sorted by field, and read back as they were", arguments: RecordOperation.Kind.allCases)
  func modify(kind: RecordOperation.Kind) throws {
    let record = Record(
      type: "Feed", name: "f", changeTag: "1a", fields: ["title": .string("é"), "tags": .list([]), "odd": .int64(1)])
    let operation = RecordOperation(kind, record, clearing: ["at", "title"])
    let writer = ModifyRequestWriter(Self.types)
    let body = writer.body(of: [writer.operation(operation)])
    let tag = kind.needsChangeTag ? #","recordChangeTag":"1a""# : ""
    let fields =
      kind.isDelete
      ? ""
      : #","fields":{"odd":{"value":1,"type":"INT64"},"tags":{"value":[],"type":"STRING_LIST"},"#
        + #""title":{"value":"é","type":"STRING"},"at":{"value":null}}"#
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"operations":[{"operationType":"\#(kind.rawValue)","record":{"recordName":"f","recordType":"Feed""#
        + tag + fields + #"}}],"atomic":false,"desiredKeys":[]}"#)
    let read = try ModifyRequest(try object(body))
    #expect(read.atomic == false && read.desiredKeys == [])
    let again = try #require(read.operations.first)
    #expect(again.kind == kind && again.record.changeTag == (kind.needsChangeTag ? "1a" : nil))
    #expect(try again.record.record(Self.types)?.fields == (kind.isDelete ? [:] : record.fields))
    #expect(again.record["at"].map { $0.value == nil } == (kind.isDelete ? nil : true))
  }

  @Test("a lookup names its records")
  func lookup() throws {
    let body = LookupRequest.body(of: ["a", "b"], desiredFields: [])
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"records":[{"recordName":"a"},{"recordName":"b"}],"desiredKeys":[]}"#)
    let read = try LookupRequest(try object(body))
    #expect(read.names == ["a", "b"] && read.desiredKeys == [] && !read.numbersAsStrings && read.zone == nil)
  }

  @Test("a tolerant reader accepts a list of values without its type")
  func tolerance() throws {
    let body =
      #"{"query":{"recordType":"Feed","filterBy":[{"comparator":"IN","fieldName":"title","fieldValue":{"value":["a"]}}]}}"#
    let query = try #require(try QueryRequest(try object(Array(body.utf8)), Self.types, .lenientWire).query)
    #expect(query.filters == [Filter("title", .in, .strings(["a"]))])
  }

  private static let refusals: [(String, String)] = [
    ("{}", "BadRequestException: missing required field 'query'"),
    (#"{"query":{}}"#, "BadRequestException: missing required field 'recordType'"),
    (#"{"query":{"recordType":"Feed","filterBy":[1]}}"#, "BadRequestException: Unexpected input"),
    (
      #"{"query":{"recordType":"Feed","filterBy":[{"comparator":"IN","fieldName":"title","fieldValue":{"value":["a"]}}]}}"#,
      "BadRequestException: Unexpected input"
    ),
    (
      #"{"query":{"recordType":"Feed","filterBy":[{"comparator":"IS","fieldName":"title","fieldValue":{"value":"a"}}]}}"#,
      "BadRequestException: Unexpected input"
    ),
    (
      #"{"query":{"recordType":"Feed","filterBy":[{"comparator":"EQUALS","fieldName":"at","fieldValue":{"value":1}}]}}"#,
      "Invalid value, expected type TIMESTAMP."
    ),
    (#"{"query":{"recordType":"Feed"},"resultsLimit":"x"}"#, "BadRequestException: Unexpected input"),
  ]

  @Test("a query that is none is refused in CloudKit's words", arguments: refusals)
  func refused(body: String, reason: String) {
    #expect {
      _ = try QueryRequest(try object(Array(body.utf8)), Self.types, .wire)
    } throws: { "\($0)" == reason }
  }

  @Test("an operation nobody knows refuses the request, a value only its record")
  func refusedOperations() throws {
    let spelling = #"{"operations":[{"operationType":"force_update","record":{"recordName":"a"}}]}"#
    #expect(throws: RecordStoreError.unexpected) { try ModifyRequest(try object(Array(spelling.utf8))) }
    let value =
      #"{"operations":[{"operationType":"create","record":{"recordType":"Feed","fields":{"at":{"value":1}}}}]}"#
    let request = try ModifyRequest(try object(Array(value.utf8)))
    let field = try #require(request.operations[0].record["at"])
    let type = FieldType(.timestamp)
    #expect(throws: RecordError.misfit(type)) { try field.fieldValue(declared: type, .wire) }
    #expect(try field.fieldValue(declared: type, .lenientWire) == .timestamp(Timestamp(milliseconds: 1)))
    // A whole number without a type is no DOUBLE. For a list of them it is the wrong type, which the store refuses.
    #expect(throws: RecordError.misfit(FieldType(.double))) {
      try field.fieldValue(declared: FieldType(.double), .wire)
    }
    #expect(try field.fieldValue(declared: .list(.double), .wire) == .int64(1))
  }
}
