package import CloudKitSchema
import Diagnostics

/// The text of a schema file with the comments of another: of an export, which has none, with those of the file at home.
///
/// A comment belongs to what stands after it on a line of its own, or before it on the same line; it goes to the
/// declaration of the same name.
package struct CarriedComments: Sendable {
  /// The text, with the comments.
  package let text: String
  /// How many comments it got.
  package private(set) var carried = 0
  /// How many comments are about what the text does not declare.
  package private(set) var left = 0

  /// Carries the comments of one file onto another; neither has mistakes of syntax.
  package init(of commented: SchemaFile, onto file: SchemaFile) {
    let wanted = CommentedFile(commented)
    let target = CommentedFile(file)
    var insertions: [(offset: Int, text: String)] = []
    for (place, comments) in wanted.comments.sorted(by: { $0.key.order < $1.key.order }) {
      guard let span = target.spans[place.subject] else {
        left += comments.count
        continue
      }
      let present = Set(target.comments[place] ?? [])
      let missing = comments.filter { !present.contains($0) }
      carried += missing.count
      guard !missing.isEmpty else { continue }
      // Nothing can follow a comment that goes on to the end of its line.
      let fitsLine = missing.dropLast().allSatisfy { $0.hasPrefix("/*") } && target.endsLine(after: span.last)
      if place.isTrailing, fitsLine {
        insertions.append((file.tokens[span.last].end, missing.map { " \($0)" }.joined()))
      } else {
        insertions.append(target.insertion(of: missing, before: span.first))
      }
    }
    var text = ""
    var offset = 0
    // Insertions at one offset keep their order.
    for insertion in insertions.enumerated().sorted(by: {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }) {
      text += file.source.string(SourceRange(offset, insertion.element.offset)) + insertion.element.text
      offset = insertion.element.offset
    }
    self.text = text + file.source.string(SourceRange(offset, file.source.bytes.count))
  }
}
