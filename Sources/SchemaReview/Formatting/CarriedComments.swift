package import CloudKitSchema
import Diagnostics

/// The text of a schema file, such as an export without comments, with the comments of another file.
///
/// Each comment moves to the declaration with the same name.
package struct CarriedComments: Sendable {
  /// The text, formatted if comments were carried over.
  package let text: String
  package let carried: Int
  /// The number of comments of declarations that the text does not have.
  package let dropped: Int

  /// Carries the comments of one file over to another. Both files must have no syntax mistakes.
  package init(of commented: SchemaFile, onto file: SchemaFile) {
    var origin = CommentsByName(LayoutReader.read(commented))
    var layout = LayoutReader.read(file)
    var carried = layout.header.carry(origin.header) + layout.ending.carry(origin.ending)
    for index in layout.statements.indices {
      let name: DeclarationName
      switch layout.statements[index].declaration {
      case .role(let role): name = .role(role)
      case .recordType(var body):
        name = .recordType(body.name)
        for item in body.items.indices {
          carried += body.items[item].comments.carry(origin.removeComments(of: body.items[item].name(in: body.name)))
        }
        var end = AttachedComments(above: body.ending, beside: body.besideEnd)
        carried += end.carry(origin.ends.removeValue(forKey: body.name) ?? AttachedComments())
        (body.ending, body.besideEnd) = (end.above, end.beside)
        layout.statements[index].declaration = .recordType(body)
      }
      carried += layout.statements[index].comments.carry(origin.removeComments(of: name))
    }
    self.carried = carried
    dropped = origin.count
    text = carried > 0 ? LayoutPrinter.print(layout) : file.source.string(SourceRange(0, file.source.bytes.count))
  }
}

private struct CommentsByName {
  let header: AttachedComments
  let ending: [LayoutComment]
  var ends: [RecordType.Name: AttachedComments] = [:]
  private var declarations: [DeclarationName: AttachedComments] = [:]

  init(_ layout: SchemaLayout) {
    header = layout.header
    ending = layout.ending
    for statement in layout.statements {
      switch statement.declaration {
      case .role(let name): declarations[.role(name)] = statement.comments
      case .recordType(let body):
        declarations[.recordType(body.name)] = statement.comments
        ends[body.name] = AttachedComments(above: body.ending, beside: body.besideEnd)
        // A role can have several grants.
        for item in body.items {
          _ = declarations[item.name(in: body.name), default: AttachedComments()].carry(item.comments)
        }
      }
    }
  }

  /// The number of comments that have not been removed.
  var count: Int {
    (Array(declarations.values) + Array(ends.values)).reduce(0) { $0 + $1.above.count + $1.beside.count }
  }

  mutating func removeComments(of name: DeclarationName) -> AttachedComments {
    declarations.removeValue(forKey: name) ?? AttachedComments()
  }
}

extension AttachedComments {
  /// Adds the comments of the same declaration in another file, without duplicates.
  /// - Returns: The number of added comments.
  fileprivate mutating func carry(_ other: AttachedComments) -> Int {
    let startsGroup = startsGroup
    if above.isEmpty { hasBlankLineBefore = false }
    let known = Set(beside.map(\.words))
    let missing = other.beside.filter { !known.contains($0.words) }
    // Only the last comment of a line can end it.
    let added = beside.isEmpty ? beside.carry(missing) : above.carry(missing)
    let count = above.carry(other.above) + added
    self.startsGroup = startsGroup
    return count
  }
}

extension [LayoutComment] {
  /// Adds comments, without duplicates.
  /// - Returns: The number of added comments.
  fileprivate mutating func carry(_ others: [LayoutComment]) -> Int {
    let count = count
    add(others)
    return self.count - count
  }
}
