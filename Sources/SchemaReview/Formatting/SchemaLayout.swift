import CloudKitSchema
import Diagnostics

/// A schema's declarations in the order they are to be written, each with its comments.
struct SchemaLayout {
  /// The comments around `DEFINE SCHEMA`.
  var header: AttachedComments
  /// Roles and record types.
  var statements: [LayoutStatement]
  /// What stands after the last statement.
  var ending: [LayoutComment]
}

/// The comments that go where a declaration goes.
struct AttachedComments {
  /// On lines of their own above it.
  var above: [LayoutComment] = []
  /// At the end of its line; at most the last can end the line.
  var beside: [LayoutComment] = []
  /// Whether a blank line stands between what is above and the declaration itself.
  var hasBlankLineBefore = false

  /// Whether a blank line sets the declaration and its comments off from what was before.
  var startsGroup: Bool {
    get { above.first?.hasBlankLineBefore ?? hasBlankLineBefore }
    set {
      if above.isEmpty { hasBlankLineBefore = newValue } else { above[0].hasBlankLineBefore = newValue }
    }
  }
}

/// A role or a record type with its comments.
struct LayoutStatement {
  /// What a statement declares.
  enum Declaration {
    case role(String)
    case recordType(LayoutBody)
  }

  var declaration: Declaration
  /// Those of a record type stand beside its opening line.
  var comments: AttachedComments
  /// The bytes of its name, in the file it comes from.
  let place: SourceRange
}

/// What a record type declares.
struct LayoutBody {
  let name: RecordType.Name
  var items: [LayoutItem]
  /// What stands after the last item.
  var ending: [LayoutComment]
  /// What stands beside the closing parenthesis.
  var besideEnd: [LayoutComment]
}

/// A field or a grant with its comments.
struct LayoutItem {
  /// What an item declares.
  enum Declaration {
    case field(Field)
    case grant(Grant)
  }

  let declaration: Declaration
  var comments: AttachedComments
  /// The bytes of the field's name, or of the grant.
  let place: SourceRange
}
