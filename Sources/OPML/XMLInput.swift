import Diagnostics
import XML

/// A text as it can be given to Foundation's XMLParser: UTF-8, without what makes that fall over.
///
/// On Linux the parser ends the process, with Swift 6.3.1, on instructions without data, on declarations of attributes,
/// notations and unparsed entities, and on names that are not UTF-8 (swift-corelibs-foundation#5536 for the last).
struct XMLInput {
  /// Why a text is not given to the parser at all.
  struct Refusal: Error {
    let diagnostic: Diagnostic
  }

  /// The text in UTF-8, without byte order mark; the lines are those of the source.
  let bytes: [UInt8]
  /// Whether the source is UTF-8, so that places can be told in its bytes.
  let hasPlaces: Bool

  init(_ source: SourceText) throws(Refusal) {
    let encoding = XMLEncoding(of: source.bytes)
    var bytes: [UInt8]
    if encoding.isImpossible {
      throw Self.refusal(source, 1, "not-well-formed", XMLMistake(code: 81, afterRoot: false))
    } else if encoding.isUTF8 {
      if let invalid = source.firstInvalidByte {
        let line = 1 + source.bytes[..<invalid].count { $0 == 0x0A }
        throw Self.refusal(source, line, "not-well-formed", XMLMistake(code: 9, afterRoot: false))
      }
      bytes = source.bytes
    } else {
      do {
        bytes = try Transcoder.utf8(source.bytes[encoding.mark...], from: encoding.name)
      } catch {
        switch error {
        case .unknownEncoding:
          throw Self.refusal(source, 1, "not-well-formed", XMLMistake(code: 32, afterRoot: false))
        case .invalid(let line):
          throw Self.refusal(source, line, "not-well-formed", XMLMistake(code: 9, afterRoot: false))
        }
      }
    }
    hasPlaces = encoding.isUTF8 || bytes == source.bytes
    let start = encoding.isUTF8 ? encoding.mark : 0
    if !encoding.isUTF8 || encoding.mark > 0 { Self.blankDeclaration(in: &bytes, from: start) }
    if let type = TagScanner.documentType(in: bytes) {
      guard type.entity == nil, let end = type.end else {
        let isEntity = type.entity != nil
        let range = type.entity ?? SourceRange(type.start, type.start + 9)
        throw Refusal(
          diagnostic: Diagnostic(
            .error, rule: isEntity ? "entity-declaration" : "not-well-formed",
            isEntity ? "the document declares entities, which are not read" : "the document type is not closed",
            file: source.name, range: hasPlaces ? range : nil,
            help: isEntity ? "remove the declarations, and write the text itself" : "close it with '>'"))
      }
      for index in type.start..<end where bytes[index] != 0x0A { bytes[index] = 0x20 }
    }
    self.bytes = Self.giveInstructionsData(bytes)
  }

  /// A text that may be broken as UTF-8, in which single bytes may be wrong; `nil` where nothing tells how to read it.
  ///
  /// Its lines are those of the source, and its places too where `hasPlaces` says so.
  static func lenient(_ source: SourceText) -> (bytes: [UInt8], hasPlaces: Bool)? {
    let encoding = XMLEncoding(of: source.bytes)
    if encoding.isUTF8 { return (source.bytes, true) }
    let body = source.bytes[encoding.mark...]
    var bytes = source.bytes
    if !encoding.isImpossible, let text = try? Transcoder.utf8(body, from: encoding.name) {
      bytes = text
    } else if encoding.name.hasPrefix("UTF-16"), !encoding.isDeclared {
      let isLittle = encoding.name == "UTF-16LE"
      let units = stride(from: body.startIndex, to: body.endIndex - 1, by: 2).lazy.map {
        UInt16(body[$0 + (isLittle ? 1 : 0)]) << 8 | UInt16(body[$0 + (isLittle ? 0 : 1)])
      }
      bytes = Array(String(decoding: Array(units), as: UTF16.self).utf8)
    } else if !encoding.isDeclared {
      return nil
    }
    let hasPlaces = bytes == source.bytes
    blankDeclaration(in: &bytes, from: 0)
    return (bytes, hasPlaces)
  }

  /// The declaration of an encoding the text is no longer in would mislead the parser.
  private static func blankDeclaration(in bytes: inout [UInt8], from start: Int) {
    guard let end = XMLEncoding.declarationEnd(in: bytes, from: start) else { return }
    for index in start..<end where bytes[index] != 0x0A { bytes[index] = 0x20 }
  }

  /// `<?x?>` becomes `<?x ?>`, wherever it stands, which means the same.
  private static func giveInstructionsData(_ bytes: [UInt8]) -> [UInt8] {
    let places = bytes.withUnsafeBufferPointer { bytes in
      var places: [Int] = []
      // Where the last `<?` began, as long as no white space followed it.
      var name: Int?
      for index in 0..<max(0, bytes.count - 1) {
        let byte = bytes[index]
        if byte == UInt8(ascii: "<"), bytes[index + 1] == UInt8(ascii: "?") {
          name = index
        } else if name != nil {
          if byte <= 0x20 { name = nil }
          if byte == UInt8(ascii: "?"), bytes[index + 1] == UInt8(ascii: ">") {
            places.append(index)
            name = nil
          }
        }
      }
      return places
    }
    guard !places.isEmpty else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + places.count)
    var start = 0
    for place in places {
      text += bytes[start..<place]
      text.append(0x20)
      start = place
    }
    return text + bytes[start...]
  }

  private static func refusal(_ source: SourceText, _ line: Int, _ rule: String, _ mistake: XMLMistake) -> Refusal {
    Refusal(
      diagnostic: Diagnostic(
        .error, rule: rule, "line \(line): \(mistake.meaning)", file: source.name, help: mistake.help))
  }
}
