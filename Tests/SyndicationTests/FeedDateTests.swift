import Foundation
import Syndication
import Testing

@Suite("Feed dates")
struct FeedDateTests {
  @Test(
    "dates are parsed in all common formats",
    arguments: [
      // RFC 822 and its successors
      ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"), ("1 Jan 2004 19:48 +0100", "2004-01-01T18:48:00Z"),
      ("Thu, 1 Jan 04 19:48:21 EST", "2004-01-02T00:48:21Z"),
      ("Thu,01 Jan 2004 19:48:21 -05:00", "2004-01-02T00:48:21Z"),
      ("Thursday, 01 January 2004 19:48:21 PDT", "2004-01-02T02:48:21Z"), ("01 Jan 2004", "2004-01-01T00:00:00Z"),
      ("Thu, 01 Jan 2004 19:48:21", "2004-01-01T19:48:21Z"), ("31 Dec 1998 23:59:60 GMT", "1999-01-01T00:00:00Z"),
      ("Thu, 01 Jan 2004 24:00:00 Z", "2004-01-02T00:00:00Z"), ("Mon, 01 Jan 70 00:00:00 GMT", "1970-01-01T00:00:00Z"),
      ("Thu, 01 Jan 2004 19:48:21 XYZ", "2004-01-01T19:48:21Z"),
      ("Tue, 19 Jan 2038 03:14:08 GMT", "2038-01-19T03:14:08Z"),
      // ISO 8601 and RFC 3339
      ("2003-12-31T10:14:55Z", "2003-12-31T10:14:55Z"), ("2003-12-31t10:14:55.25+01:00", "2003-12-31T09:14:55.250Z"),
      ("2003-12-31 10:14", "2003-12-31T10:14:00Z"), ("20031231T101455Z", "2003-12-31T10:14:55Z"),
      ("2003-12-31T10:14:55 -0800", "2003-12-31T18:14:55Z"), ("2003-12", "2003-12-01T00:00:00Z"),
      ("2003-07-01 T 01:55", "2003-07-01T01:55:00Z"), ("2003-07-01T 01:55Z", "2003-07-01T01:55:00Z"),
      ("2003", "2003-01-01T00:00:00Z"), ("20031231", "2003-12-31T00:00:00Z"), ("2003-365", "2003-12-31T00:00:00Z"),
      ("2004-060", "2004-02-29T00:00:00Z"), ("20031231101455", "2003-12-31T10:14:55Z"),
      ("2003/12/31 10:14:55", "2003-12-31T10:14:55Z"),
      // Other software
      ("Sun Jan  4 16:29:06 2004", "2004-01-04T16:29:06Z"), ("Sun Jan  4 16:29:06 EST 2004", "2004-01-04T21:29:06Z"),
      ("January 4, 2004, 4:29 pm", "2004-01-04T16:29:00Z"), ("Jan 4 2004 12:05 AM", "2004-01-04T00:05:00Z"),
      ("31.12.2003 10:14", "2003-12-31T10:14:00Z"), ("12/31/2003", "2003-12-31T00:00:00Z"),
      ("2004-Jan-04 10:00", "2004-01-04T10:00:00Z"), ("1073233746", "2004-01-04T16:29:06Z"),
      ("1073233746000", "2004-01-04T16:29:06Z"), ("GMT+2 is no date", nil),
      // Other languages
      ("Do, 01 Jän 2004 19:48:21 +0100", "2004-01-01T18:48:21Z"), ("4 Mai 2004 10:00", "2004-05-04T10:00:00Z"),
      ("mer., 14 juil. 2004 10:00:00 +0200", "2004-07-14T08:00:00Z"),
      ("lun, 05 ene 2004 10:00:00 GMT", "2004-01-05T10:00:00Z"),
      ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"), ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
      ("2004년 05월 28일 01:31:15", "2004-05-28T01:31:15Z"), ("2004-05-25 오후 11:23:17", "2004-05-25T23:23:17Z"),
      ("11 мая 2004 12:00", "2004-05-11T12:00:00Z"),
      // Invalid dates
      ("", nil), ("yesterday", nil), ("2004-02-30", nil), ("Wed, 30 Nov -0001 00:00:00 +0000", nil),
      ("0000-00-00 00:00:00", nil), ("Thu, 01 Jan 2004 25:00:00 GMT", nil), ("99999999999999999999", nil),
      ("2004-13-01", nil), ("Thu, 32 Jan 2004 10:00:00 GMT", nil), ("12:00", nil), ("-", nil),
    ] as [(String, String?)])
  func dates(text: String, expected: String?) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: expected?.contains(".") ?? false)
    #expect(FeedDate.parse(text)?.formatted(style) == expected)
  }

  @Test("the last publication date of an item applies, but the first of other dates")
  func repeatedDates() throws {
    func date(_ element: String) throws -> Date? {
      try Reading.feed(
        """
        <rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item>
        <\(element)>2026-11-01</\(element)><\(element)>2026-11-20</\(element)></item></channel></rss>
        """
      ).items.first?.date
    }
    #expect(try date("pubDate") == Reading.date("2026-11-20T00:00:00Z"))
    #expect(try date("dc:date") == Reading.date("2026-11-01T00:00:00Z"))
  }
}
