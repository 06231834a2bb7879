import Diagnostics
import Yams

/// A reader of configurations that collects errors.
struct ConfigurationReader {
  /// Maximum file size in bytes, since a wrong path may name any file.
  private static let maximumSize = 1 << 20

  let vocabulary: Vocabulary
  private let source: SourceText
  private let places: YAMLPlaces
  private(set) var diagnostics: [Diagnostic] = []

  init(_ source: SourceText, _ vocabulary: Vocabulary) {
    self.source = source
    self.vocabulary = vocabulary
    places = YAMLPlaces(source)
  }

  mutating func read() -> Configuration {
    var configuration = Configuration()
    for (key, value) in pairs() {
      guard let name = key.scalar?.string, let known = Configuration.Key(rawValue: name) else {
        unknown(key, "key", "keys", among: Configuration.Key.allCases.map(\.rawValue))
        continue
      }
      switch known {
      case .accepted, .container, .queries, .schema: configuration.paths[known] = path(value, of: known)
      case .policy: configuration.policy = word(value, of: known.rawValue, among: vocabulary.policies)
      case .security:
        configuration.security = word(value, of: known.rawValue, among: ["true", "false"]).map { $0 == "true" }
      case .articles: configuration.articles = articles(value)
      case .contact: configuration.contact = contact(value)
      case .databases: configuration.databases = databases(value)
      case .truth:
        configuration.truth = word(value, of: known.rawValue, among: Configuration.Truth.allCases.map(\.rawValue))
          .flatMap(Configuration.Truth.init)
      case .rules: configuration.rules = rules(value)
      }
    }
    return configuration
  }

  /// Returns the top-level keys and values in their order; empty if the text is not a mapping.
  private mutating func pairs() -> [(key: Node, value: Node)] {
    guard source.bytes.count <= Self.maximumSize else {
      add("yaml-syntax", "the file is larger than 1 MB", nil, help: "pass a configuration file")
      return []
    }
    if let invalid = source.firstInvalidByte {
      add("yaml-syntax", "the file is not UTF-8", SourceRange(invalid, invalid + 1), help: "save it as UTF-8")
      return []
    }
    do {
      // The parser treats a byte order mark as part of the first key.
      let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let text = source.string(SourceRange(start, source.bytes.count))
      guard let root = try Yams.compose(yaml: text) else { return [] }
      if let mapping = root.mapping { return mapping.map { ($0.key, $0.value) } }
      // A file that contains only comments may be parsed as an empty scalar.
      guard root.scalar?.string != "" else { return [] }
      add("yaml-syntax", "the file is not a mapping", places.range(of: root), help: "write 'key: value' lines")
    } catch {
      add(error)
    }
    return []
  }

  private mutating func path(_ node: Node, of key: Configuration.Key) -> String? {
    guard let scalar = node.scalar, node.tag != Tag(.null), !scalar.string.isEmpty, !scalar.string.contains("\0") else {
      reject(node, "'\(key.rawValue)' must be a path", help: "write a path, or remove the line")
      return nil
    }
    return scalar.string
  }

  private mutating func contact(_ node: Node) -> String? {
    let text = node.scalar?.string ?? ""
    if ["http://", "https://", "mailto:"].contains(where: text.lowercased().hasPrefix) { return text }
    reject(node, "'contact' must be an http, https, or mailto address", help: "write one, or remove the line")
    return nil
  }

  /// Returns the words of a list; `nil` if it is no list, or has another member.
  func words(_ node: Node) -> [String]? {
    let words = node.sequence?.compactMap { $0.scalar?.string }
    return words?.count == node.sequence?.count && words?.contains("") == false ? words : nil
  }

  /// Returns a word that is one of `words`, or reports an error.
  mutating func word(_ node: Node, of name: String, among words: [String]) -> String? {
    if let word = node.scalar?.string, words.contains(word) { return word }
    let nearest = node.scalar.flatMap { Suggestion.nearest(to: $0.string, among: words) }
    reject(
      node, "'\(name)' must be one of \(words.joined(separator: ", "))",
      help: nearest.map { "did you mean \($0)?" } ?? "write one of these values")
    return nil
  }

  mutating func reject(_ node: Node, _ message: String, help: String) {
    add("invalid-value", message, places.range(of: node), help: help)
  }

  mutating func unknown(_ key: Node, _ what: String, _ several: String, among known: [String]) {
    let all =
      known.count > 12
      ? "'\(Program.current.rulesCommand)' lists them" : "the \(several) are \(known.joined(separator: ", "))"
    let range = places.range(of: key)
    guard let name = key.scalar?.string else {
      add("unknown-key", "a key must be a word", range, help: all)
      return
    }
    let nearest = Suggestion.nearest(to: name, among: known)
    add(
      "unknown-key", "unknown \(what) '\(name.prefix(64))'", range, help: nearest.map { "did you mean \($0)?" } ?? all,
      fix: nearest.map { Fix("write \($0)", at: range, $0) })
  }

  private mutating func add(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let place = places.offset(of: mark)
      add("yaml-syntax", "invalid YAML: \(problem)", SourceRange(place, place), help: nil)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let place = places.offset(of: context.mark)
      let names = duplicates.sorted().map { "'\($0.prefix(64))'" }.joined(separator: ", ")
      add("duplicate-key", "duplicate key \(names)", SourceRange(place, place), help: "keep one")
    case .reader(let problem, _, _, _): add("yaml-syntax", "invalid YAML: \(problem)", nil, help: nil)
    default: add("yaml-syntax", "invalid YAML", nil, help: nil)
    }
  }

  private mutating func add(_ rule: String, _ message: String, _ range: SourceRange?, help: String?, fix: Fix? = nil) {
    diagnostics.append(
      Diagnostic(.error, rule: rule, message, file: source.name, range: range, help: help, fix: fix))
  }
}
