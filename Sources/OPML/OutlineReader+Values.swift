import XML

extension OutlineReader {
  /// Repairs the start tag if it belongs to an outline; when salvaging, keeps the readable part of the tag.
  ///
  /// - Returns: whether a tag remains.
  mutating func repairTag(_ name: Range<Int>, isOutline: Bool) -> Bool {
    let mistakes = scanner.mistakes
    guard mode != .strict, isOutline else {
      for mistake in mistakes { note(mistake.kind, mistake.range) }
      if mode == .salvaging { scanner.position = name.upperBound }
      return false
    }
    let limit = OutlineTag.boundary(scanner.bytes, from: name.upperBound)
    let isWhole = mistakes.allSatisfy { $0.kind == .lessThanInValue } && scanner.position <= limit
    if !isWhole {
      scanner.readAgain(name, to: limit, valueEnd: OutlineTag.valueEnd)
      if mode == .repairing, scanner.mistakes.contains(where: { $0.kind != .lessThanInValue }) {
        note(mistakes[0].kind, mistakes[0].range)
        return false
      }
    }
    return scanner.bytes[scanner.position - 1] == UInt8(ascii: ">") || !scanner.attributes.isEmpty
  }

  /// Returns the attributes of the tag at an offset without duplicates.
  mutating func distinctAttributes(_ tag: Int) -> [XMLScanner.Attribute] {
    let attributes = scanner.attributes
    guard Self.hasDuplicates(attributes, in: scanner.bytes) else { return attributes }
    var names: Set<ArraySlice<UInt8>> = []
    return attributes.filter { attribute in
      guard !names.insert(scanner.bytes[attribute.name]).inserted else { return true }
      note(
        .duplicateAttribute, tag..<attribute.end, repair: .attribute, of: attribute.name.lowerBound..<attribute.end)
      return false
    }
  }

  private static func hasDuplicates(_ attributes: [XMLScanner.Attribute], in bytes: [UInt8]) -> Bool {
    if attributes.count > 16 { return true }
    for (index, attribute) in attributes.enumerated() {
      for other in attributes[..<index] where other.name.count == attribute.name.count {
        if bytes[other.name] == bytes[attribute.name] { return true }
      }
    }
    return false
  }

  /// Returns the known attributes and extensions of an outline.
  mutating func outlineAttributes(_ attributes: [XMLScanner.Attribute]) -> OutlineAttributes {
    var result = OutlineAttributes()
    var misspelled: [(name: String, value: String)] = []
    for attribute in attributes {
      if let name = knownName(attribute.name) {
        result[name] = value(of: attribute)
        continue
      }
      let name = String(decoding: scanner.bytes[attribute.name], as: UTF8.self)
      if OutlineAttributes.Name(anyCase: name) != nil {
        misspelled.append((name, value(of: attribute)))
      } else if name.utf8.starts(with: OPMLExtension.prefix.utf8) {
        result.setExtension(name, value(of: attribute))
      } else if !attribute.isPlain {
        _ = value(of: attribute)
      }
    }
    if !misspelled.isEmpty { result.setMisspelled(misspelled) }
    return result
  }

  private func knownName(_ name: Range<Int>) -> OutlineAttributes.Name? {
    func matches(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { scanner.bytes[name].elementsEqual($0) }
    }
    return switch name.count {
    case 4: matches("text") ? .text : matches("type") ? .type : nil
    case 5: matches("title") ? .title : nil
    case 6: matches("xmlUrl") ? .xmlUrl : nil
    case 7: matches("htmlUrl") ? .htmlUrl : nil
    case 8: matches("language") ? .language : matches("category") ? .category : nil
    case 9: matches("isComment") ? .isComment : nil
    case 11: matches("description") ? .description : nil
    default: nil
    }
  }

  mutating func value(of attribute: XMLScanner.Attribute) -> String {
    if attribute.isPlain { return String(decoding: scanner.bytes[attribute.value], as: UTF8.self) }
    let before = scanner.bytes[attribute.value.lowerBound - 1]
    let quote = before == UInt8(ascii: "'") || before == UInt8(ascii: "\"") ? before : nil
    let text = string(attribute.value, quote: quote ?? 0)
    if quote != nil, attribute.end == attribute.value.upperBound {
      note(.unclosedValue, attribute.end..<attribute.end, repair: .unclosedValue)
    }
    return text
  }

  /// Returns a range of the text with references decoded and line breaks normalized (XML 1.0, 2.11 and 3.3.3).
  ///
  /// - Parameter quote: the quote of a value; `nil` for text between tags.
  mutating func string(_ range: Range<Int>, quote: UInt8?) -> String {
    let bytes = scanner.bytes
    let mark = quote ?? 0
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "&"):
        index = reference(at: index, to: range.upperBound, into: &text)
        continue
      case _ where Self.isPlain(byte) && byte != mark:
        let start = index
        while index < range.upperBound, Self.isPlain(bytes[index]), bytes[index] != mark { index += 1 }
        text.append(contentsOf: bytes[start..<index])
        continue
      case UInt8(ascii: "<"):
        note(quote == nil ? .lessThan : .lessThanInValue, index..<index + 1, repair: .lessThan)
        text.append(byte)
      case 0x0D:
        if index + 1 < range.upperBound, bytes[index + 1] == 0x0A { index += 1 }
        text.append(quote == nil ? 0x0A : 0x20)
      case 0x09, 0x0A: text.append(quote == nil ? byte : 0x20)
      case quote:
        note(.malformedTag, index..<index + 1, repair: .quote)
        text.append(byte)
      default: text.append(byte)
      }
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a byte other than a quote stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x1F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
  }

  private mutating func reference(at ampersand: Int, to limit: Int, into text: inout [UInt8]) -> Int {
    let reference = CharacterReference(at: ampersand, in: scanner.bytes, to: limit)
    if reference.kind == .xml, let scalar = reference.scalar {
      if scalar.isASCII { text.append(UInt8(scalar.value)) } else { text += String(scalar).utf8 }
      return reference.end
    }
    let range = ampersand..<reference.end
    if reference.kind == .html, let scalar = reference.scalar {
      let name = String(decoding: scanner.bytes[ampersand + 1..<reference.end - 1], as: UTF8.self)
      note(.unknownEntity, range, repair: .entity(name, scalar))
      text += String(scalar).utf8
      return reference.end
    }
    let kind: XMLMistake.Kind =
      switch reference.kind {
      case .notANumber: .invalidNumber
      case .invalidCharacter: .invalidCharacter
      case .none: .bareAmpersand
      default: .unknownEntity
      }
    note(kind, range, repair: .ampersand, of: ampersand..<ampersand + 1)
    text.append(UInt8(ascii: "&"))
    return ampersand + 1
  }
}
