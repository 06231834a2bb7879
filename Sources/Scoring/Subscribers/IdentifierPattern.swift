import Foundation

/// What a person can be found by: it has no place in a file of counts.
package enum IdentifierPattern: String, Sendable {
  case emailAddress = "an e-mail address"
  case ipAddress = "an IP address"
  case userRecordName = "a CloudKit user record name"

  /// What a text holds, if anything; the text may be longer.
  init?(in text: ArraySlice<UInt8>) {
    // Most texts are numbers and dates, which have none of these.
    guard text.contains(where: { $0 == Self.at || $0 == Self.underscore || $0 == Self.dot || $0 == Self.colon }) else {
      return nil
    }
    for word in text.split(whereSeparator: Self.separates) {
      if Self.isEmail(word) {
        self = .emailAddress
      } else if Self.isUserRecordName(word) {
        self = .userRecordName
      } else if Self.isIPAddress(word) {
        self = .ipAddress
      } else {
        continue
      }
      return
    }
    return nil
  }

  private static let at = UInt8(ascii: "@")
  private static let underscore = UInt8(ascii: "_")
  private static let dot = UInt8(ascii: ".")
  private static let colon = UInt8(ascii: ":")

  private static func separates(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [UInt8](",;<>()[]{}\"'=|/?&".utf8).contains(byte)
  }

  private static func isEmail(_ word: ArraySlice<UInt8>) -> Bool {
    guard let sign = word.firstIndex(of: at), sign > word.startIndex else { return false }
    let domain = word[(sign + 1)...]
    guard let dot = domain.lastIndex(of: dot) else { return false }
    return dot > domain.startIndex && dot < domain.endIndex - 1
  }

  /// An underscore and 32 hexadecimal digits, wherever they stand. Source: Apple's own names for users, seen in CloudKit
  /// Console and answers of CloudKit Web Services.
  private static func isUserRecordName(_ word: ArraySlice<UInt8>) -> Bool {
    var start = word.startIndex
    while let mark = word[start...].firstIndex(of: underscore) {
      if word[(mark + 1)...].prefix(while: isHexadecimal).count >= 32 { return true }
      start = mark + 1
    }
    return false
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isIPAddress(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count <= 53, word.contains(dot) || word.contains(colon), word.allSatisfy(isAddressByte) else {
      return false
    }
    // A port may follow an address of version 4, a zone one of version 6.
    let text = String(decoding: word, as: UTF8.self)
    let bare = text.split(separator: "%").first.map(String.init) ?? text
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET6, bare, &six) == 1 { return true }
    let host = bare.split(separator: ":", omittingEmptySubsequences: false).first.map(String.init) ?? bare
    return inet_pton(AF_INET, host, &four) == 1
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    isHexadecimal(byte) || byte == dot || byte == colon || byte == UInt8(ascii: "%")
      || (0x61...0x7A).contains(byte | 0x20)
  }
}
