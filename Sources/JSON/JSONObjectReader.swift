package import Diagnostics

/// A string in an array, with its position.
package struct JSONText: Hashable, Sendable {
  package let text: String
  /// The source range of the string, including quotes.
  package let range: SourceRange
  /// The index in the array.
  package let index: Int
}

/// A reader of an object's members by key, which reports every mistake with its path.
package struct JSONObjectReader {
  package let path: JSONPath
  package var range: SourceRange { object.range }
  /// The mistakes found so far, in order of discovery.
  package private(set) var diagnostics: [Diagnostic] = []

  private let object: JSONValue
  private let keys: JSONKeys
  /// The node of the value for each known key; 0, which is never a member, if the key is absent.
  private var slots: [Int]

  /// Creates a reader of an object; returns `nil`, with a diagnostic, for any other value. Reports unknown and rejected
  /// keys.
  package init?(_ value: JSONValue, at path: JSONPath, keys: JSONKeys, into diagnostics: inout [Diagnostic]) {
    guard let members = value.object else {
      diagnostics.append(Self.wrongType(value, expected: "an object", at: path))
      return nil
    }
    self.path = path
    self.keys = keys
    object = value
    slots = Array(repeating: 0, count: keys.names.count)
    for member in members {
      if let position = keys.position(of: member.key) {
        // The parser has already reported a repeated key; the first value counts.
        if slots[position] == 0 { slots[position] = member.value.index }
      } else if let reason = keys.refused[member.key] {
        report("refused-key", "this key cannot be set", member.keyRange, at: path.key(member.key), help: reason)
      } else {
        let nearest = Suggestion.nearest(to: member.key, among: keys.names)
        report(
          "unknown-key", "unknown key", member.keyRange, at: path.key(member.key),
          help: nearest.map { "did you mean '\($0)'?" } ?? "known keys: \(keys.names.joined(separator: ", "))")
      }
    }
  }

  /// Returns the value of a key; `nil` if the key is absent.
  package func value(_ key: String) -> JSONValue? {
    guard let position = keys.position(of: key), slots[position] > 0 else { return nil }
    return JSONValue(document: object.document, index: slots[position])
  }

  package mutating func string(_ key: String) -> JSONField<String> {
    field(key, "a string") { $0.string }
  }

  package mutating func int64(_ key: String) -> JSONField<Int64> {
    field(key, "a whole number") { $0.int64 }
  }

  /// Reads the Boolean value of a key; also accepts CloudKit's 0 and 1.
  package mutating func bool(_ key: String) -> JSONField<Bool> {
    field(key, "true or false") { value in
      value.bool ?? value.int64.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil }
    }
  }

  /// Reads the array of strings of a key, each with its position; reports and skips elements of other types.
  package mutating func strings(_ key: String) -> JSONField<[JSONText]> {
    switch field(key, "an array of strings", { $0.array }) {
    case .absent: return .absent
    case .null: return .null
    case .value(let elements):
      var texts: [JSONText] = []
      for (index, element) in elements.enumerated() {
        if let text = element.string {
          texts.append(JSONText(text: text, range: element.range, index: index))
        } else {
          diagnostics.append(Self.wrongType(element, expected: "a string", at: path.key(key).element(index)))
        }
      }
      return .value(texts)
    }
  }

  /// Reads a required string; returns `nil`, with a diagnostic, if the string is missing, `null` or blank.
  package mutating func requiredString(_ key: String) -> String? {
    switch string(key) {
    case .value(let text) where text.utf8.contains(where: { $0 > 0x20 }): return text
    case .absent:
      if value(key) != nil { return nil }
      let brace = SourceRange(object.range.start, object.range.start + 1)
      report("missing-key", "the key '\(key)' is missing", brace, at: path, help: "add \"\(key)\": \"…\"")
    case .null, .value: reject(key, "empty-value", "this must not be empty", help: nil)
    }
    return nil
  }

  /// Reports a mistake in the value of a key.
  package mutating func reject(
    _ key: String, _ rule: String, _ message: String, severity: Diagnostic.Severity = .error, help: String?
  ) {
    report(rule, message, value(key)?.range ?? object.range, at: path.key(key), severity: severity, help: help)
  }

  /// Reports a mistake in one string of a key's array.
  package mutating func reject(
    _ text: JSONText, of key: String, _ rule: String, _ message: String, severity: Diagnostic.Severity = .error,
    help: String?
  ) {
    report(rule, message, text.range, at: path.key(key).element(text.index), severity: severity, help: help)
  }

  package static func wrongType(_ value: JSONValue, expected: String, at path: JSONPath) -> Diagnostic {
    Diagnostic(
      .error, rule: "json-type", "expected \(expected), found \(value.kindName)", file: value.document.source.name,
      range: value.range, path: path == .root ? nil : path.description)
  }

  private mutating func field<Value>(
    _ key: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) -> JSONField<Value> {
    guard let value = value(key) else { return .absent }
    if value.isNull { return .null }
    if let read = read(value) { return .value(read) }
    diagnostics.append(Self.wrongType(value, expected: expected, at: path.key(key)))
    return .absent
  }

  private mutating func report(
    _ rule: String, _ message: String, _ range: SourceRange, at path: JSONPath, severity: Diagnostic.Severity = .error,
    help: String?
  ) {
    diagnostics.append(
      Diagnostic(
        severity, rule: rule, message, file: object.document.source.name, range: range,
        path: path == .root ? nil : path.description, help: help))
  }
}
