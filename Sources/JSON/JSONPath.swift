/// Where in a JSON document a value is, as people write it: `feeds[3].title`.
///
/// The text is put together only when it is asked for, so that a path per value costs nothing.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  /// The outermost value.
  package static let root = JSONPath(prefix: "", index: nil)

  /// The characters of a key that are shown.
  private static let longest = 40

  private let prefix: String
  private let index: Int?

  /// The path of an element of the array at this path.
  package func element(_ index: Int) -> JSONPath { JSONPath(prefix: description, index: index) }

  /// The paths of all elements of the array at this path, sharing its text.
  package var elements: (Int) -> JSONPath {
    let prefix = description
    return { JSONPath(prefix: prefix, index: $0) }
  }

  /// The path of a member of the object at this path.
  package func key(_ key: String) -> JSONPath {
    let base = description
    let isPlain =
      !key.isEmpty && key.utf8.count <= Self.longest
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"): true
        default: false
        }
      }
    guard isPlain else { return JSONPath(prefix: base + "[\"" + Self.shown(key) + "\"]", index: nil) }
    return JSONPath(prefix: base.isEmpty ? key : base + "." + key, index: nil)
  }

  package var description: String { index.map { prefix + "[\($0)]" } ?? prefix }

  /// A key of a megabyte, or with controls in it, is not repeated in a message.
  private static func shown(_ key: String) -> String {
    let scalars = key.unicodeScalars.prefix(longest).map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(scalars)) + (key.unicodeScalars.count > longest ? "…" : "")
  }
}
