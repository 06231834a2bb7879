import JSON

/// A table cell that contains several tags.
enum TagListCell {
  private static let separators: Set<UInt8> = [UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ",")]

  /// Returns words separated by ';', or a JSON array if a word contains a separator.
  static func text(_ words: [String]) -> String {
    let isPlain = words.allSatisfy { !$0.utf8.contains(where: separators.contains) } && words.first?.first != "["
    if isPlain { return words.joined(separator: ";") }
    return String(decoding: JSONWriter.document { $0.array(words) { $0.string($1) } }, as: UTF8.self)
  }

  /// Returns the words of a JSON array, or those separated by ';', '|', or ','.
  static func words(_ text: String) -> [String] {
    if text.hasPrefix("["), let array = (try? JSONValue(strict: Array(text.utf8)))?.array {
      let words = array.map(\.string)
      if !words.contains(nil) { return words.compactMap(\.self) }
    }
    return text.utf8.split { separators.contains($0) }.map { String(Substring($0)) }
  }
}
