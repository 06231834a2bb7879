import CloudKitRecords
package import Diagnostics
import JSON

/// The form of a file that states feeds.
enum SeedFormat {
  /// The project's own JSON.
  case seeds
  /// iOSDevDirectory's `blogs.json`.
  case directory
  case opml, table, list, keyed
}

/// The contents of a seed file and all of its errors.
package struct SeedFile: Sendable {
  /// The categories, feeds, and collections. Entries with an invalid identifying key are excluded.
  package internal(set) var seeds = SeedCatalog()
  /// The category map, if the file is one.
  package internal(set) var categoryMap: CategoryMap?
  /// The text that places refer to, if it differs from the source text, such as for a UTF-16 file.
  package internal(set) var text: SourceText?
  /// The number of skipped entries that name no feed.
  package internal(set) var skipped = 0
  /// Errors and notes, in file order.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// Whether the file is recognized as a seed file.
  ///
  /// If not, a single diagnostic reports it: an error if the user named the file, less severe if a folder contained it.
  package internal(set) var isSeedFile = true

  /// The form of the file, if it can state feeds.
  var format: SeedFormat?

  /// Whether the file is in the project's own JSON, which an export can write again without losing what it states.
  package var isOwn: Bool { format == .seeds }

  /// Whether the file states the feeds that lists had before.
  package internal(set) var isFormer = false

  /// Whether the file is a JSON Schema, as may be stored beside seed files.
  package internal(set) var isSchema = false

  /// Why nothing of the file was read, such as a merge conflict; `nil` if it was read.
  package var unreadable: Diagnostic? {
    if format != nil || categoryMap != nil || isFormer { return nil }
    return diagnostics.first { $0.severity == .error }
  }

  /// Whether the file may state feeds that were not read.
  package var isPartial: Bool {
    let rules = [
      "csv-ragged-row", "opml-inclusion", "opml-missing-url", "repaired-attribute", "repaired-character",
      "repaired-quote", "repairs", "salvaged",
    ]
    return skipped > 0 || diagnostics.contains { rules.contains($0.rule) }
  }

  private let name: String

  init(_ source: SourceText) { name = source.name }

  init(_ diagnostic: Diagnostic, isSeedFile: Bool) {
    name = diagnostic.file
    diagnostics = [diagnostic]
    self.isSeedFile = isSeedFile
  }

  mutating func report(
    _ severity: Diagnostic.Severity, rule: String, _ message: String, range: SourceRange? = nil, path: JSONPath? = nil,
    help: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(severity, rule: rule, message, file: name, range: range, path: path?.description, help: help))
  }

  /// Returns the name that a list states for a feed's record, or `nil` with a diagnostic if it is invalid.
  mutating func recordName(_ text: String, at range: SourceRange?) -> RecordName? {
    let name = RecordName(text)
    guard let problem = name.problem else { return name }
    report(
      .warning, rule: "invalid-record-name", problem, range: range,
      help: "the name is derived from the feed's address instead")
    return nil
  }

  /// Returns a value and reports its remarks.
  /// - Parameter subject: The name of the value in messages, or `nil` if `path` names it.
  mutating func value(
    _ read: SeedValue, _ subject: String? = nil, at range: SourceRange?, path: JSONPath? = nil
  ) -> FieldValue? {
    for remark in read.remarks {
      let message = subject.map { "\($0): \(remark.message)" } ?? remark.message
      report(remark.severity, rule: remark.rule, message, range: range, path: path, help: remark.help)
    }
    return read.value
  }
}
