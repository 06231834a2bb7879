package import Diagnostics
import XML

/// Reads OPML 1.0, 1.1 and 2.0, and tolerates everything an exporter may have forgotten.
///
/// External entities and document types are never followed; documents that declare entities are refused.
package enum OPMLParser {
  /// Reads a text as OPML; with `isStrict`, one that is not well-formed is refused instead of repaired.
  ///
  /// Each repair is among the document's notes. What cannot be repaired is read outline by outline.
  package static func parse(_ source: SourceText, isStrict: Bool = false) -> OPMLReading {
    let text = OutlineText(source)
    if isStrict, let refusal = text.refusal { return .broken(refusal) }
    var reader = OutlineReader(text, isStrict ? .strict : .repairing)
    reader.read()
    if var diagnostic = reader.notOPML {
      // In a text that is broken before its root, the root is not trusted.
      let mistake = reader.firstMistake.flatMap { $0.range.lowerBound < reader.scanner.position ? $0 : nil }
      if let refusal = text.refusal ?? mistake.map(text.diagnostic) { return .broken(placed(refusal, text)) }
      if !text.hasPlaces { diagnostic.range = nil }
      return .notOPML(diagnostic)
    }
    guard let mistake = isStrict ? reader.firstMistake : reader.structuralMistake else {
      return .document(document(of: reader, text))
    }
    if !isStrict, mistake.kind != .entityDeclaration, let document = salvage(text, mistake) {
      return .document(document)
    }
    return .broken(
      mistake.kind == .entityDeclaration
        ? placed(text.diagnostic(mistake), text)
        : text.refusal ?? placed(text.diagnostic(reader.firstMistake ?? mistake), text))
  }

  private static func placed(_ diagnostic: Diagnostic, _ text: OutlineText) -> Diagnostic {
    // There is one entity declaration that counts, and a help that needs no line.
    guard diagnostic.rule == "entity-declaration", !text.hasPlaces else { return text.placed([diagnostic])[0] }
    var diagnostic = diagnostic
    diagnostic.range = nil
    return diagnostic
  }

  private static func document(of reader: OutlineReader, _ text: OutlineText, adding note: Diagnostic? = nil)
    -> OPMLDocument
  {
    var document = reader.collector.finished
    document.notes = text.placed(reader.repairs.diagnostics(in: text.file) + (note.map { [$0] } ?? []) + document.notes)
    guard !text.hasPlaces else { return document }
    for index in document.feeds.indices { document.feeds[index].range = nil }
    for index in document.markedFolders.indices { document.markedFolders[index].range = nil }
    return document
  }

  /// The outlines of a list whose tags do not fit together; `nil` if there are none, or it is no list.
  private static func salvage(_ text: OutlineText, _ mistake: XMLMistake) -> OPMLDocument? {
    guard let root = root(of: text), OPMLDocument.roots.contains(root) else { return nil }
    var reader = OutlineReader(text, .salvaging)
    reader.read()
    let count = reader.collector.count
    guard count > 0, reader.scanner.entityDeclaration == nil else { return nil }
    var note = text.diagnostic(mistake)
    note.severity = .warning
    note.rule = "salvaged"
    note.message += "; \(count == 1 ? "1 outline was" : "\(count) outlines were") read one by one"
    return document(of: reader, text, adding: note)
  }

  /// The name of the first element, in lower case.
  private static func root(of text: OutlineText) -> String? {
    var scanner = XMLScanner(text.bytes, from: text.start)
    while let token = scanner.next() {
      if case .start(let name, _) = token { return String(decoding: text.bytes[name], as: UTF8.self).lowercased() }
    }
    return nil
  }
}
