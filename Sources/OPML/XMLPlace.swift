import Diagnostics

/// A place as libxml2 counts it, turned into bytes of the source.
///
/// Its lines end at LF only; its columns count characters, but bytes within CDATA sections (measured on 2.9.14).
struct XMLPlace {
  let line: Int
  let column: Int

  /// The bytes of a mistake at this place, inside the source.
  func range(of mistake: XMLMistake, in bytes: [UInt8]) -> SourceRange {
    let start = lineStart(in: bytes)
    let place = offset(from: start, in: bytes)
    switch mistake.anchor {
    case .end:
      return SourceRange(bytes.count, bytes.count)
    case .here:
      return character(at: place, in: bytes)
    case .reference:
      return badReference(from: start, in: bytes) ?? character(at: place, in: bytes)
    case .last(let byte):
      var index = place
      // As far as a tag may reasonably be long: a broken megabyte is not searched for each mistake.
      while index > max(0, place - 4096) {
        index -= 1
        if bytes[index] == byte { return SourceRange(index, max(place, index + 1)) }
      }
      return character(at: place, in: bytes)
    }
  }

  private func lineStart(in bytes: [UInt8]) -> Int {
    var line = 1
    var index = 0
    while line < self.line, index < bytes.count {
      if bytes[index] == 0x0A { line += 1 }
      index += 1
    }
    return index
  }

  private func offset(from start: Int, in bytes: [UInt8]) -> Int {
    var column = 1
    var index = start
    while column < self.column, index < bytes.count, bytes[index] != 0x0A {
      index += 1
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
      column += 1
    }
    return index
  }

  private func character(at offset: Int, in bytes: [UInt8]) -> SourceRange {
    guard offset < bytes.count, bytes[offset] != 0x0A else { return SourceRange(offset, offset) }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return SourceRange(offset, end)
  }

  private func badReference(from start: Int, in bytes: [UInt8]) -> SourceRange? {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "&") else { continue }
      var end = index + 1
      while end < bytes.count, end - index < 64, Self.isName(bytes[end]) { end += 1 }
      let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: ";")
      guard isClosed else { return SourceRange(index, index + 1) }
      let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
      if name.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(name) { continue }
      return SourceRange(index, end + 1)
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"), UInt8(ascii: "."), 0x80...: true
    default: false
    }
  }
}
