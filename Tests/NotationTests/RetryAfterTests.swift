import Foundation
import Notation
import Testing

@Suite("Retry-After and the dates of HTTP")
struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(
    "a delay is a number of seconds or a date, limited to the longest",
    arguments: [
      ("120", 120), ("0", 0), ("99999999999", 604_800), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
      ("Sunday, 06-Nov-94 08:51:37 GMT", 120), ("Sun Nov  6 08:51:37 1994", 120),
      ("Sun, 06 Nov 1994 08:51:37 +0000", 120), ("06 Nov 1994 08:51:37 GMT", 120), ("6 Nov 94 08:51:37 UT", 120),
      ("Sun, 06-Nov-1994 08:51:37 UTC", 120),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Sun, 06 Nov 2094 08:00:00 GMT", 604_800), ("-5", nil), ("soon", nil),
      ("", nil), ("nan", nil),
    ] as [(String, Int64?)])
  func duration(text: String, seconds: Int64?) {
    #expect(
      RetryAfter.duration(text, from: now, atMost: .seconds(604_800)) == seconds.map { .seconds($0) })
  }

  @Test("a date is read in its three formats, with leap days")
  func dates() {
    for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
      #expect(WrittenDate.date(text) == now)
    }
    #expect(WrittenDate.date("Thu, 01 Jan 1970 00:00:00 GMT") == Date(timeIntervalSince1970: 0))
    #expect(WrittenDate.date("Thu, 29 Feb 2024 12:00:00 GMT") == Date(timeIntervalSince1970: 1_709_208_000))
    #expect(WrittenDate.date("Sat, 21 Nov 2026 10:00:00 GMT") == Date(timeIntervalSince1970: 1_795_255_200))
    // The last second of a day, and a leap second after it.
    #expect(WrittenDate.date("Sat, 31 Dec 2016 23:59:59 GMT") == Date(timeIntervalSince1970: 1_483_228_799))
    #expect(WrittenDate.date("Sat, 31 Dec 2016 23:59:60 GMT") == Date(timeIntervalSince1970: 1_483_228_800))
    // Two-digit years are between 1970 and 2069.
    #expect(WrittenDate.date("Thursday, 01-Jan-70 00:00:00 GMT") == Date(timeIntervalSince1970: 0))
    #expect(WrittenDate.date("Tuesday, 31-Dec-69 00:00:00 GMT") == Date(timeIntervalSince1970: 3_155_673_600))
  }
}
