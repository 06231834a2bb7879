package import CloudKitWire
package import Diagnostics
import JSON

/// A file of routes that its author confirmed, each with its source and date.
package struct RouteFile: Sendable {
  /// The routes, if the file has no mistakes.
  package let routes: [ManagementRoute]
  /// The mistakes in the file.
  package let diagnostics: [Diagnostic]

  private static let fileKeys = JSONKeys(["routes"])
  private static let routeKeys = JSONKeys(["operation", "method", "path", "body", "status", "source", "confirmed"])

  /// Reads a file and reports every mistake in it.
  package init(_ source: SourceText) {
    var diagnostics: [Diagnostic] = []
    var routes: [ManagementRoute] = []
    if let document = JSONDocument.parse(source, into: &diagnostics),
      var file = JSONObjectReader(document.root, at: .root, keys: Self.fileKeys, into: &diagnostics)
    {
      let entries = file.value("routes")?.array.map(Array.init)
      if entries == nil { file.reject("routes", "json-type", "expected an array of routes", help: nil) }
      diagnostics += file.diagnostics
      let path = JSONPath.root.key("routes").elements
      for (index, value) in (entries ?? []).enumerated() {
        guard var entry = JSONObjectReader(value, at: path(index), keys: Self.routeKeys, into: &diagnostics) else {
          continue
        }
        if let route = Self.route(&entry) {
          if routes.contains(where: { $0.operation == route.operation }) {
            entry.reject("operation", "invalid-value", "the operation has two routes", help: "keep one")
          }
          routes.append(route)
        }
        diagnostics += entry.diagnostics
      }
    }
    self.routes = diagnostics.isEmpty ? routes : []
    self.diagnostics = diagnostics
  }

  private static func route(_ entry: inout JSONObjectReader) -> ManagementRoute? {
    let operation = word("operation", of: &entry, ManagementRoute.Operation.self)
    let method = word("method", of: &entry, ManagementRoute.Method.self)
    let body = word("body", of: &entry, ManagementRoute.Body.self)
    let path = path(&entry)
    let source = entry.requiredString("source")
    let date = entry.requiredString("confirmed")
    guard case .value(let status) = entry.int64("status"), (200..<300).contains(status) else {
      entry.reject("status", "invalid-value", "the status of the answer must be 200 to 299", help: nil)
      return nil
    }
    if let date, date.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) == nil {
      entry.reject("confirmed", "invalid-value", "this is not a date", help: "write it as 2026-11-22")
    }
    guard let operation, let method, let body, let path, let source, let date else { return nil }
    if operation.isRead, method != .get {
      entry.reject("method", "invalid-value", "a route that reads must use GET", help: nil)
    }
    let needsFile = operation == .validate || operation == .import
    if needsFile != (body == .file) {
      entry.reject(
        "body", "invalid-value",
        "the body of \(operation.rawValue) must be "
          + (needsFile ? "'file'" : "'none'"), help: nil)
    }
    return ManagementRoute(
      operation, method, path, body: body, status: Int(status), .user, source: "\(source), \(date)")
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, of entry: inout JSONObjectReader, _: Word.Type
  ) -> Word? {
    guard let text = entry.requiredString(key) else { return nil }
    if let word = Word(rawValue: text) { return word }
    entry.reject(
      key, "invalid-value", "unknown \(key)", help: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    return nil
  }

  private static func path(_ entry: inout JSONObjectReader) -> String? {
    guard let path = entry.requiredString("path") else { return nil }
    let plain = ["{teamId}", "{containerId}", "{environment}"].reduce(path) { $0.replacing($1, with: "x") }
    if plain.wholeMatch(of: #//v1(/[A-Za-z0-9_-]+)+/#) != nil { return path }
    entry.reject(
      "path", "invalid-value", "this is not a path of the management API",
      help: "write it as /v1/… with the placeholders {teamId}, {containerId}, and {environment}")
    return nil
  }
}
