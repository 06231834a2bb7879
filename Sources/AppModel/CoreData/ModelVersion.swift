package import Diagnostics
import XML

/// A version of a Core Data model: the file `contents` of an `.xcdatamodel` folder.
package struct ModelVersion: Sendable {
  package let source: SourceText
  /// `nil` if the file cannot be read.
  package let model: ManagedModel?
  /// The mistakes in the file, in text order.
  package let diagnostics: [Diagnostic]

  /// The name of the version, such as `App 2`.
  package var name: String { Self.name(of: source.name) }

  package init(_ source: SourceText) {
    self.source = source
    if let conflict = source.conflictMarker {
      let message = "the file has an unresolved merge conflict"
      (model, diagnostics) = (nil, [Self.unreadable(message, source, conflict, help: "resolve the conflict in Xcode")])
      return
    }
    do {
      var reader = CoreDataModelReader(source, name: Self.name(of: source.name))
      model = try reader.read(XMLElements(source.bytes))
      diagnostics = reader.diagnostics
    } catch {
      model = nil
      let range = SourceRange(error.range.lowerBound, error.range.upperBound)
      diagnostics = [Self.unreadable(error.summary, source, range, help: "open the model in Xcode and save it")]
    }
  }

  /// Returns the name of a version from the path of its `contents`, or of the folder.
  package static func name(of path: String) -> String {
    let folder = path.split(separator: "/").last { $0.hasSuffix(".xcdatamodel") }
    return folder.map { String($0.dropLast(".xcdatamodel".count)) } ?? path
  }

  static func unreadable(_ message: String, _ source: SourceText, _ range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(
      Rule.unreadableModel.severity, rule: Rule.unreadableModel.id, message, file: source.name,
      range: range, help: help)
  }
}

extension XMLMistake {
  fileprivate var summary: String {
    switch kind {
    case .missingRoot: "the file has no element 'model'"
    case .contentAfterRoot: "there is text after the end of the model"
    case .mismatchedTag: "an end tag does not match its start tag"
    case .missingEnd, .unclosedTag: "an element is not closed: the file may be cut off"
    case .unknownEncoding: "the file is not in UTF-8"
    case .duplicateAttribute: "an element has an attribute twice"
    case .entityDeclaration: "the file declares an entity, which no model needs"
    default: "the file is not valid XML"
    }
  }
}
