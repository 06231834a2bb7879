package import Diagnostics

/// Reads OPML 1.0, 1.1 and 2.0: strict about XML first, then mending it, and tolerant about everything an exporter may
/// have forgotten.
///
/// External entities and document types are never followed; documents that declare entities are refused.
package enum OPMLParser {
  /// Reads a text as OPML; with `isStrict`, one that is not well-formed is refused instead of mended.
  ///
  /// Each repair is among the document's notes. What cannot be repaired is read outline by outline.
  package static func parse(_ source: SourceText, isStrict: Bool = false) -> OPMLReading {
    let reading = OutlineReader.read(source)
    guard !isStrict, case .broken(let refusal) = reading, isMendable(refusal) else { return reading }
    return mend(source) ?? reading
  }

  private static func isMendable(_ refusal: Diagnostic) -> Bool { refusal.rule == "not-well-formed" }

  /// The list behind a broken text; `nil` where there is none.
  private static func mend(_ source: SourceText) -> OPMLReading? {
    guard let input = XMLInput.lenient(source), let root = OutlineSalvage.root(of: input.bytes),
      OPMLDocument.roots.contains(root)
    else { return nil }
    let text = XMLRepair.repair(input.bytes)
    let repaired = SourceText(name: source.name, bytes: text.bytes)
    let repairs = text.diagnostics(of: source, before: input.bytes, hasPlaces: input.hasPlaces)
    switch OutlineReader.read(repaired, withPlaces: input.hasPlaces) {
    case .notOPML: return nil
    case .document(let document): return .document(document.placed(in: text, adding: repairs))
    case .broken(let refusal):
      guard isMendable(refusal) else { return .broken(refusal.placed(in: text)) }
      let salvage = OutlineSalvage.read(repaired, withPlaces: input.hasPlaces)
      guard salvage.count > 0 else { return nil }
      let outlines = salvage.count == 1 ? "1 outline was" : "\(salvage.count) outlines were"
      let note = Diagnostic(
        .warning, rule: "salvaged", "\(refusal.message); \(outlines) read one by one", file: source.name,
        range: refusal.placed(in: text).range, help: refusal.help)
      return .document(salvage.document.placed(in: text, adding: repairs + [note]))
    }
  }
}

extension OPMLDocument {
  /// The document with its places in the text before the repairs, and notes in the order of that text.
  fileprivate func placed(in text: RepairedText, adding more: [Diagnostic]) -> OPMLDocument {
    var document = self
    for index in feeds.indices { document.feeds[index].range = feeds[index].range.map(text.original) }
    for index in markedFolders.indices {
      document.markedFolders[index].range = markedFolders[index].range.map(text.original)
    }
    document.notes = (more + notes.map { $0.placed(in: text) }).sorted {
      $0.range?.start ?? .max < $1.range?.start ?? .max
    }
    return document
  }
}

extension Diagnostic {
  fileprivate func placed(in text: RepairedText) -> Diagnostic {
    var diagnostic = self
    diagnostic.range = range.map(text.original)
    return diagnostic
  }
}
