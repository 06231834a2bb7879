import SwiftSources

/// The `@Model` classes of sources, by version.
struct ModelClasses {
  struct Found {
    let file: Int
    let scope: SwiftScope
  }

  /// The classes that the app uses, in the order of the files.
  private(set) var current: [Found] = []
  /// The other copies of the same classes, in older versioned schemas.
  private(set) var earlier: [(version: String, classes: [Found])] = []
  /// The classes that the app lists as its schema; `nil` if no list was found.
  private(set) var listed: Set<String>?
  /// The classes of stores without CloudKit, and those of the others; empty unless each of the others shows its own.
  private(set) var stores: (local: Set<String>, mirrored: Set<String>) = ([], [])

  init(_ sources: AppSources) {
    var all: [String: [Found]] = [:]
    var names: [String] = []
    for (file, scopes) in sources.scopes.enumerated() {
      for scope in scopes where scope.isModel {
        if all[scope.name] == nil { names.append(scope.name) }
        all[scope.name, default: []].append(Found(file: file, scope: scope))
      }
    }
    let versions = Self.versions(sources)
    var older: [String: [Found]] = [:]
    for name in names {
      let copies = (all[name] ?? []).sorted {
        Self.order($0, versions).lexicographicallyPrecedes(Self.order($1, versions))
      }
      // `typealias Feed = SchemaV2.Feed` says which copy the app uses.
      let alias = sources.aliases[name]
      let used = copies.last { alias == ($0.scope.enclosing + [name]).joined(separator: ".") } ?? copies.last
      for copy in copies {
        if copy.scope.place == used?.scope.place, copy.file == used?.file {
          current.append(copy)
        } else {
          older[copy.scope.enclosing.last ?? "", default: []].append(copy)
        }
      }
    }
    earlier = older.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let lists = Self.lists(in: sources)
    listed = Self.listed(sources, lists)
    for store in sources.stores {
      let found = store.schema.map { Self.names(in: $0, of: store.file) } ?? []
      let words = store.file.tokens[store.schema ?? 0..<0].filter { $0.kind == .word }
      let list = found.isEmpty ? lists[words.last?.text ?? ""] ?? [] : found
      let classes = list.intersection(sources.models)
      guard store.isMirrored else {
        stores.local.formUnion(classes)
        continue
      }
      guard !classes.isEmpty else {
        stores = ([], [])
        return
      }
      stores.mirrored.formUnion(classes)
    }
  }

  /// Returns the numbers of versioned schemas by name.
  private static func versions(_ sources: AppSources) -> [String: [Int]] {
    var versions: [String: [Int]] = [:]
    for (file, scopes) in zip(sources.files, sources.scopes) {
      for scope in scopes {
        guard let property = scope.properties.first(where: { $0.name == "versionIdentifier" }),
          let range = property.value ?? property.getter
        else { continue }
        versions[scope.name.split(separator: ".").last.map(String.init) ?? ""] =
          file.tokens[range.clamped(to: file.tokens.indices)].filter { $0.kind == .number }.compactMap { Int($0.text) }
      }
    }
    return versions
  }

  /// The place of a copy among the versions; a class outside a versioned schema is the newest.
  private static func order(_ found: Found, _ versions: [String: [Int]]) -> [Int] {
    guard let name = found.scope.enclosing.last else { return [Int.max] }
    if let version = versions[name] { return version }
    let digits = name.reversed().prefix(while: \.isWholeNumber)
    return [Int(String(digits.reversed())) ?? 0]
  }

  /// Returns the classes in `Schema([…])`, `ModelContainer(for: …)`, and the property `models` of versioned schemas;
  /// `nil` if there are none, or if one of the calls takes a list that is not found.
  private static func listed(_ sources: AppSources, _ lists: [String: Set<String>]) -> Set<String>? {
    var listed = lists["models"] ?? []
    // A container takes classes, or a schema that another call creates.
    var hasSchema = false
    var needsSchema = false
    for file in sources.files {
      for (index, token) in file.tokens.enumerated()
      where ["Schema", "ModelContainer", "modelContainer"].contains(token.text) && token.kind == .word {
        guard file[index + 1]?.isMark("(") == true, let contents = file.contents(of: index + 1),
          let first = file.arguments(in: contents).first, token.text == "Schema" || first.label == "for"
        else { continue }
        hasSchema = hasSchema || token.text == "Schema"
        listed.formUnion(names(in: contents, of: file))
        guard names(in: first.value, of: file).isEmpty else { continue }
        // An expression of several lists is not evaluated.
        let isName = file.tokens[first.value].allSatisfy { $0.kind == .word || $0.isMark(".") }
        if isName, let list = lists[file[first.value.upperBound - 1]?.text ?? ""] {
          listed.formUnion(list)
        } else if token.text == "ModelContainer" {
          needsSchema = true
        } else {
          return nil
        }
      }
    }
    let known = listed.intersection(sources.models)
    return known.isEmpty || needsSchema && !hasSchema ? nil : known
  }

  /// Returns the classes in the values of properties, and of variables with a schema, by their names.
  private static func lists(in sources: AppSources) -> [String: Set<String>] {
    var lists: [String: Set<String>] = [:]
    for (file, scopes) in zip(sources.files, sources.scopes) {
      for property in scopes.flatMap(\.properties) {
        guard let range = property.getter ?? property.value else { continue }
        let found = names(in: range, of: file)
        if !found.isEmpty { lists[property.name, default: []].formUnion(found) }
      }
      for index in file.tokens.indices.dropFirst(2) where file.tokens[index].isWord("Schema") {
        guard file.tokens[index - 1].isMark("="), let list = file.contents(of: index + 1) else { continue }
        let found = names(in: list, of: file)
        if !found.isEmpty { lists[file.tokens[index - 2].text, default: []].formUnion(found) }
      }
    }
    return lists
  }

  /// Returns the names before `.self`.
  private static func names(in range: Range<Int>, of file: SwiftFile) -> Set<String> {
    let words = range.clamped(to: 2..<max(2, file.tokens.count)).filter {
      file.tokens[$0].isWord("self") && file.tokens[$0 - 1].isMark(".")
    }
    return Set(words.map { file.tokens[$0 - 2].text })
  }
}
