import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Foundation
import JSON

/// The time to write and read a request of 200 records, relative to Foundation on the same JSON.
struct WireBenchmark: Benchmark {
  let name = "wire"
  let summary = "a modify request of 200 feeds, 100 times; floor: JSONSerialization on the same bytes, without values"

  private static let rounds = 100

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let types = FieldTypes(Schema())
    let writer = ModifyRequestWriter(types)
    let operations = GeneratedFeeds.operations(0..<200)
    let body = writer.body(of: operations.map(writer.operation))
    let object = try JSONSerialization.jsonObject(with: Data(body))
    let reading = try Stopwatch.medians(
      5,
      {
        for _ in 0..<Self.rounds {
          guard let json = try JSONValue(strict: body).object else { throw Self.unread }
          for operation in try ModifyRequest(json).operations {
            var values: RecordFields = [:]
            for field in operation.record.fields {
              values[field.name] = try field.field?.fieldValue(declared: nil, .strict)
            }
          }
        }
      }, { for _ in 0..<Self.rounds { _ = try JSONSerialization.jsonObject(with: Data(body)) } })
    let writing = try Stopwatch.medians(
      5, { for _ in 0..<Self.rounds { _ = writer.body(of: operations.map(writer.operation)) } },
      { for _ in 0..<Self.rounds { _ = try JSONSerialization.data(withJSONObject: object) } })
    return [
      Self.figure("read", reading, bytes: body.count), Self.figure("write", writing, bytes: body.count),
    ]
  }

  private static let unread = ChildFailure(description: "the request was not read")

  private static func figure(_ name: String, _ times: (a: Double, b: Double), bytes: Int) -> Figure {
    let megabytes = Double(bytes * rounds) / 1e6
    return .rate(1, name, megabytes / times.a, floor: megabytes / times.b, unit: "MB/s")
  }
}
