import Diagnostics

/// The path of a value in a JSON document, in readable form: `feeds[3].title`.
///
/// The text is built on demand, so a path per value costs nothing.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  package static let root = JSONPath(prefix: "", index: nil)

  /// The maximum number of characters shown of a key.
  private static let longest = 40

  private let prefix: String
  private let index: Int?

  package func element(_ index: Int) -> JSONPath { JSONPath(prefix: description, index: index) }

  /// A function from an index to the path of that element of the array at this path; the paths share the array's text.
  package var elements: (Int) -> JSONPath {
    let prefix = description
    return { JSONPath(prefix: prefix, index: $0) }
  }

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
    guard isPlain else {
      return JSONPath(prefix: base + "[\"" + DisplayText.line(key, atMost: Self.longest) + "\"]", index: nil)
    }
    return JSONPath(prefix: base.isEmpty ? key : base + "." + key, index: nil)
  }

  package var description: String { index.map { prefix + "[\($0)]" } ?? prefix }
}
