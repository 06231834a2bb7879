import Diagnostics

/// A format of files that people take for schemas.
enum ForeignFormat: String {
  case json = "JSON"
  case swift = "Swift"
  case xml = "XML"

  /// Recognizes the format of a text by its beginning; returns `nil` for any other text.
  init?(_ source: SourceText) {
    let start = source.bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.prefix(512)
    let text = String(decoding: start, as: UTF8.self)
    switch text.first {
    case "<": self = .xml
    case "{", "[": self = .json
    default:
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("//") }
      guard let line = lines.first, ["import ", "@Model", "struct ", "final class "].contains(where: line.hasPrefix)
      else {
        return nil
      }
      self = .swift
    }
  }
}
