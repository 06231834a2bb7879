import Foundation
import Notation
import SystemCalls

/// Kind of personal identifier that a file of counts must not contain.
package enum IdentifierPattern: String, Sendable {
  case emailAddress = "an e-mail address"
  case ipAddress = "an IP address"
  case userRecordName = "a CloudKit user record name"

  /// Finds an identifier in a text, which may be long and percent-encoded.
  init?(in text: [UInt8]) {
    // Most texts are numbers and dates, which never contain identifiers.
    guard text.contains(where: "@_.:%".utf8.contains) else { return nil }
    let texts = text.contains(Self.percent) ? [text, Self.withoutEscapes(text)] : [text]
    for word in texts.joined(separator: [0x20]).split(whereSeparator: Self.separates) {
      let word = Self.withoutPunctuation(word)
      if Self.isEmail(word) {
        self = .emailAddress
      } else if Self.isUserRecordName(word) {
        self = .userRecordName
      } else if Self.hasVersion4Address(word) || Self.hasVersion6Address(word) {
        self = .ipAddress
      } else {
        continue
      }
      return
    }
    return nil
  }

  private static let at = UInt8(ascii: "@")
  private static let dot = UInt8(ascii: ".")
  private static let colon = UInt8(ascii: ":")
  private static let percent = UInt8(ascii: "%")

  private static func separates(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [UInt8](",;<>()[]{}\"'=|/?&".utf8).contains(byte)
  }

  private static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
    String(decoding: text, as: UTF8.self).removingPercentEncoding.map { Array($0.utf8) } ?? []
  }

  /// Returns a word without the punctuation that may follow it in a sentence.
  private static func withoutPunctuation(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let last = word.lastIndex(where: { $0 != dot && $0 != colon && $0 != UInt8(ascii: "!") }) else { return [] }
    // An IPv6 address may end in two colons.
    return word[(last + 1)...].starts(with: [colon, colon]) ? word[...(last + 2)] : word[...last]
  }

  private static func isEmail(_ word: ArraySlice<UInt8>) -> Bool {
    guard let sign = word.firstIndex(of: at), sign > word.startIndex else { return false }
    let domain = word[(sign + 1)...]
    guard let dot = domain.lastIndex(of: dot) else { return false }
    return dot > domain.startIndex && dot < domain.endIndex - 1
  }

  /// Returns whether a word contains an underscore followed by 32 hexadecimal digits. Source: Apple's user record
  /// names, seen in CloudKit Console and answers of CloudKit Web Services.
  private static func isUserRecordName(_ word: ArraySlice<UInt8>) -> Bool {
    var start = word.startIndex
    while let mark = word[start...].firstIndex(of: UInt8(ascii: "_")) {
      if word[(mark + 1)...].prefix(while: isHexadecimal).count >= 32 { return true }
      start = mark + 1
    }
    return false
  }

  /// Returns whether a word contains an IPv4 address, ignoring parts of names and versions such as `v1.2.3.4`.
  private static func hasVersion4Address(_ word: ArraySlice<UInt8>) -> Bool {
    word.split(whereSeparator: { !$0.isDigit && $0 != dot }).contains { run in
      guard let first = run.firstIndex(where: \.isDigit), let last = run.lastIndex(where: \.isDigit),
        (7...15).contains(last - first + 1), first == word.startIndex || !word[first - 1].isLetter,
        last + 1 == word.endIndex || !word[last + 1].isLetter
      else { return false }
      return HostLookup.bytes(of: String(decoding: run[first...last], as: UTF8.self)) != nil
    }
  }

  /// Returns whether a word, or its part after a name and a colon, is an IPv6 address with an optional zone.
  private static func hasVersion6Address(_ word: ArraySlice<UInt8>) -> Bool {
    let bare = word.prefix { $0 != percent }
    let isPart: (UInt8) -> Bool = { isHexadecimal($0) || $0 == colon || $0 == dot }
    var address = bare[(bare.lastIndex { !isPart($0) }.map { $0 + 1 } ?? bare.startIndex)...]
    if address.startIndex > bare.startIndex {
      guard address.first == colon, address.dropFirst().first != colon else { return false }
      address.removeFirst()
    }
    guard (2...45).contains(address.count), address.contains(colon) else { return false }
    return HostLookup.bytes(of: String(decoding: address, as: UTF8.self)) != nil
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || (0x61...0x66).contains(byte | 0x20)
  }
}
