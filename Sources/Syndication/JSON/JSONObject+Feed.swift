import Diagnostics
import JSON

extension JSONObject {
  /// A string that is not empty.
  func string(_ key: String) -> String? { self[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// A string, or a number as it reads: identifiers are written either way.
  func text(_ key: String) -> String? { string(key) ?? self[key]?.int64.map { String($0) } }

  /// A whole number, in quotes or not.
  func integer(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

  /// A string, or those of an array.
  func strings(_ key: String) -> [String] {
    string(key).map { [$0] } ?? array(key)?.prefix(100).compactMap(\.string) ?? []
  }

  func array(_ key: String) -> JSONElements? { self[key]?.array }

  func object(_ key: String) -> JSONObject? { self[key]?.object }

  /// Where a value begins in the text.
  func start(_ key: String) -> Int { self[key]?.range.start ?? 0 }
}
