import CloudKitRecords
import CloudKitSchema
import Copying
import Testing

@Suite("Conditions on records")
struct RecordConditionTests {
  @Test(
    "a condition becomes CloudKit's filter, and its value is read by the type of the field",
    arguments: [
      ("text = A b", Filter("text", .equals, .string("A b"))),
      ("text=A", Filter("text", .equals, .string("A"))),
      ("text == \" a \"", Filter("text", .equals, .string(" a "))),
      ("text = ''", Filter("text", .equals, .string(""))),
      ("text != 1", Filter("text", .notEquals, .string("1"))),
      ("integer>=-9223372036854775808", Filter("integer", .greaterThanOrEquals, .int64(.min))),
      ("integer < 3", Filter("integer", .lessThan, .int64(3))),
      ("double <= 4.5e3", Filter("double", .lessThanOrEquals, .double(4500))),
      ("double > 4", Filter("double", .greaterThan, .double(4))),
      ("moment > 2021-01-01T00:00:00+01:00", Filter("moment", .greaterThan, moment(1_609_455_600_000))),
      ("integer in 1,2, 3", Filter("integer", .in, .list([.int64(1), .int64(2), .int64(3)]))),
      ("text not-in [\"a,b\",\"c\"]", Filter("text", .notIn, .strings(["a,b", "c"]))),
      ("text in \"a b\"", Filter("text", .in, .strings(["a b"]))),
      ("text in O'Brien, x", Filter("text", .in, .strings(["O'Brien", "x"]))),
      ("text begins-with Sw", Filter("text", .beginsWith, .string("Sw"))),
      ("texts begins-with Sw", Filter("texts", .listMemberBeginsWith, .string("Sw"))),
      ("texts has swift", Filter("texts", .listContains, .string("swift"))),
      ("texts not-has swift", Filter("texts", .notListContains, .string("swift"))),
      ("texts contains a,b", Filter("texts", .listContainsAll, .strings(["a", "b"]))),
      ("texts any-of a,b", Filter("texts", .listContainsAny, .strings(["a", "b"]))),
      ("text contains two words", Filter("text", .containsAllTokens, .string("two words"))),
      ("text any-of two words", Filter("text", .containsAnyTokens, .string("two words"))),
      ("text CONTAINS_ANY_TOKENS a", Filter("text", .containsAnyTokens, .string("a"))),
      ("texts LIST_CONTAINS a", Filter("texts", .listContains, .string("a"))),
      ("text begins_with a", Filter("text", .beginsWith, .string("a"))),
      ("reference = news", Filter("reference", .equals, .reference(Reference("news")))),
      ("bytes = AQI=", Filter("bytes", .equals, .bytes([1, 2]))),
      ("place near 37.5,-122,5000", Filter("place", .near, place, distance: 5000)),
      (
        "___recordID in a,b",
        Filter("___recordID", .in, .list([.reference(Reference("a")), .reference(Reference("b"))]))
      ),
    ] as [(String, Filter)])
  func filters(text: String, filter: Filter) throws {
    #expect(try RecordCondition.filter(text, on: Sample.type) == filter)
  }

  private static let place = FieldValue.location(Location(latitude: 37.5, longitude: -122))

  private static let quoted = "text: write the members as a,b or as JSON: [\"a\",\"b\"]"

  private static func moment(_ milliseconds: Int64) -> FieldValue { .timestamp(Timestamp(milliseconds: milliseconds)) }

  @Test(
    "a mistake says what is wrong and what to write",
    arguments: [
      ("", "'' is not a condition, such as 'title begins-with Swift'"),
      ("text", "'text' is not a condition, such as 'title begins-with Swift'"),
      ("txet = a", "Sample has no field 'txet'; did you mean text?"),
      (
        "text like a",
        "unknown operator 'like'; use =, !=, <, <=, >, >=, any-of, begins-with, contains, has, in, near, not-any-of, "
          + "not-begins-with, not-contains, not-has, not-in"
      ),
      ("text begins-wth a", "unknown operator 'begins-wth'; did you mean 'begins-with'?"),
      ("text has a", "'has' cannot compare text, which is STRING"),
      ("texts in a", "'in' cannot compare texts, which is LIST<STRING>"),
      ("reference < a", "LESS_THAN cannot compare Sample.reference, which is REFERENCE"),
      ("integer = 4.5", "integer is INT64: '4.5' is not a whole number, such as 42"),
      ("integer in 1,,2", "integer is LIST<INT64>: '1,,2' is not a list such as [a whole number, such as 42]"),
      ("text in \"a\",\"b\"", quoted), ("text not-in 'a', 'b'", quoted), ("text not-in a, \"b\"", quoted),
      ("text in (a,b)", quoted), ("text in {a}", quoted),
      ("texts any-of \"a\",\"b\"", "texts: write the members as a,b or as JSON: [\"a\",\"b\"]"),
      ("double = nan", "double is DOUBLE: 'nan' is not a number, such as 4.5"),
      ("double = 1e999", "double is DOUBLE: '1e999' is not a number, such as 4.5"),
      ("moment > 2021-01-01", "moment is TIMESTAMP: '2021-01-01' has no time zone, say 2021-01-01T00:00:00Z"),
      (
        "moment > 2021-01-01T10:00:00",
        "moment is TIMESTAMP: '2021-01-01T10:00:00' has no time zone, say 2021-01-01T10:00:00Z"
      ),
      ("moment > 1609455600", "moment is TIMESTAMP: '1609455600' is not a date, such as 2026-11-22T10:00:00Z"),
      ("bytes = ?", "bytes is BYTES: '?' is not base64, such as aGVsbG8="),
      ("place near 37.5,-122", "'near' needs a place and meters, such as 'place near 37.33,-122.03,5000'"),
      (
        "plain = a",
        "Sample.plain is not QUERYABLE, so it cannot be filtered on; declare plain STRING QUERYABLE in the schema"
      ),
      (
        "plain contains a",
        "Sample.plain is not SEARCHABLE, so it cannot be filtered on; declare plain STRING SEARCHABLE in the schema"
      ),
      ("asset = a", "asset is ASSET: files cannot be set or compared here"),
    ])
  func mistakes(text: String, message: String) {
    #expect(throws: RequestMistake(message)) { try RecordCondition.filter(text, on: Sample.type) }
  }

  @Test("a selection sorts by SORTABLE fields only")
  func sorts() throws {
    let query = try RecordSelection(of: Sample.type, sortedBy: ["text:desc", "integer"], fields: ["plain"]).query
    #expect(query.sorts == [Sort("text", ascending: false), Sort("integer")])
    #expect(query.desiredFields == ["plain"])
    for (sort, message) in [
      (
        "plain", "Sample.plain is not SORTABLE, so it cannot be sorted by; declare plain STRING SORTABLE in the schema"
      ),
      (
        "texts",
        "Sample.texts is not SORTABLE, so it cannot be sorted by; CloudKit has no SORTABLE index for LIST<STRING>"
      ),
      ("text:down", "unknown sort order 'down'; use text or text:desc"),
    ] {
      #expect(throws: RequestMistake(message)) { try RecordSelection(of: Sample.type, sortedBy: [sort]) }
    }
  }

  @Test("a type without an index of names is listed by another field only if the user says so")
  func listing() throws {
    let type = RecordType(
      name: "Note",
      fields: [
        Field(name: "text", type: FieldType(.string), indexes: .queryable),
        Field(name: "date", type: FieldType(.timestamp), indexes: .queryable),
        Field(name: "tags", type: .list(.string), indexes: .queryable), Field(name: "plain", type: FieldType(.string)),
      ])
    #expect(
      throws: RequestMistake(
        "Note has no QUERYABLE index on ___recordID: its records cannot be listed; declare \"___recordID\" REFERENCE "
          + "QUERYABLE in the schema, or use 'records list --list-by FIELD' or 'records show'")
    ) { try RecordSelection(of: type) }
    let byText = try RecordSelection(of: type, listedBy: "text")
    #expect(byText.query.filters == [Filter("text", .beginsWith, .string(""))])
    #expect(byText.listedBy == "text")
    let least = FieldValue.timestamp(Timestamp(milliseconds: .min))
    #expect(
      try RecordSelection(of: type, listedBy: "date").query.filters == [Filter("date", .greaterThanOrEquals, least)])
    // A condition of the user lists the records already.
    #expect(try RecordSelection(of: type, where: ["text = a"], listedBy: "date").listedBy == nil)
    for field in ["tags", "plain", "none"] {
      #expect(throws: RequestMistake.self) { try RecordSelection(of: type, listedBy: field) }
    }
  }
}
