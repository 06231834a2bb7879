import CloudKitSchema

extension SchemaLayout {
  /// The layout in the order of an Apple export (see `Schema.inExportOrder`); comments go where their declarations go,
  /// blank lines between items go away with the order they stood for.
  var inExportOrder: SchemaLayout {
    var layout = self
    layout.statements = Self.sorted(statements) { statement in
      switch statement.declaration {
      case .role(let name): (0, name)
      case .recordType(let body): (1, body.name)
      }
    }
    for index in layout.statements.indices {
      guard case .recordType(var body) = layout.statements[index].declaration else { continue }
      body.items = Self.sorted(body.items) { item in
        switch item.declaration {
        case .field(let field): (0, field.name)
        case .grant(let grant): (SystemRole(rawValue: grant.role) == nil ? 2 : 1, grant.role)
        }
      }
      for item in body.items.indices { body.items[item].comments.startsGroup = false }
      layout.statements[index].declaration = .recordType(body)
    }
    return layout
  }

  /// Elements by kind and name, those of one name as they were.
  private static func sorted<Element>(
    _ elements: [Element], by key: (Element) -> (kind: Int, name: String)
  ) -> [Element] {
    let keys = elements.map(key)
    let order = elements.indices.sorted { lhs, rhs in
      (keys[lhs].kind, keys[lhs].name, lhs) < (keys[rhs].kind, keys[rhs].name, rhs)
    }
    return order.map { elements[$0] }
  }
}
