package import Diagnostics
import JSON

/// Methodology read from a JSON file; every error is reported with its location.
package struct MethodologyFile {
  /// The methodology; `nil` if an error makes it ambiguous.
  package private(set) var methodology: ScoreMethodology?
  package private(set) var diagnostics: [Diagnostic] = []

  private static let keys = JSONKeys(["$schema", "name", "version", "weights", "caps", "thresholds"])
  private static let capKeys = JSONKeys(["when", "atLeast", "score"])
  private let source: SourceText

  package init(_ source: SourceText) {
    self.source = source
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
      report("missing-key", "the key 'weights' is missing", brace, help: "name components and their points")
    }
    let weights = reader.value("weights").map { read(weights: $0) } ?? []
    let caps = reader.value("caps").map { read(caps: $0) } ?? []
    let thresholds = reader.value("thresholds").map { read(thresholds: $0) } ?? ScoreThresholds()
    diagnostics += reader.diagnostics
    diagnostics.sort { $0.range?.start ?? .max < $1.range?.start ?? .max }
    guard let name, !diagnostics.contains(where: { $0.severity == .error }) else { return }
    methodology = ScoreMethodology(
      name: name, version: Int(version), weights: weights, caps: caps, thresholds: thresholds)
  }

  private mutating func read(weights: JSONValue) -> [ScoreMethodology.Weight] {
    var read: [ScoreMethodology.Weight] = []
    let errors = diagnostics.count
    let components = ScoreComponent.all.map { ($0.name, $0) }
    for (component, value, path) in members(of: weights, "weights", of: "component", components) {
      guard let points = value.int64 else {
        diagnostics.append(JSONObjectReader.wrongType(value, expected: "a whole number", at: path))
        continue
      }
      if points < 0 {
        report(
          "negative-weight", "a weight is 0 or more, not \(points)", value.range, path, help: "use 0 to ignore it")
      } else if points > 100 {
        report(
          "weights-sum", "a weight is at most 100, not \(points)", value.range, path, help: "the sum must be 100")
      } else if !read.contains(where: { $0.component == component }) {
        // The parser already reported a repeated key; the first value applies.
        read.append(ScoreMethodology.Weight(component: component, points: Int(points)))
      }
    }
    let sum = read.reduce(0) { $0 + $1.points }
    if diagnostics.count == errors, sum != 100 {
      report(
        "weights-sum", "the sum of the weights is \(sum), not 100", weights.range, .root.key("weights"),
        help: sum < 100 ? "\(100 - sum) points are missing" : "\(sum - 100) points are too many")
    }
    return read
  }

  private mutating func read(caps: JSONValue) -> [ScoreMethodology.Cap] {
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
        reader.reject("score", "cap-score", "a cap requires a 'score' from 0 to 100", help: nil)
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
      reader.reject("atLeast", "cap-failures", "this cap requires 'atLeast', 1 or more", help: nil)
    default:
      reader.reject(
        "when", "cap-condition", "unknown condition",
        help: "conditions are inactive, neverSucceeded, and failuresInRow")
    }
    return nil
  }

  private mutating func read(thresholds: JSONValue) -> ScoreThresholds {
    var read = ScoreThresholds()
    let keys = ScoreThresholds.keys.map { ($0.name, $0) }
    for (key, value, path) in members(of: thresholds, "thresholds", of: "threshold", keys) {
      guard let number = value.double, key.range.contains(number) else {
        report(
          "threshold-range", "expected a number from \(key.range.lowerBound) to \(key.range.upperBound)", value.range,
          path, help: nil)
        continue
      }
      key.set(&read, number)
    }
    return read
  }

  /// Returns the members of an object whose keys are known, with their paths, and reports the others.
  private mutating func members<Key>(
    of object: JSONValue, _ name: String, of noun: String, _ known: [(name: String, key: Key)]
  ) -> [(key: Key, value: JSONValue, path: JSONPath)] {
    let path = JSONPath.root.key(name)
    guard let members = object.object else {
      diagnostics.append(JSONObjectReader.wrongType(object, expected: "an object", at: path))
      return []
    }
    return members.compactMap { member in
      if let key = known.first(where: { $0.name == member.key })?.key {
        return (key, member.value, path.key(member.key))
      }
      let names = known.map(\.name)
      let nearest = Suggestion.nearest(to: member.key, among: names).map { "did you mean '\($0)'?" }
      report(
        "unknown-\(noun)", "unknown \(noun)", member.keyRange, path.key(member.key),
        help: nearest ?? "known are \(names.joined(separator: ", "))")
      return nil
    }
  }

  private mutating func report(
    _ rule: String, _ message: String, _ range: SourceRange, _ path: JSONPath? = nil, help: String?
  ) {
    diagnostics.append(
      Diagnostic(
        .error, rule: rule, message, file: source.name, range: range, path: path?.description, help: help))
  }
}
