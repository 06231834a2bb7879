package import Diagnostics
import JSON

/// Methodology read from a JSON file; every error is reported with its location.
package struct MethodologyFile {
  /// The methodology; `nil` if an error makes it ambiguous.
  package private(set) var methodology: ScoreMethodology?
  /// The problems found.
  package private(set) var diagnostics: [Diagnostic] = []

  private static let keys = JSONKeys(["$schema", "name", "version", "weights", "caps", "thresholds"])
  private static let capKeys = JSONKeys(["when", "atLeast", "score"])

  /// Reads a methodology from source text.
  package init(_ source: SourceText) {
    guard let document = JSONDocument.parse(source, into: &diagnostics),
      var reader = JSONObjectReader(document.root, at: .root, keys: Self.keys, into: &diagnostics)
    else { return }
    _ = reader.string("$schema")
    let name = reader.requiredString("name")
    var version: Int64 = 1
    if case .value(let number) = reader.int64("version") {
      version = number
      if number < 1 { reader.reject("version", "methodology-version", "a version is 1 or more", help: nil) }
    }
    if reader.value("weights") == nil {
      let brace = SourceRange(reader.range.start, reader.range.start + 1)
      report("missing-key", "the key 'weights' is missing", source, brace, help: "name components and their points")
    }
    let weights = reader.value("weights").map { read(weights: $0, of: source) } ?? []
    let caps = reader.value("caps").map { read(caps: $0, of: source) } ?? []
    let thresholds = reader.value("thresholds").map { read(thresholds: $0, of: source) } ?? ScoreThresholds()
    diagnostics += reader.diagnostics
    diagnostics.sort { $0.range?.start ?? .max < $1.range?.start ?? .max }
    guard let name, !diagnostics.contains(where: { $0.severity == .error }) else { return }
    methodology = ScoreMethodology(
      name: name, version: Int(version), weights: weights, caps: caps, thresholds: thresholds)
  }

  private mutating func read(weights: JSONValue, of source: SourceText) -> [ScoreMethodology.Weight] {
    let path = JSONPath.root.key("weights")
    guard let members = weights.object else {
      diagnostics.append(JSONObjectReader.wrongType(weights, expected: "an object", at: path))
      return []
    }
    var read: [ScoreMethodology.Weight] = []
    var isWhole = true
    for member in members {
      guard let component = ScoreComponent(rawValue: member.key) else {
        reportUnknown("component", member, of: ScoreComponent.allCases.map(\.rawValue), source, path)
        isWhole = false
        continue
      }
      guard let points = member.value.int64 else {
        diagnostics.append(
          JSONObjectReader.wrongType(member.value, expected: "a whole number", at: path.key(member.key)))
        isWhole = false
        continue
      }
      guard (0...100).contains(points) else {
        report(
          points < 0 ? "negative-weight" : "weights-sum",
          "a weight is \(points < 0 ? "0 or more" : "at most 100"), not \(points)", source, member.value.range,
          path: path.key(member.key),
          help: points < 0 ? "give it 0 to leave it out" : "the weights have to sum to 100")
        isWhole = false
        continue
      }
      // The parser already reported a repeated key; the first value applies.
      if !read.contains(where: { $0.component == component }) {
        read.append(ScoreMethodology.Weight(component: component, points: Int(points)))
      }
    }
    let sum = read.reduce(0) { $0 + $1.points }
    if isWhole, sum != 100 {
      report(
        "weights-sum", "the weights sum to \(sum), not to 100", source, weights.range, path: path,
        help: sum < 100 ? "\(100 - sum) points are missing" : "\(sum - 100) points are too many")
    }
    return read
  }

  private mutating func read(caps: JSONValue, of source: SourceText) -> [ScoreMethodology.Cap] {
    let path = JSONPath.root.key("caps")
    guard let elements = caps.array else {
      diagnostics.append(JSONObjectReader.wrongType(caps, expected: "an array of objects", at: path))
      return []
    }
    var read: [ScoreMethodology.Cap] = []
    for (index, element) in elements.enumerated() {
      guard
        var reader = JSONObjectReader(element, at: path.element(index), keys: Self.capKeys, into: &diagnostics)
      else { continue }
      let condition = Self.condition(&reader)
      if case .value(let score) = reader.int64("score"), (0...100).contains(score) {
        if let condition { read.append(ScoreMethodology.Cap(condition: condition, score: Int(score))) }
      } else {
        reader.reject("score", "cap-score", "a cap needs a 'score' from 0 to 100", help: nil)
      }
      diagnostics += reader.diagnostics
    }
    return read
  }

  private static func condition(_ reader: inout JSONObjectReader) -> CapCondition? {
    guard let when = reader.requiredString("when") else { return nil }
    switch when {
    case "inactive": return .inactive
    case "neverSucceeded": return .neverSucceeded
    case "failuresInRow":
      if case .value(let count) = reader.int64("atLeast"), let count = Int(exactly: count), count > 0 {
        return .failuresInRow(count)
      }
      reader.reject("atLeast", "cap-failures", "this cap needs 'atLeast', 1 or more", help: nil)
    default:
      reader.reject(
        "when", "cap-condition", "there is no such condition",
        help: "there are inactive, neverSucceeded and failuresInRow")
    }
    return nil
  }

  private mutating func read(thresholds: JSONValue, of source: SourceText) -> ScoreThresholds {
    let path = JSONPath.root.key("thresholds")
    var read = ScoreThresholds()
    guard let members = thresholds.object else {
      diagnostics.append(JSONObjectReader.wrongType(thresholds, expected: "an object", at: path))
      return read
    }
    for member in members {
      guard let key = ScoreThresholds.keys.first(where: { $0.name == member.key }) else {
        reportUnknown("threshold", member, of: ScoreThresholds.keys.map(\.name), source, path)
        continue
      }
      guard let value = member.value.double, key.range.contains(value) else {
        report(
          "threshold-range", "this is no number from \(key.range.lowerBound) to \(key.range.upperBound)", source,
          member.value.range, path: path.key(member.key), help: nil)
        continue
      }
      key.set(&read, value)
    }
    return read
  }

  private mutating func reportUnknown(
    _ what: String, _ member: JSONMember, of names: [String], _ source: SourceText, _ path: JSONPath
  ) {
    let help = Suggestion.nearest(to: member.key, among: names).map { "did you mean '\($0)'?" }
    report(
      "unknown-\(what)", "there is no such \(what)", source, member.keyRange, path: path.key(member.key),
      help: help ?? "there are \(names.joined(separator: ", "))")
  }

  private mutating func report(
    _ rule: String, _ message: String, _ source: SourceText, _ range: SourceRange, path: JSONPath? = nil,
    help: String?
  ) {
    diagnostics.append(
      Diagnostic(
        .error, rule: rule, message, file: source.name, range: range, path: path?.description, help: help))
  }
}
