import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview

/// Files and what they are in canonical form.
struct SchemaFormatRun {
  /// The mistakes for which files are left as they are.
  private(set) var refusals = Findings()
  /// Each file that is not formatted, and its text once it is.
  private(set) var changed: [(source: SourceText, formatted: String)] = []
  /// The formatted texts, one after the other.
  private(set) var text = ""

  /// Formats some files.
  /// - Throws: `FormattingError` where a formatted text would not be true to its file.
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

  /// Replaces the files that are not formatted.
  /// - Throws: `CommandFailure` for what is no file, such as a file of a commit; those before it are written.
  func write() throws {
    for (source, formatted) in changed {
      guard FileManager.default.fileExists(atPath: source.name) else {
        throw CommandFailure("cannot write \(source.name): it is not a file; format it without --write")
      }
      try OutputFile.write(formatted, to: source.name)
    }
  }

  /// The names of the files that are not formatted, or what changes in them.
  func report(showingDiff: Bool) -> String {
    changed.map { source, formatted in
      showingDiff
        ? UnifiedDiff.text(from: source, to: SourceText(name: source.name, text: formatted)) : source.name + "\n"
    }.joined()
  }
}
