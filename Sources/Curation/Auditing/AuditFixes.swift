package import CloudKitRecords

extension CatalogAudit.Outcome {
  /// The safe fixes, merged into one change per record and grouped by type and action, deletions last.
  package var fixes: [PlannedChange] {
    var merged: [RecordName: PlannedChange] = [:]
    for fix in findings.compactMap(\.fix) {
      let name = fix.operation.record.name
      guard let other = merged[name], !fix.operation.kind.isDelete else {
        merged[name] = fix
        continue
      }
      if other.operation.kind.isDelete { continue }
      var operation = other.operation
      operation.record.fields.merge(fix.operation.record.fields) { _, new in new }
      operation.cleared.formUnion(fix.operation.cleared)
      merged[name] = PlannedChange(operation, title: other.title)
    }
    let order: [RecordOperation.Kind] = [.create, .update, .delete]
    return merged.values.sorted { lhs, rhs in
      let places = (order.firstIndex(of: lhs.operation.kind) ?? 0, order.firstIndex(of: rhs.operation.kind) ?? 0)
      if places.0 != places.1 { return places.0 < places.1 }
      let records = (lhs.operation.record, rhs.operation.record)
      return (records.0.type, records.0.name.rawValue) < (records.1.type, records.1.name.rawValue)
    }
  }
}
