import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview

struct SchemaFormatRun {
  /// The syntax errors of files that cannot be formatted.
  private(set) var refusals = Findings()
  /// The unformatted files with their formatted texts.
  private(set) var changed: [(source: SourceText, formatted: String)] = []
  /// The concatenated formatted texts.
  private(set) var text = ""

  /// Formats files.
  /// - Throws: `FormattingError` if formatting would change the schema or lose a comment.
  init(_ files: [SchemaFile], order: SchemaFormatter.Order) throws {
    for file in files {
      do throws(FormattingError) {
        let formatted = try SchemaFormatter.format(file, order: order)
        text += formatted
        if !formatted.utf8.elementsEqual(file.source.bytes) { changed.append((file.source, formatted)) }
      } catch {
        guard case .mistakes(let diagnostics) = error else { throw error }
        refusals.add(diagnostics, in: file.source)
      }
    }
  }

  /// Rewrites the unformatted files.
  /// - Throws: `CommandFailure` at an input that is not a file, such as a file in a commit; files before it are written.
  func write() throws {
    for (source, formatted) in changed {
      guard FileManager.default.fileExists(atPath: source.name) else {
        throw CommandFailure("cannot write \(source.name): it is not a file; format it without --write")
      }
      try OutputFile.write(formatted, to: source.name)
    }
  }

  /// Returns the names or the unified diffs of the unformatted files.
  func report(showingDiff: Bool) -> String {
    changed.map { source, formatted in
      showingDiff
        ? UnifiedDiff.text(from: source, to: SourceText(name: source.name, text: formatted)) : source.name + "\n"
    }.joined()
  }
}
