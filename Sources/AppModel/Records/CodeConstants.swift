import SwiftSources

/// The constants of Swift sources that can be names of record types or keys.
struct CodeConstants {
  /// A value, or `nil` where the same name has several values.
  private var byScope: [String: [String: String?]] = [:]
  private var byName: [String: String?] = [:]

  init(_ sources: AppSources) {
    for (file, scopes) in zip(sources.files, sources.scopes) {
      for scope in scopes {
        for property in scope.properties {
          if let value = Self.value(of: property, in: file) { add(property.name, value, in: scope) }
        }
        // Only the raw values of strings are names.
        guard scope.kind == .enum, scope.inherited.contains("String") else { continue }
        for (name, value) in scope.cases {
          add(name, value.flatMap { file.literal($0) } ?? name, in: scope)
        }
      }
    }
  }

  private mutating func add(_ name: String, _ value: String, in scope: SwiftScope) {
    let owner = scope.name.split(separator: ".").last.map(String.init) ?? ""
    byScope[owner, default: [:]][name] = Self.joined(byScope[owner]?[name], value)
    byName[name] = Self.joined(byName[name], value)
  }

  /// Returns a value if it is the only one of its name.
  private static func joined(_ known: String??, _ value: String) -> String? {
    guard case .some(let known) = known else { return value }
    return known == value ? value : nil
  }

  private static func value(of property: SwiftProperty, in file: SwiftFile) -> String? {
    if let value = property.value {
      // A variable of an object can change.
      guard property.isConstant || property.modifiers.contains("static") else { return nil }
      return file.literal(value)
    }
    guard var getter = property.getter else { return nil }
    if let first = file[getter.lowerBound], first.isWord("return") {
      getter = getter.lowerBound + 1..<getter.upperBound
    }
    return file.literal(getter)
  }

  /// Returns the value of an expression: a literal, or a constant by its path.
  /// - Parameter enclosing: The names of the types around the expression, the outermost first.
  func value(of range: Range<Int>, in file: SwiftFile, enclosing: [String]) -> String? {
    if let literal = file.literal(range) { return literal }
    var path: [String] = []
    var isImplicit = false
    for (offset, token) in file.tokens[range.clamped(to: file.tokens.indices)].enumerated() {
      if token.kind == .word {
        path.append(token.text)
      } else if token.isMark(".") {
        isImplicit = isImplicit || offset == 0
      } else {
        return nil
      }
    }
    if ["rawValue", "stringValue"].contains(path.last ?? "") { path.removeLast() }
    guard let name = path.last else { return nil }
    if path.count == 1, !isImplicit {
      for scope in enclosing.reversed() {
        if let value = byScope[scope]?[name] { return value }
      }
      return byScope[""]?[name] ?? nil
    }
    guard path.count > 1 else { return byName[name] ?? nil }
    var owner = path[path.count - 2]
    if owner == "Self" || owner == "self" { owner = enclosing.last ?? "" }
    return byScope[owner]?[name] ?? nil
  }

  /// Returns the only value of a constant in a type by one of some names.
  func value(named names: [String], in scope: String) -> String? {
    names.lazy.compactMap { byScope[scope]?[$0] ?? nil }.first
  }
}
