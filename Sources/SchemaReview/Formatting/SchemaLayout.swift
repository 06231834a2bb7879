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
  /// The comments; for a record type, those of its opening line.
  var comments: AttachedComments
}

struct LayoutBody {
  let name: RecordType.Name
  var items: [LayoutItem]
  /// The comments after the last item.
  var ending: [LayoutComment]
  /// The comments beside the closing parenthesis.
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
}
