import CloudKitSchema

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
    case .grant(let grant): (SystemRole(rawValue: grant.role) == nil ? 2 : 1, grant.role)
    }
  }
}
