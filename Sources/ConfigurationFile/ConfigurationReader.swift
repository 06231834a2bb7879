import Diagnostics
import Yams

/// Reads a configuration and collects its mistakes.
struct ConfigurationReader {
  /// Nobody writes as much by hand, and a mistaken path may name anything.
  private static let largest = 1 << 20

  private let source: SourceText
  private let places: YAMLPlaces
  private(set) var diagnostics: [Diagnostic] = []

  init(_ source: SourceText) {
    self.source = source
    places = YAMLPlaces(source)
  }

  mutating func read() -> Configuration {
    var configuration = Configuration()
    for (key, value) in pairs() {
      guard let name = key.scalar?.string, let known = Configuration.Key(rawValue: name) else {
        unknown(key)
        continue
      }
      switch known {
      case .container: configuration.container = path(value, of: known)
      case .schema: configuration.schema = path(value, of: known)
      }
    }
    return configuration
  }

  /// The top level's keys and values, in their order; none where the text is no mapping.
  private mutating func pairs() -> [(key: Node, value: Node)] {
    guard source.bytes.count <= Self.largest else {
      add("yaml-syntax", "the file is larger than a megabyte", nil, help: "name a configuration file")
      return []
    }
    if let invalid = source.firstInvalidByte {
      add("yaml-syntax", "the file is not UTF-8", SourceRange(invalid, invalid + 1), help: "save it as UTF-8")
      return []
    }
    do {
      // The parser takes a byte order mark for a character of the first key.
      let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let text = source.string(SourceRange(start, source.bytes.count))
      guard let root = try Yams.compose(yaml: text) else { return [] }
      if let mapping = root.mapping { return mapping.map { ($0.key, $0.value) } }
      // A file of comments alone is an empty scalar to some readers; it says nothing either way.
      guard root.scalar?.string != "" else { return [] }
      add("yaml-syntax", "the file is not a mapping", places.range(of: root), help: "write 'key: value' lines")
    } catch {
      add(error)
    }
    return []
  }

  private mutating func path(_ node: Node, of key: Configuration.Key) -> String? {
    guard let scalar = node.scalar, node.tag != Tag(.null), !scalar.string.isEmpty, !scalar.string.contains("\0") else {
      add(
        "invalid-value", "'\(key.rawValue)' is to be a path", places.range(of: node),
        help: "name a file, or leave it out")
      return nil
    }
    return scalar.string
  }

  private mutating func unknown(_ key: Node) {
    let known = Configuration.Key.allCases.map(\.rawValue)
    guard let name = key.scalar?.string else {
      add(
        "unknown-key", "a key is a word", places.range(of: key), help: "the keys are \(known.joined(separator: ", "))")
      return
    }
    let range = places.range(of: key)
    let help: String
    var fix: Fix?
    if let nearest = Suggestion.nearest(to: name, among: known) {
      help = "did you mean \(nearest)?"
      fix = Fix("write \(nearest)", edits: [.init(range: range, replacement: nearest)])
    } else {
      help = "the keys are \(known.joined(separator: ", "))"
    }
    add("unknown-key", "unknown key '\(name.prefix(64))'", range, help: help, fix: fix)
  }

  private mutating func add(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let place = places.offset(of: mark)
      add("yaml-syntax", "this is not YAML: \(problem)", SourceRange(place, place), help: nil)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let place = places.offset(of: context.mark)
      let names = duplicates.sorted().map { "'\($0.prefix(64))'" }.joined(separator: ", ")
      add("duplicate-key", "a mapping has \(names) twice", SourceRange(place, place), help: "keep one")
    case .reader(let problem, _, _, _): add("yaml-syntax", "this is not YAML: \(problem)", nil, help: nil)
    default: add("yaml-syntax", "this is not YAML", nil, help: nil)
    }
  }

  private mutating func add(_ rule: String, _ message: String, _ range: SourceRange?, help: String?, fix: Fix? = nil) {
    diagnostics.append(
      Diagnostic(.error, rule: rule, message, file: source.name, range: range, help: help, fix: fix))
  }
}
