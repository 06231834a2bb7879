import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

/// A text with mistakes and the expected reports.
struct MistakeRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: SourceText
  let expected: String

  init(_ description: String, _ text: String, expected: String) {
    testDescription = description
    source = SourceText(name: "s.ckdb", text: text)
    self.expected = expected
  }

  /// The diagnostics as they are shown, one after the other.
  var rendered: String {
    let frame = CodeFrame(source)
    return SchemaDocument(source).diagnostics.map(frame.render).joined(separator: "\n")
  }
}
