import CloudKitRecords
package import CloudKitSchema
package import Diagnostics
import JSON

/// A reader of records in a file that people write: JSON Lines, one JSON object, an array of objects, or the JSON
/// report of a command with its records in `items`. Reports every mistake.
package struct RecordListReader: Sendable {
  private let reader: RecordEntryReader

  package init(_ schema: Schema) { reader = RecordEntryReader(schema) }

  /// Returns the records of a file without mistakes.
  package func entries(_ source: SourceText, into diagnostics: inout [Diagnostic]) -> [RecordEntry] {
    let lines = Self.values(of: source.bytes)
    guard let first = lines.first else { return [] }
    let firstLine = try? JSONValue(strict: Array(source.bytes[first]))
    if case .manifest = RecordManifest.read(Array(source.bytes[first])) {
      diagnostics.append(
        Diagnostic(
          .error, rule: "record-file", "this is a file of 'records export'", file: source.name,
          help: "use 'records import', which checks that the file is complete"))
      return []
    }
    let entries =
      firstLine?.object == nil || firstLine?.object?.has("items") == true
      ? document(source, into: &diagnostics) : read(lines, of: source, into: &diagnostics)
    return withoutRepeats(entries, source, into: &diagnostics)
  }

  /// Returns the ranges of the lines that are not blank, or of objects over several lines, one after another as jq
  /// prints them.
  private static func values(of bytes: [UInt8]) -> [Range<Int>] {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let lines = bytes[start...].split(separator: 0x0A).map { $0.startIndex..<$0.endIndex }
      .filter { range in bytes[range].contains { $0 > 0x20 } }
    let ends = lines.filter { bytes[$0.lowerBound] == UInt8(ascii: "}") }
    guard ends.count > 1, ends.last == lines.last, let first = lines.first else { return lines }
    return zip([first.lowerBound] + ends.map(\.upperBound), ends).map { $0..<$1.upperBound }
  }

  private typealias Place = (entry: RecordEntry, range: SourceRange)

  private func read(
    _ lines: [Range<Int>], of source: SourceText, into diagnostics: inout [Diagnostic]
  ) -> [Place] {
    lines.compactMap { line in
      do throws(JSONSyntaxError) {
        let json = try JSONValue(strict: Array(source.bytes[line]))
        return place(json, from: line.lowerBound, source, into: &diagnostics)
      } catch {
        let start = source.bytes[line].split(
          separator: 0x0A, maxSplits: error.line - 1, omittingEmptySubsequences: false
        ).last?.startIndex
        let place = min((start ?? line.lowerBound) + error.column - 1, line.upperBound - 1)
        diagnostics.append(
          Diagnostic(
            .error, rule: "json-syntax", "this is not JSON", file: source.name, range: SourceRange(place, place + 1),
            help: "write one object per line"))
        return nil
      }
    }
  }

  /// Reads a whole document: an object, an array of objects, or a report with `items`.
  private func document(_ source: SourceText, into diagnostics: inout [Diagnostic]) -> [Place] {
    guard let root = JSONDocument.parse(source, into: &diagnostics)?.root else { return [] }
    let list = root.object?["items"] ?? root
    guard let elements = list.array else {
      return [place(list, from: 0, source, into: &diagnostics)].compactMap(\.self)
    }
    return elements.compactMap { place($0, from: 0, source, into: &diagnostics) }
  }

  private func place(
    _ json: JSONValue, from start: Int, _ source: SourceText, into diagnostics: inout [Diagnostic]
  ) -> Place? {
    var mistakes: [EntryMistake] = []
    let entry = reader.entry(json, adding: &mistakes)
    diagnostics += mistakes.map { mistake in
      Diagnostic(
        .error, rule: "record-value", mistake.message, file: source.name,
        range: SourceRange(start + mistake.range.start, start + mistake.range.end))
    }
    return entry.map { ($0, SourceRange(start + json.range.start, start + json.range.end)) }
  }

  private func withoutRepeats(
    _ places: [Place], _ source: SourceText, into diagnostics: inout [Diagnostic]
  ) -> [RecordEntry] {
    var seen: Set<RecordName> = []
    for place in places where !seen.insert(place.entry.record.name).inserted {
      diagnostics.append(
        Diagnostic(
          .error, rule: "repeated-record", "the record '\(place.entry.record.name)' is stated twice", file: source.name,
          range: place.range, help: "keep one of them"))
    }
    return places.map(\.entry)
  }
}
