import CloudKitRecords
import Testing

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "ISO 8601 is read and written",
    arguments: [
      ("2026-11-21", 1_795_219_200_000, "2026-11-21T00:00:00Z"),
      ("2026-11-21T10:00:00Z", 1_795_255_200_000, "2026-11-21T10:00:00Z"),
      ("2026-11-21T10:00:00+02:00", 1_795_248_000_000, "2026-11-21T08:00:00Z"),
      ("2026-11-21T10:00:00.250Z", 1_795_255_200_250, "2026-11-21T10:00:00.250Z"),
      ("1969-12-31T23:59:59Z", -1000, "1969-12-31T23:59:59Z"),
    ])
  func iso8601(text: String, milliseconds: Int64, written: String) throws {
    let timestamp = try #require(Timestamp(iso8601: text))
    #expect(timestamp.milliseconds == milliseconds)
    #expect(timestamp.description == written)
  }

  @Test(
    "what is not a date is refused", arguments: ["", "yesterday", "2026-13-01", "2026-11-21T", "21.11.2026", "2026"])
  func refused(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }
}
