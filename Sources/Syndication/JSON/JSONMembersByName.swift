import Diagnostics
import LocatedJSON

/// The members of a JSON object by their keys, the last of a repeated one.
struct JSONMembersByName {
  private let values: [String: JSONValue]

  init(_ members: JSONMembers) {
    values = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// A string that is not empty.
  func string(_ key: String) -> String? { values[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// A string, or a number as it reads: identifiers are written either way.
  func text(_ key: String) -> String? { string(key) ?? values[key]?.int64.map { String($0) } }

  /// A whole number, in quotes or not.
  func integer(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

  /// A string, or those of an array.
  func strings(_ key: String) -> [String] {
    string(key).map { [$0] } ?? array(key)?.prefix(100).compactMap(\.string) ?? []
  }

  func array(_ key: String) -> JSONElements? { values[key]?.array }

  func object(_ key: String) -> JSONMembersByName? { values[key]?.object.map { JSONMembersByName($0) } }

  /// Where a value begins in the text.
  func start(_ key: String) -> Int { values[key]?.range.start ?? 0 }
}
