package import Diagnostics

/// A type, an extension, or a whole file, with the declarations directly in it.
package struct SwiftScope: Sendable {
  package enum Kind: String, Sendable {
    case file, `class`, `struct`, `enum`, actor, `protocol`, `extension`
  }

  package let kind: Kind
  /// The name without the names of enclosing types; for an extension, the extended type as written.
  package let name: String
  /// The bytes of the name.
  package let place: SourceRange
  /// The names of enclosing types, the outermost first.
  package let enclosing: [String]
  package let attributes: [SwiftAttribute]
  /// The names after the colon.
  package let inherited: [String]
  /// The tokens between the braces.
  package let body: Range<Int>
  package internal(set) var properties: [SwiftProperty] = []
  /// The cases of an enumeration with their raw values as written.
  package internal(set) var cases: [(name: String, value: Range<Int>?)] = []
  /// The other names of types.
  package internal(set) var aliases: [String: Range<Int>] = [:]
  /// The macros, such as `#Unique`, with their places.
  package internal(set) var macros: [(name: String, place: SourceRange)] = []

  package func attribute(_ name: String) -> SwiftAttribute? { attributes.first { $0.name == name } }
}

/// An attribute with its arguments, such as `@Attribute(.unique)`.
package struct SwiftAttribute: Sendable {
  package let name: String
  package let place: SourceRange
  /// The tokens between the parentheses.
  package let arguments: Range<Int>?
}

package struct SwiftProperty: Sendable {
  package let name: String
  package let place: SourceRange
  package let attributes: [SwiftAttribute]
  package let modifiers: Set<String>
  package let isConstant: Bool
  /// The tokens of the written type.
  package var type: Range<Int>?
  /// The tokens of the initial value.
  package var value: Range<Int>?
  /// The tokens of a getter; `nil` for a stored property.
  package var getter: Range<Int>?

  package func attribute(_ name: String) -> SwiftAttribute? { attributes.first { $0.name == name } }
}
