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
  /// Whether SwiftData may mirror its classes: unless each configuration that says it turns CloudKit off.
  var mirrorsSwiftData: Bool {
    var values: [String] = []
    for file in files {
      for index in file.tokens.indices where file.tokens[index].isWord("ModelConfiguration") {
        guard let contents = file.contents(of: index + 1) else { continue }
        values += file.arguments(in: contents).filter { $0.label == "cloudKitDatabase" }.map { file.text($0.value) }
      }
    }
    return values.isEmpty || values.contains { !$0.hasSuffix(".none") }
  }
}

extension SwiftScope {
  /// Whether the type is a class with the macro `@Model`.
  var isModel: Bool { kind == .class && attribute("Model") != nil }
}
