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
  /// Whether SwiftData may mirror its classes: unless each configuration outside of memory turns CloudKit off.
  var mirrorsSwiftData: Bool {
    let databases = files.flatMap { Self.databases(in: $0) }
    return databases.isEmpty
      || databases.contains { $0 != ".none" && ($0.contains("?") || !$0.hasSuffix("CloudKitDatabase.none")) }
  }

  /// Returns the databases of configurations outside of memory, and of containers with the standard configuration.
  private static func databases(in file: SwiftFile) -> [String] {
    file.tokens.indices.compactMap { index -> String? in
      let name = file.tokens[index].text
      guard ["ModelConfiguration", "ModelContainer", "modelContainer"].contains(name),
        file[index + 1]?.isMark("(") == true, let contents = file.contents(of: index + 1)
      else { return nil }
      let arguments = file.arguments(in: contents)
      func value(_ label: String) -> String? {
        arguments.first { $0.label == label }.map { file.text($0.value) }
      }
      // What SwiftData does without a value.
      let standard = ".automatic"
      if name == "ModelConfiguration" {
        return value("isStoredInMemoryOnly") == "true" ? nil : value("cloudKitDatabase") ?? standard
      }
      let isStandard = value("for") != nil && value("configurations") == nil && value("inMemory") != "true"
      return isStandard ? standard : nil
    }
  }
}

extension SwiftScope {
  /// Whether the type is a class with the macro `@Model`.
  var isModel: Bool { kind == .class && attribute("Model") != nil }
}
