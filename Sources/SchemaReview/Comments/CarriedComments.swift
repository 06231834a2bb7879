package import CloudKitSchema
import Diagnostics

/// The text of a schema file, such as an export without comments, with the comments of another file.
///
/// A comment on its own line belongs to the declaration after it, a trailing comment to the declaration before it. Each
/// comment moves to the declaration with the same name.
package struct CarriedComments: Sendable {
  /// The text with the comments.
  package let text: String
  /// The number of comments carried over.
  package private(set) var carried = 0
  /// The number of comments of declarations that the text does not have.
  package private(set) var dropped = 0

  /// Carries the comments of one file over to another. Both files must have no syntax mistakes.
  package init(of commented: SchemaFile, onto file: SchemaFile) {
    let origin = CommentedFile(commented)
    let target = CommentedFile(file)
    var insertions: [(offset: Int, text: String)] = []
    for (place, comments) in origin.comments.sorted(by: { $0.key.order < $1.key.order }) {
      guard let span = target.spans[place.subject] else {
        dropped += comments.count
        continue
      }
      let present = Set(target.comments[place] ?? [])
      let missing = comments.filter { !present.contains($0) }
      carried += missing.count
      guard !missing.isEmpty else { continue }
      // Nothing can follow a line comment on its line.
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
    for insertion in insertions.sorted(by: { $0.offset < $1.offset }) {
      text += file.source.string(SourceRange(offset, insertion.offset)) + insertion.text
      offset = insertion.offset
    }
    self.text = text + file.source.string(SourceRange(offset, file.source.bytes.count))
  }
}
