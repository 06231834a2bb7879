import Diagnostics
import JSON

/// A reader for category maps: JSON whose `folders` object maps folder names or paths to category slugs.
struct CategoryMapReader {
  private static let keys = JSONKeys(["$schema", "version", "default", "folders"])

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var map: CategoryMap

  /// Whether a value looks like a category map.
  static func isOne(_ root: JSONValue) -> Bool {
    root.object?.contains { $0.key == "folders" } == true
  }

  /// Reads a map. Invalid entries are reported and skipped.
  init(_ root: JSONValue, of source: SourceText) {
    map = CategoryMap(file: source.name)
    guard var reader = JSONObjectReader(root, at: .root, keys: Self.keys, into: &diagnostics) else { return }
    _ = reader.string("$schema")
    if case .value(let version) = reader.int64("version"), version != 1 {
      reader.reject("version", "seed-version", "this version of the format is not known", help: "version 1 is")
    }
    if let fallback = reader.value("default"), !fallback.isNull {
      map.fallback = target("", fallback, at: JSONPath.root.key("default"))
    }
    diagnostics += reader.diagnostics
    guard let folders = reader.value("folders") else { return }
    guard let members = folders.object else {
      diagnostics.append(
        JSONObjectReader.wrongType(folders, expected: "an object", at: JSONPath.root.key("folders")))
      return
    }
    for member in members {
      let path = JSONPath.root.key("folders").key(member.key)
      if CategoryMapping.paths(of: member.key).isEmpty {
        let message = "a folder needs a name"
        diagnostics.append(
          Diagnostic(
            .error, rule: "empty-value", message, file: source.name, range: member.keyRange, path: path.description))
      } else if let entry = target(member.key, member.value, at: path) {
        map.entries.append(entry)
      }
    }
  }

  private mutating func target(_ folder: String, _ value: JSONValue, at path: JSONPath) -> CategoryMap.Entry? {
    guard let text = value.string else {
      diagnostics.append(JSONObjectReader.wrongType(value, expected: "a category's slug", at: path))
      return nil
    }
    let target = SeedValue.trimmed(text)
    guard target.isEmpty else { return CategoryMap.Entry(folder: folder, target: target, range: value.range) }
    diagnostics.append(
      Diagnostic(
        .error, rule: "empty-value", "this must not be empty", file: map.file, range: value.range,
        path: path.description, help: "give the slug of a category"))
    return nil
  }
}
