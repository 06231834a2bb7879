import CloudKitRecords
import CloudKitSchema
import Copying
import Testing

@Suite("Conversions of fields")
struct FieldConversionTests {
  private static func convert(
    _ value: FieldValue, _ from: FieldType, _ to: FieldType, _ unit: FieldConversion.Unit? = nil
  ) throws -> FieldValue? {
    try FieldConversion(from: Field(name: "a", type: from), to: Field(name: "b", type: to), unit: unit)(value)
  }

  @Test("a value becomes its equal in the other type, or nothing")
  func exact() throws {
    let (text, whole, number, moment) = (
      FieldType(.string), FieldType(.int64), FieldType(.double), FieldType(.timestamp)
    )
    let date = FieldValue.timestamp(Timestamp(milliseconds: 1_500))
    let rows: [(FieldValue, FieldType, FieldType, FieldConversion.Unit?, FieldValue?)] = [
      (.int64(7), whole, number, nil, .double(7)),
      (.int64(1 << 53 + 1), whole, number, nil, nil),
      (.double(7), number, whole, nil, .int64(7)), (.double(7.5), number, whole, nil, nil),
      (.double(7.5), number, whole, .round, .int64(8)), (.double(1e300), number, whole, .round, nil),
      (.string("42"), text, whole, nil, .int64(42)), (.string("4.5"), text, whole, nil, nil),
      (.int64(42), whole, text, nil, .string("42")),
      (.string("1970-01-01T00:00:01.500Z"), text, moment, nil, date),
      (date, moment, text, nil, .string("1970-01-01T00:00:01.500Z")),
      (.double(1.5), number, moment, .seconds, date), (.int64(1500), whole, moment, .milliseconds, date),
      (date, moment, number, .seconds, .double(1.5)), (date, moment, whole, .seconds, nil),
      (date, moment, whole, .milliseconds, .int64(1500)),
      (.string("a, b"), text, .list(.string), nil, .list([.string("a"), .string("b")])),
      (.int64(1), whole, .list(.string), nil, .list([.string("1")])),
      (.list([.int64(1)]), .list(.int64), whole, nil, .int64(1)),
      (.list([.int64(1), .int64(2)]), .list(.int64), whole, nil, nil),
      (.list([.string("1"), .string("x")]), .list(.string), .list(.int64), nil, nil),
      (.string("r1"), text, FieldType(.reference), nil, .reference(Reference(RecordName("r1")))),
    ]
    for (value, from, to, unit, expected) in rows {
      let converted = try Self.convert(value, from, to, unit)
      let isEqual = expected.map { converted?.isIdentical(to: $0) == true } ?? (converted == nil)
      #expect(isEqual, "\(value) from \(from) to \(to): \(String(describing: converted))")
    }
  }

  @Test("numbers and dates want a unit, and a unit wants numbers")
  func units() {
    let (text, whole, moment) = (FieldType(.string), FieldType(.int64), FieldType(.timestamp))
    for (from, to, unit, message) in [
      (whole, moment, nil, "INT64 to TIMESTAMP wants --convert seconds or --convert milliseconds"),
      (moment, whole, nil, "TIMESTAMP to INT64 wants --convert seconds or --convert milliseconds"),
      (moment, whole, .round, "--convert round does not fit TIMESTAMP to INT64"),
      (text, moment, .seconds, "--convert seconds does not fit STRING to TIMESTAMP"),
      (FieldType(.asset), text, nil, "a is ASSET: files cannot be converted"),
    ] as [(FieldType, FieldType, FieldConversion.Unit?, String)] {
      #expect(throws: RequestMistake(message)) { try Self.convert(.int64(1), from, to, unit) }
    }
  }
}
