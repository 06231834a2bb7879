import Diagnostics
import JSON

/// A reader for category maps: JSON whose `folders` object maps folder names or paths to category slugs.
struct CategoryMapReader {
  private static let keys = JSONKeys(["$schema", "version", "default", "folders"])

  private(set) var file: SeedFile
  private var map: CategoryMap

  static func recognizes(_ root: JSONValue) -> Bool {
    root.object?.contains { $0.key == "folders" } == true
  }

  /// Invalid entries are reported and skipped.
  init(_ root: JSONValue, of source: SourceText) {
    file = SeedFile(source)
    map = CategoryMap(file: source.name)
    defer { file.categoryMap = map }
    guard var reader = JSONObjectReader(root, at: .root, keys: Self.keys, into: &file.diagnostics) else { return }
    reader.checkSeedVersion()
    file.diagnostics += reader.diagnostics
    if let fallback = reader.value("default"), !fallback.isNull {
      map.fallback = target("", fallback, at: JSONPath.root.key("default"))
    }
    guard let folders = reader.value("folders") else { return }
    let path = JSONPath.root.key("folders")
    guard let members = folders.object else {
      file.diagnostics.append(JSONObjectReader.wrongType(folders, expected: "an object", at: path))
      return
    }
    for member in members {
      let path = path.key(member.key)
      if CategoryMapping.paths(of: member.key).isEmpty {
        file.report(.error, rule: "empty-value", "a folder needs a name", range: member.keyRange, path: path)
      } else if let entry = target(member.key, member.value, at: path) {
        map.entries.append(entry)
      }
    }
  }

  private mutating func target(_ folder: String, _ value: JSONValue, at path: JSONPath) -> CategoryMap.Entry? {
    guard let target = value.string.map(SeedValue.trimmed) else {
      file.diagnostics.append(JSONObjectReader.wrongType(value, expected: "a category's slug", at: path))
      return nil
    }
    if !target.isEmpty { return CategoryMap.Entry(folder: folder, target: target, range: value.range) }
    file.report(
      .error, rule: "empty-value", "this must not be empty", range: value.range, path: path,
      help: "give the slug of a category")
    return nil
  }
}

extension JSONObjectReader {
  /// Reads the keys `$schema` and `version`, and reports an unknown version of the seed format.
  mutating func checkSeedVersion() {
    _ = string("$schema")
    if case .value(let version) = int64("version"), version != 1 {
      reject("version", "seed-version", "this version of the format is not known", help: "version 1 is")
    }
  }
}

/// A map from list folders to categories, read from a category map file.
package struct CategoryMap: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    /// The folder's name, or its path with '/' between the names, as written.
    let folder: String
    /// The category's slug or name.
    let target: String
    /// The location of the target.
    let range: SourceRange
  }

  /// The file, as the user named it.
  package let file: String
  /// The entries, in file order.
  var entries: [Entry] = []
  /// The category for feeds whose folders do not determine one. Its `folder` is empty.
  var fallback: Entry?

  package func leads(to category: String) -> Bool {
    let folded = CategoryMapping.folded(category)
    return (entries + [fallback].compactMap(\.self)).contains { CategoryMapping.folded($0.target) == folded }
  }
}
