import CloudKitSchema
import Diagnostics

/// The declarations of a schema in print order, each with its comments.
struct SchemaLayout {
  /// The comments around `DEFINE SCHEMA`.
  var header: AttachedComments
  var statements: [LayoutStatement]
  /// The comments after the last statement.
  var ending: [LayoutComment]
}

struct AttachedComments {
  /// The comments on the lines above.
  var above: [LayoutComment] = []
  /// The comments at the end of the line. Only the last can end the line.
  var beside: [LayoutComment] = []
  /// Whether a blank line is directly above the declaration.
  var hasBlankLineBefore = false

  /// Whether a blank line is above the declaration and its comments.
  var startsGroup: Bool {
    get { above.first?.hasBlankLineBefore ?? hasBlankLineBefore }
    set {
      if above.isEmpty { hasBlankLineBefore = newValue } else { above[0].hasBlankLineBefore = newValue }
    }
  }
}

/// A role or a record type with its comments.
struct LayoutStatement {
  enum Declaration {
    case role(String)
    case recordType(LayoutBody)
  }

  var declaration: Declaration
  var comments: AttachedComments
}

struct LayoutBody {
  let name: RecordType.Name
  var items: [LayoutItem]
  /// The comments after the last item.
  var ending: [LayoutComment]
  var besideEnd: [LayoutComment]
}

/// A field or a grant with its comments.
struct LayoutItem {
  enum Declaration {
    case field(Field)
    case grant(Grant)
  }

  let declaration: Declaration
  var comments: AttachedComments
  /// The bytes of the field's name, or of the grant.
  let place: SourceRange

  var isField: Bool {
    if case .field = declaration { true } else { false }
  }

  func name(in recordType: RecordType.Name) -> DeclarationName {
    switch declaration {
    case .field(let field): .field(field.name, of: recordType)
    case .grant(let grant): .grant(to: grant.role, of: recordType)
    }
  }
}

extension SchemaLayout {
  /// The layout in the order of an Apple export: sorted by the bytes of the names, with grants to system roles first.
  /// Comments move with their declarations; blank lines between items are removed.
  ///
  /// Source: thirty exports in public repositories (seen 2026-11).
  var inExportOrder: SchemaLayout {
    var layout = self
    layout.statements.sort { $0.exportKey < $1.exportKey }
    for index in layout.statements.indices {
      guard case .recordType(var body) = layout.statements[index].declaration else { continue }
      body.items.sort { $0.exportKey < $1.exportKey }
      for item in body.items.indices { body.items[item].comments.startsGroup = false }
      layout.statements[index].declaration = .recordType(body)
    }
    return layout
  }
}

extension LayoutStatement {
  fileprivate var exportKey: (kind: Int, name: String) {
    switch declaration {
    case .role(let name): (0, name)
    case .recordType(let body): (1, body.name)
    }
  }
}

extension LayoutItem {
  fileprivate var exportKey: (kind: Int, name: String) {
    switch declaration {
    case .field(let field): (0, field.name)
    case .grant(let grant): (1 + grant.exportKey.isCustom, grant.role)
    }
  }
}
