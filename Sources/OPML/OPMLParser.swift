package import Diagnostics
import XML

/// A tolerant parser for OPML 1.0, 1.1 and 2.0.
///
/// It never loads external entities or document types, and it rejects documents that declare entities.
package enum OPMLParser {
  /// Reads a text as OPML; with `isStrict`, rejects text that is not well-formed instead of repairing it.
  ///
  /// The document's notes list all repairs. If the tags cannot be repaired, the parser reads the outlines one by one.
  package static func parse(_ source: SourceText, isStrict: Bool = false) -> OPMLReading {
    let text = OutlineText(source)
    if isStrict, let refusal = text.refusal { return .broken(refusal) }
    var reader = OutlineReader(text, isStrict ? .strict : .repairing)
    reader.read()
    if var diagnostic = reader.notOPML {
      // A mistake before the root makes the root unreliable.
      let mistake = reader.firstMistake.flatMap { $0.range.lowerBound < reader.scanner.position ? $0 : nil }
      if let refusal = text.refusal ?? mistake.map(text.diagnostic) { return .broken(text.placed([refusal])[0]) }
      if !text.hasPlaces { diagnostic.range = nil }
      return .notOPML(diagnostic)
    }
    guard let mistake = isStrict ? reader.firstMistake : reader.structuralMistake else {
      return .document(document(of: reader, text))
    }
    if !isStrict, mistake.kind != .entityDeclaration, let document = salvage(text, mistake) {
      return .document(document)
    }
    let refusal = mistake.kind == .entityDeclaration ? text.diagnostic(mistake) : text.refusal
    return .broken(text.placed([refusal ?? text.diagnostic(reader.firstMistake ?? mistake)])[0])
  }

  private static func document(of reader: OutlineReader, _ text: OutlineText, adding note: Diagnostic? = nil)
    -> OPMLDocument
  {
    var document = reader.collector.finished
    let repairs = reader.repairs.diagnostics(in: text.file) + [note].compactMap(\.self)
    document.notes = [text.assumption].compactMap(\.self) + text.placed(repairs + document.notes)
    guard !text.hasPlaces else { return document }
    for index in document.feeds.indices { document.feeds[index].range = nil }
    for index in document.markedFolders.indices { document.markedFolders[index].range = nil }
    return document
  }

  /// Reads the outlines of a list with mismatched tags one by one; `nil` without outlines or for another root.
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

  /// Returns the name of the first element in lowercase.
  private static func root(of text: OutlineText) -> String? {
    var scanner = XMLScanner(text.bytes, from: text.start)
    while let token = scanner.next() {
      if case .start(let name, _) = token { return String(decoding: text.bytes[name], as: UTF8.self).lowercased() }
    }
    return nil
  }
}
