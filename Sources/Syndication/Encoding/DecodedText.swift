import Notation
import XML

/// A body converted to UTF-8, without a byte order mark or control characters, with normalized line breaks.
struct DecodedText {
  let bytes: [UInt8]
  let problems: [FeedProblem.Kind]

  /// Decodes by the byte order mark, the HTTP charset, the declaration, UTF-8 or Windows-1252, in this order.
  ///
  /// Valid UTF-8 overrides Latin-1 as HTTP charset, and every other one if the declaration confirms it. A declaration that
  /// decodes the whole body overrides Latin-1, which servers declare by default.
  init(_ body: [UInt8], charset: String?) {
    var problems: [FeedProblem.Kind] = []
    let text = Self.utf8(body, charset: charset, problems: &problems)
    let (clean, isChanged) = Self.clean(text)
    if isChanged { problems.append(.invalidCharacters) }
    bytes = clean
    self.problems = problems
  }

  private static func utf8(_ body: [UInt8], charset: String?, problems: inout [FeedProblem.Kind]) -> [UInt8] {
    let start = body.firstIndex { !$0.isSpace } ?? 0
    let found = XMLEncoding(of: Array(body[start...].prefix(1024)))
    if found.mark > 0 || !found.isDeclared && !found.isUTF8 {
      // A truncated mark counts as well.
      let content = body[min(start + found.mark, body.count)...]
      if found.isUTF8 { return valid(Array(content), problems: &problems) }
      if let text = try? Transcoder.utf8(content, from: found.name) { return text }
      if let text = try? Transcoder.utf8(content.dropLast(content.count % 4), from: found.name) {
        problems.append(.invalidCharacters)
        return text
      }
    }
    let declared = found.isDeclared && !found.isImpossible ? found.name : nil
    if found.isImpossible { problems.append(.charsetMismatch) }
    let isUTF8 = String(validating: body, as: UTF8.self) != nil
    let encodings = [charset, declared].compactMap { $0 }.map(WebEncoding.init)
    let isCertainlyUTF8 = isUTF8 && body.contains { $0 >= 0x80 }
    if encodings.count == 2 {
      switch (encodings[0], encodings[1]) {
      case (.other, .utf8) where isCertainlyUTF8:
        problems.append(.charsetMismatch)
        return body
      case (.windows1252, .other(let name)) where !isCertainlyUTF8:
        guard let text = try? Transcoder.utf8(body[...], from: name), text != body else { break }
        problems.append(.charsetMismatch)
        return text
      default: break
      }
    }
    let earlier = problems
    for encoding in encodings {
      switch encoding {
      case .utf8: if isUTF8 { return body }
      case .windows1252 where isCertainlyUTF8 && isUnconfirmed(by: declared):
        problems.append(.charsetMismatch)
        return body
      case .windows1252: return Windows1252.utf8(body[...])
      case .other(let name):
        if let text = try? Transcoder.utf8(body[...], from: name) { return text }
      }
      problems.append(.charsetMismatch)
    }
    // Like a browser, keep the encoding of a text with few invalid bytes.
    for case .other(let name) in encodings where !isUTF8 {
      guard let text = Transcoder.repaired(body[...], from: name) else { continue }
      problems = earlier + [.invalidCharacters]
      return Array(String(decoding: text, as: UTF8.self).utf8)
    }
    return isUTF8 ? body : valid(body, problems: &problems)
  }

  /// Whether the declaration does not confirm the HTTP charset.
  private static func isUnconfirmed(by declared: String?) -> Bool {
    guard let declared, case .windows1252 = WebEncoding(label: declared) else { return true }
    return false
  }

  /// Decodes mostly valid UTF-8 as UTF-8, and other text as Windows-1252.
  private static func valid(_ body: [UInt8], problems: inout [FeedProblem.Kind]) -> [UInt8] {
    if String(validating: body, as: UTF8.self) != nil { return body }
    problems.append(.invalidCharacters)
    if Windows1252.isProbable(body) { return Windows1252.utf8(body[...]) }
    return Array(String(decoding: body, as: UTF8.self).utf8)
  }

  /// Removes control characters and carriage returns; returns whether it removed a control character.
  private static func clean(_ text: [UInt8]) -> (text: [UInt8], isChanged: Bool) {
    let isClean = text.withUnsafeBufferPointer { buffer in
      !buffer.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }
    }
    if isClean { return (text, false) }
    var clean: [UInt8] = []
    clean.reserveCapacity(text.count)
    var isChanged = false
    var last: UInt8 = 0
    for byte in text {
      if byte == 0x0D {
        clean.append(0x0A)
      } else if byte >= 0x20 || byte == 0x09 || byte == 0x0A && last != 0x0D {
        clean.append(byte)
      } else if byte != 0x0A {
        isChanged = true
      }
      last = byte
    }
    return (clean, isChanged)
  }
}
