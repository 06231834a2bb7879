package import SwiftSources

/// The Swift files of an app, with the names of the types they declare.
package struct AppSources: Sendable {
  package let files: [SwiftFile]
  let scopes: [[SwiftScope]]
  /// The kinds of the declared types by name, without extensions.
  let kinds: [String: SwiftScope.Kind]
  /// The types that other names stand for, as written.
  let aliases: [String: String]
  /// The names of `@Model` classes.
  let models: Set<String>

  package init(_ files: [SwiftFile]) {
    self.files = files
    scopes = files.map { $0.scopes() }
    var kinds: [String: SwiftScope.Kind] = [:]
    var aliases: [String: String] = [:]
    var models: Set<String> = []
    for (file, scopes) in zip(files, scopes) {
      for scope in scopes {
        for (name, type) in scope.aliases { aliases[name] = file.text(type) }
        guard scope.kind != .file, scope.kind != .extension else { continue }
        kinds[scope.name] = scope.kind
        if scope.isModel { models.insert(scope.name) }
      }
    }
    (self.kinds, self.aliases, self.models) = (kinds, aliases, models)
  }
}

extension AppSources {
  /// A store outside of memory: the tokens of its schema or its classes, and whether SwiftData may mirror it.
  typealias Store = (file: SwiftFile, schema: Range<Int>?, isMirrored: Bool)

  /// Whether SwiftData may mirror its classes: unless each configuration outside of memory turns CloudKit off.
  var mirrorsSwiftData: Bool {
    let all = stores
    return all.isEmpty || all.contains { $0.isMirrored }
  }

  /// The configurations outside of memory, and the containers with the standard configuration.
  var stores: [Store] { files.flatMap { Self.stores(in: $0) } }

  private static func stores(in file: SwiftFile) -> [Store] {
    file.tokens.indices.compactMap { index -> Store? in
      let name = file.tokens[index].text
      guard ["ModelConfiguration", "ModelContainer", "modelContainer", "init"].contains(name),
        file[index + 1]?.isMark("(") == true, let contents = file.contents(of: index + 1)
      else { return nil }
      let arguments = file.arguments(in: contents)
      func range(_ label: String) -> Range<Int>? { arguments.first { $0.label == label }.map { $0.value } }
      func value(_ label: String) -> String? { range(label).map { file.text($0) } }
      let classes = range("for") == nil ? nil : contents
      let isCreated = name == "init" && file[index - 1]?.isMark(".") == true && value("cloudKitDatabase") != nil
      if name == "ModelConfiguration" || isCreated {
        // What SwiftData does without a value.
        let database = value("cloudKitDatabase") ?? ".automatic"
        let isMirrored = database != ".none" && (database.contains("?") || !database.hasSuffix("CloudKitDatabase.none"))
        guard value("isStoredInMemoryOnly") != "true" else { return nil }
        return (file: file, schema: range("schema") ?? classes, isMirrored: isMirrored)
      }
      let isStandard = name != "init" && classes != nil && value("configurations") == nil && value("inMemory") != "true"
      return isStandard ? (file: file, schema: classes, isMirrored: true) : nil
    }
  }
}

extension SwiftScope {
  /// Whether the type is a class with the macro `@Model`.
  var isModel: Bool { kind == .class && attribute("Model") != nil }
}
