import CloudKitSchema
import SwiftSources

/// What a written type of a property means for SwiftData.
struct SwiftDataType {
  enum Meaning {
    case attribute(AttributeType)
    case relationship(to: String, isToMany: Bool)
    /// A type that is not declared in the sources.
    case unknown(String)
  }

  let meaning: Meaning
  let isOptional: Bool

  /// - Parameter text: The type as written, without white space.
  init(_ text: String, in sources: AppSources) {
    var text = Self.withoutModule(text)
    var isOptional = false
    // An alias can stand for another alias; a circle ends.
    for _ in 0..<8 {
      if let wrapped = Self.wrapped(text) {
        (text, isOptional) = (Self.withoutModule(wrapped), true)
      } else if let alias = sources.aliases[text], sources.kinds[text] == nil {
        text = Self.withoutModule(alias)
      }
    }
    self.isOptional = isOptional
    meaning = Self.meaning(text, in: sources)
  }

  private static func meaning(_ text: String, in sources: AppSources) -> Meaning {
    if let known = swift[text] { return .attribute(known) }
    if let element = element(text) {
      let type = SwiftDataType(element, in: sources)
      switch type.meaning {
      case .relationship(let name, _): return .relationship(to: name, isToMany: true)
      case .attribute: return .attribute(AttributeType(text, .bytes, movesLargeValues: true))
      // Objects of an unknown class have no field here.
      case .unknown: return .unknown(text)
      }
    }
    if text.hasPrefix("[") && text.hasSuffix("]") || generic("Dictionary", text) != nil {
      return .attribute(AttributeType(text, .bytes, movesLargeValues: true))
    }
    let name = String(text.split(separator: ".").last ?? "")
    if sources.models.contains(name) { return .relationship(to: name, isToMany: false) }
    switch sources.kinds[name] {
    // An enumeration is archived, even one with a raw value.
    case .enum, .struct: return .attribute(AttributeType(text, .bytes))
    default: return .unknown(text)
    }
  }

  /// Source: SwiftData apps and their exports in public repositories, 961 fields (2026-11).
  private static let swift: [String: AttributeType] = {
    let integers = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Bool"]
    let numbers = ["Double", "Float", "CGFloat", "Decimal", "TimeInterval"]
    let types =
      integers.map { AttributeType($0, .int64) } + numbers.map { AttributeType($0, .double) } + [
        AttributeType("String", .string, movesLargeValues: true), AttributeType("Date", .timestamp),
        AttributeType("UUID", .string), AttributeType("URL", .string, movesLargeValues: true),
        AttributeType("Data", .bytes, movesLargeValues: true),
      ]
    return Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0) })
  }()

  static func isKnown(_ name: String) -> Bool { swift[name] != nil }

  private static func withoutModule(_ text: String) -> String {
    for module in ["Foundation.", "Swift."] where text.hasPrefix(module) { return String(text.dropFirst(module.count)) }
    return text
  }

  private static func wrapped(_ text: String) -> String? {
    if text.hasSuffix("?") || text.hasSuffix("!") { return String(text.dropLast()) }
    return generic("Optional", text)
  }

  /// Returns the type of the elements of an array or a set.
  private static func element(_ text: String) -> String? {
    if let element = generic("Array", text) ?? generic("Set", text) { return element }
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let inner = text.dropFirst().dropLast()
    // `[Key: Value]`, unless the colon belongs to an inner dictionary.
    var depth = 0
    for character in inner {
      switch character {
      case "[", "<", "(": depth += 1
      case "]", ">", ")": depth -= 1
      case ":" where depth == 0: return nil
      default: break
      }
    }
    return String(inner)
  }

  private static func generic(_ name: String, _ text: String) -> String? {
    guard text.hasPrefix(name + "<"), text.hasSuffix(">") else { return nil }
    return String(text.dropFirst(name.count + 1).dropLast())
  }
}
