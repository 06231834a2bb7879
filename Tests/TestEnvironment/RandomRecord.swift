package import CloudKitRecords
package import CloudKitSchema

/// Records with random values of every field type but assets.
package enum RandomRecord {
  /// Returns a random value of a type, often an extreme one.
  package static func value(_ type: FieldType, _ random: inout SeededGenerator) -> FieldValue? {
    if type.isList {
      let count = [0, 1, 1, 2, 5].randomElement(using: &random) ?? 0
      let members = (0..<count).compactMap { _ in value(FieldType(type.primitive), &random) }
      return members.count == count ? .list(members) : nil
    }
    switch type.primitive {
    case .string: return .string(text(&random))
    case .int64: return integer(&random)
    case .double: return .double(number(&random))
    case .number: return Bool.random(using: &random) ? integer(&random) : .double(number(&random))
    case .timestamp:
      let some: [Int64] = [.min, -1, -62_135_596_800_001, 0, 1_795_219_200_123, .max]
      return .timestamp(Timestamp(milliseconds: some.randomElement(using: &random) ?? 0))
    case .bytes:
      return .bytes((0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) })
    case .reference:
      let actions = Reference.Action.allCases.filter { $0 != .validate }
      return .reference(Reference(name(&random), action: actions.randomElement(using: &random) ?? .none))
    case .location: return .location(place(&random))
    case .asset: return nil
    }
  }

  package static func name(_ random: inout SeededGenerator) -> RecordName {
    let letters = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      Character(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &random)))
    }
    return RecordName("r" + String(letters))
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
      Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
    }
    let extremes = [
      "", "\u{0}", "\r\n", "\u{2028}\u{FEFF}", "e\u{301}", "\u{E9}", "\"\\/", "\u{10FFFF}", "\u{7F}\u{1}",
    ]
    return (extremes.randomElement(using: &random) ?? "") + String(String.UnicodeScalarView(scalars))
  }

  private static func integer(_ random: inout SeededGenerator) -> FieldValue {
    let extremes: [Int64] = [.min, .max, 0, -1, 1 << 53 + 1, .random(in: .min ... .max, using: &random)]
    return .int64(extremes.randomElement(using: &random) ?? 0)
  }

  private static func number(_ random: inout SeededGenerator) -> Double {
    let extremes = [
      -0.0, 0, 5, 0.1, 1e300, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude,
      Double(bitPattern: .random(in: 0...(.max), using: &random)),
    ]
    return extremes.randomElement(using: &random).flatMap { $0.isFinite ? $0 : nil } ?? 1
  }

  private static func place(_ random: inout SeededGenerator) -> Location {
    var place = Location(latitude: .random(in: -90...90, using: &random), longitude: 180)
    place.altitude = Bool.random(using: &random) ? number(&random) : nil
    place.speed = Bool.random(using: &random) ? 0 : nil
    place.timestamp = Bool.random(using: &random) ? Timestamp(milliseconds: -5) : nil
    return place
  }

  /// Returns a record with a random value in most fields.
  package static func record(_ name: RecordName, of type: RecordType, _ random: inout SeededGenerator) -> Record {
    var record = Record(type: type.name, name: name)
    for field in type.fields where !SystemField.isReserved(field.name) && Int.random(in: 0..<5, using: &random) > 0 {
      record[field.name] = value(field.type, &random)
    }
    return record
  }
}
