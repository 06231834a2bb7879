import FeedFetching
import FeedProbes
import Foundation
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(
    "is seconds or a date, at most a week, and nothing else",
    arguments: [
      ("120", 120), ("0", 0), ("99999999999", 604_800), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Sun, 06 Nov 2094 08:00:00 GMT", 604_800), ("-5", nil), ("soon", nil),
      ("", nil), ("nan", nil),
    ] as [(String, Int64?)])
  func duration(text: String, seconds: Int64?) {
    #expect(RetryAfter.duration(text, from: now) == seconds.map { .seconds($0) })
  }
}
