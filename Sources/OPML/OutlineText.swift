import Diagnostics
import XML

/// A document converted to UTF-8, with the problems of its encoding.
struct OutlineText {
  let file: String
  /// The text with disallowed characters replaced; offsets do not change.
  let bytes: [UInt8]
  /// The offset after the byte order mark.
  let start: Int
  /// Whether the source is UTF-8. Otherwise diagnostics have a line instead of a range.
  let hasPlaces: Bool
  /// The replaced characters.
  let invalidRanges: [Range<Int>]
  /// The encoding error for a strict reader.
  let refusal: Diagnostic?
  /// The diagnostic about an assumed encoding.
  private(set) var assumption: Diagnostic?

  init(_ source: SourceText) {
    let encoding = XMLEncoding(of: source.bytes)
    var bytes = source.bytes
    var mistake: (kind: XMLMistake.Kind, line: Int)?
    if encoding.isUTF8 {
      let invalid = source.firstInvalidByte
      mistake = invalid.map { (.invalidCharacter, 1 + source.bytes[..<$0].count { $0 == 0x0A }) }
      if let offset = invalid, encoding.mark == 0, !encoding.isDeclared,
        Windows1252.isProbable(source.bytes)
      {
        bytes = Windows1252.utf8(source.bytes[...])
        assumption = Diagnostic(
          .warning, rule: "repaired-encoding", "text without a declared encoding is not UTF-8; read as Windows-1252",
          file: source.name, range: SourceRange(offset, offset + 1),
          help: "declare the encoding, or save the file as UTF-8")
      }
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
        // UTF-16 with a truncated character is readable, and so are a declared encoding with few invalid bytes and
        // UTF-8 with a wrong declaration.
        if !encoding.isDeclared {
          bytes = Self.utf16(source.bytes[encoding.mark...], encoding.name)
        } else if source.firstInvalidByte != nil,
          let repaired = Transcoder.repaired(source.bytes[encoding.mark...], from: encoding.name)
        {
          bytes = repaired
        }
      }
    }
    hasPlaces = encoding.isUTF8 && assumption == nil || bytes == source.bytes
    start = encoding.isUTF8 ? encoding.mark : 0
    invalidRanges = XMLCharacter.replaceInvalid(in: &bytes, isUTF8: encoding.isUTF8 && mistake == nil)
    file = source.name
    self.bytes = bytes
    refusal = mistake.map { mistake in
      let (meaning, help) = mistake.kind.texts
      return Diagnostic(
        .error, rule: "not-well-formed", "line \(mistake.line): \(meaning)", file: source.name, help: help)
    }
  }

  /// Converts UTF-16 to UTF-8 with U+FFFD for invalid units; returns nothing for other encodings.
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
  func diagnostic(_ mistake: XMLMistake) -> Diagnostic {
    let (meaning, help) = mistake.kind.texts
    let rule = mistake.kind == .entityDeclaration ? "entity-declaration" : "not-well-formed"
    return Diagnostic(
      .error, rule: rule, meaning, file: file, range: SourceRange(mistake.range.lowerBound, mistake.range.upperBound),
      help: help)
  }

  /// Sorts diagnostics by place, and replaces ranges with lines if the source is not UTF-8.
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
