import Diagnostics
import XML

/// A document in UTF-8, with what is wrong with its encoding.
struct OutlineText {
  /// The name of the file.
  let file: String
  /// The text without characters that XML does not allow: they are replaced, every other byte keeps its place.
  let bytes: [UInt8]
  /// The offset behind the byte order mark.
  let start: Int
  /// Whether the source is UTF-8, so that a place is a range of its bytes; else it is a line.
  let hasPlaces: Bool
  /// The characters that XML does not allow.
  let invalid: [Range<Int>]
  /// Why the encoding is refused by a strict reader.
  let refusal: Diagnostic?

  init(_ source: SourceText) {
    let encoding = XMLEncoding(of: source.bytes)
    var bytes = source.bytes
    var mistake: (kind: XMLMistake.Kind, line: Int)?
    if encoding.isUTF8 {
      mistake = source.firstInvalidByte.map { (.invalidCharacter, 1 + source.bytes[..<$0].count { $0 == 0x0A }) }
    } else {
      do throws(Transcoder.Failure) {
        if encoding.isImpossible {
          mistake = (.wrongEncoding, 1)
        } else {
          bytes = try Transcoder.utf8(source.bytes[encoding.mark...], from: encoding.name)
        }
      } catch {
        switch error {
        case .unknownEncoding: mistake = (.unknownEncoding, 1)
        case .invalid(let line): mistake = (.invalidCharacter, line)
        }
        // A declaration in ASCII can be read whatever it says, and UTF-16 with half a character at its end.
        if !encoding.isDeclared { bytes = Self.utf16(source.bytes[encoding.mark...], encoding.name) }
      }
    }
    hasPlaces = encoding.isUTF8 || bytes == source.bytes
    start = encoding.isUTF8 ? encoding.mark : 0
    invalid = XMLCharacter.replaceInvalid(in: &bytes)
    file = source.name
    self.bytes = bytes
    refusal = mistake.map { mistake in
      let (meaning, help) = mistake.kind.texts
      return Diagnostic(
        .error, rule: "not-well-formed", "line \(mistake.line): \(meaning)", file: source.name, help: help)
    }
  }

  /// UTF-16 in UTF-8, with U+FFFD where it is invalid; nothing for another encoding.
  private static func utf16(_ body: ArraySlice<UInt8>, _ name: String) -> [UInt8] {
    guard name.hasPrefix("UTF-16") else { return [] }
    let isLittle = name == "UTF-16LE"
    let units = stride(from: body.startIndex, to: body.endIndex - 1, by: 2).lazy.map {
      UInt16(body[$0 + (isLittle ? 1 : 0)]) << 8 | UInt16(body[$0 + (isLittle ? 0 : 1)])
    }
    return Array(String(decoding: Array(units), as: UTF16.self).utf8)
  }
}

extension OutlineText {
  /// A diagnostic of a mistake in the text.
  func diagnostic(_ mistake: XMLMistake) -> Diagnostic {
    let (meaning, help) = mistake.kind.texts
    let rule = mistake.kind == .entityDeclaration ? "entity-declaration" : "not-well-formed"
    return Diagnostic(
      .error, rule: rule, meaning, file: file, range: SourceRange(mistake.range.lowerBound, mistake.range.upperBound),
      help: help)
  }

  /// Diagnostics in the order of the text, with lines in place of ranges if the source is not UTF-8.
  func placed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var sorted = diagnostics.sorted { $0.range?.start ?? .max < $1.range?.start ?? .max }
    guard !hasPlaces else { return sorted }
    var line = 1
    var counted = 0
    for index in sorted.indices {
      guard let range = sorted[index].range else { continue }
      line += bytes[counted..<range.start].count { $0 == 0x0A }
      counted = range.start
      sorted[index].range = nil
      sorted[index].message = "line \(line): \(sorted[index].message)"
    }
    return sorted
  }
}
