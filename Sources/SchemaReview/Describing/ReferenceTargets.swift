import CloudKitSchema

/// The record types a field's name or comment can mean.
struct ReferenceTargets {
  /// Endings of field names that say that it refers to something, not to what.
  private static let suffixes = [
    "RecordNames", "RecordName", "RecordIDs", "RecordID", "References", "Reference", "Refs", "Ref", "IDs", "ID",
  ]
  /// Words of a name that are looked at, from its end: names of a megabyte are no names.
  private static let mostWords = 8

  private let names: Set<RecordType.Name>
  private var whole: [String: RecordType.Name] = [:]
  /// By their last words, in lower case; `nil` where several end alike.
  private var endings: [String: RecordType.Name?] = [:]

  init(_ schema: Schema) {
    names = Set(schema.recordTypes.lazy.map(\.name))
    for type in schema.recordTypes {
      whole[type.name.lowercased()] = type.name
      for ending in Self.endings(of: type.name) {
        endings[ending] = .some(endings[ending] == nil ? type.name : nil)
      }
    }
  }

  /// The record type a field is likely to mean.
  func target(of field: String, _ description: [String]) -> RecordType.Name? {
    let suffix = Self.suffixes.first { field.hasSuffix($0) } ?? ""
    let stem = String(field.dropLast(suffix.count))
    let own = Self.singulars(of: stem.lowercased()).lazy.compactMap { whole[$0] }.first
    return own ?? named(in: description) ?? alike(stem)
  }

  /// The one record type that a text names.
  private func named(in description: [String]) -> RecordType.Name? {
    var found: Set<RecordType.Name> = []
    for paragraph in description {
      for word in paragraph.utf8.split(whereSeparator: { !Self.isWordByte($0) }) {
        let word = String(Substring(word))
        if names.contains(word) { found.insert(word) }
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// The one record type whose name ends as a field's does, by as many words as can be.
  private func alike(_ stem: String) -> RecordType.Name? {
    for ending in Self.endings(of: stem) {
      for singular in Self.singulars(of: ending) {
        if let type = endings[singular] { return type }
      }
    }
    return nil
  }

  /// A word in lower case as it is, as a singular where it can be a plural, and as a plural.
  private static func singulars(of word: String) -> [String] {
    guard !word.isEmpty else { return [] }
    if word.hasSuffix("ies") { return [word, String(word.dropLast(3)) + "y"] }
    return word.hasSuffix("s") ? [word, String(word.dropLast())] : [word, word + "s"]
  }

  /// The last words of a camel-case name in lower case, most words first.
  private static func endings(of name: String) -> [String] {
    var starts: [String.Index] = []
    var index = name.utf8.endIndex
    while index > name.utf8.startIndex, starts.count < mostWords {
      index = name.utf8.index(before: index)
      if index == name.utf8.startIndex || isUpperCase(name.utf8[index]) { starts.append(index) }
    }
    return starts.reversed().map { name[$0...].lowercased() }
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte < 0x80 && ByteClass.table[Int(byte)].contains(.wordPart)
  }
}
