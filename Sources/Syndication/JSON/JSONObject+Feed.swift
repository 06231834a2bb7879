import Diagnostics
import JSON

extension JSONObject {
  /// Returns a nonempty string.
  func string(_ key: String) -> String? { self[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns a string, or a number as text: identifiers occur in both forms.
  func text(_ key: String) -> String? { string(key) ?? self[key]?.int64.map { String($0) } }

  /// Returns an integer, in quotes or not.
  func integer(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

  func array(_ key: String) -> JSONElements? { self[key]?.array }

  func object(_ key: String) -> JSONObject? { self[key]?.object }

  /// Returns the offset of a value.
  func start(_ key: String) -> Int { self[key]?.range.start ?? 0 }
}
