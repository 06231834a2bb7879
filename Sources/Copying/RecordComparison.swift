package import CloudKitRecords
package import CloudKitSchema

/// A record of the source compared with the target's record of the same name.
package struct RecordComparison: Sendable {
  package enum Difference: Hashable, Sendable {
    /// The target has no record with the name.
    case new
    /// Fields have different values; their names, sorted.
    case changed([String])
    case same
    /// The target's record is of another type, so it cannot be updated.
    case otherType(RecordType.Name)
  }

  package let source: Record
  /// The target's record; `nil` if the target has none with the name.
  package let target: Record?
  package let difference: Difference
  private let fields: [String]
  private let ignoresEmptyLists: Bool

  /// - Parameter ignoresEmptyLists: whether an empty list equals a missing value.
  init(_ source: Record, _ target: Record?, as type: ComparedType, ignoresEmptyLists: Bool) {
    self.init(source, target, type.fields, ignoresEmptyLists: ignoresEmptyLists)
  }

  private init(_ source: Record, _ target: Record?, _ fields: [String], ignoresEmptyLists: Bool) {
    self.source = source
    self.target = target
    self.fields = fields
    self.ignoresEmptyLists = ignoresEmptyLists
    difference =
      if let target {
        if target.type != source.type {
          .otherType(target.type)
        } else {
          Self.difference(source, target, fields, ignoresEmptyLists: ignoresEmptyLists)
        }
      } else {
        .new
      }
  }

  private static func difference(
    _ source: Record, _ target: Record, _ fields: [String], ignoresEmptyLists: Bool
  ) -> Difference {
    let changed = fields.filter { name in
      switch (source.fields[name], target.fields[name]) {
      case (nil, nil): false
      case (let a?, let b?): !a.isIdentical(to: b)
      case (let value?, nil), (nil, let value?): !(ignoresEmptyLists && value == .list([]))
      }
    }
    return changed.isEmpty ? .same : .changed(changed)
  }

  /// Returns the comparison without some of the fields.
  func excluding(_ names: Set<String>) -> RecordComparison {
    RecordComparison(source, target, fields.filter { !names.contains($0) }, ignoresEmptyLists: ignoresEmptyLists)
  }

  /// The values that the operation sets.
  var written: RecordFields {
    switch difference {
    case .same, .otherType: [:]
    case .new: source.fields.filter { fields.contains($0.key) }
    case .changed(let names): source.fields.filter { names.contains($0.key) }
    }
  }

  /// The operation that gives the target the source's values: a create, or an update with the target's change tag.
  /// `nil` if the records are equal or of different types.
  package var operation: RecordOperation? {
    switch difference {
    case .same, .otherType: return nil
    case .new:
      return RecordOperation(.create, Record(type: source.type, name: source.name, fields: written))
    case .changed(let names):
      let record = Record(type: source.type, name: source.name, changeTag: target?.changeTag, fields: written)
      return RecordOperation(.update, record, clearing: Set(names.filter { source.fields[$0] == nil }))
    }
  }
}
