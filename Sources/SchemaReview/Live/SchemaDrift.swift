import CloudKitSchema
package import Diagnostics

/// The differences in meaning between a live schema and the file that should describe it.
package struct SchemaDrift: Sendable {
  package let changes: [SchemaChange]
  /// One finding per change, at its place in the file.
  package let findings: [Diagnostic]

  /// CloudKit's own record types may be missing on either side.
  /// - Parameter environment: The environment of the live schema, which `schema pull` is told to read; `nil` for its
  ///   default.
  package init(of live: SchemaDocument, from file: SchemaDocument, in environment: String? = nil) {
    let comparison = SchemaComparison(from: live, to: file)
    let pull = "schema pull" + (environment.map { " --environment \($0)" } ?? "") + " \(comparison.newName)"
    changes = comparison.diff.changes
    findings = changes.map { change in
      let sides = comparison.sides(of: change.declaration)
      let (message, help) = Self.text(change, live: comparison.oldName, file: comparison.newName, pull)
      return Diagnostic(
        .error, rule: change.driftRule.id, message, file: comparison.newName, range: sides.range,
        subject: change.declaration.description, help: help)
    }
  }

  private static func text(
    _ change: SchemaChange, live: String, file: String, _ pull: String
  ) -> (message: String, help: String) {
    func only(_ what: String, isInFile: Bool) -> (String, String) {
      isInFile
        ? ("\(what) is in \(file) but not in \(live)", "deploy \(file), or remove the declaration from it")
        : ("\(what) is in \(live) but not in \(file)", "'\(pull)' replaces \(file) with what \(live) has")
    }
    func both(_ what: String, _ old: String, _ new: String) -> (String, String) {
      ("\(what): \(old) in \(live), \(new) in \(file)", "deploy \(file), or run '\(pull)'")
    }
    return switch change {
    case .roleAdded(let role): only("role \(role)", isInFile: true)
    case .roleRemoved(let role): only("role \(role)", isInFile: false)
    case .recordTypeAdded(let type): only("record type \(type.name)", isInFile: true)
    case .recordTypeRemoved(let type): only("record type \(type.name)", isInFile: false)
    case .fieldAdded(let field, let type): only("\(type).\(field.name) (\(field.typeAndIndexes))", isInFile: true)
    case .fieldRemoved(let field, let type): only("\(type).\(field.name) (\(field.typeAndIndexes))", isInFile: false)
    case .grantAdded(let grant, let type): only("\(grant) on \(type)", isInFile: true)
    case .grantRemoved(let grant, let type): only("\(grant) on \(type)", isInFile: false)
    case .fieldTypeChanged(let field, let type, let old, let new): both("\(type).\(field)", "\(old)", "\(new)")
    case .indexesChanged(let field, let type, let old, let new):
      both("\(type).\(field)", old.shown, new.shown)
    case .permissionsChanged(let role, let type, let old, let new):
      both("grant to \(NameSpelling.spelling(role)) on \(type)", "\(old)", "\(new)")
    }
  }
}
