import Diagnostics

/// Grants: permissions, one role.
extension Parser {
  mutating func grant() {
    let start = position
    keyword()
    let permissions = permissions()
    guard take(.to) || kind.isName && !isOnNewLine else { return rest(isQuiet: true) }
    guard let role = name() else {
      mistake(.missingName, at: position, expected: .grant)
      return rest(isQuiet: true)
    }
    grant(permissions, to: role, from: start)
    furtherRoles(permissions, from: start)
    if !endsItem { rest(isQuiet: false) }
  }

  private mutating func grant(_ permissions: Permissions, to role: Int, from start: Int) {
    let range = tokens[role].nameRange
    let name = bytes[range.start..<range.end]
    let systemRole = SystemRole.allCases.first { name.elementsEqual($0.rawValue.utf8) }
    grants.append(GrantDeclaration(keyword: start, role: role, systemRole: systemRole, permissions: permissions))
  }

  private mutating func permissions() -> Permissions {
    var permissions: Permissions = []
    var isFirst = true
    while true {
      if let permission = kind.permission {
        if permissions.contains(permission) { mistake(.duplicatePermission, at: position) }
        permissions.insert(permission)
        keyword()
      } else if kind.isWord, kind != .to, kind(1) == .to || kind(1) == .comma {
        mistake(.unknownPermission, at: position)
        position += 1
      } else {
        if isFirst { mistakeAfterLast(.missingPermission) }
        return permissions
      }
      isFirst = false
      if kind == .comma, kind(1) == .to {
        mistake(.trailingComma, at: position, expected: .to)
        position += 1
      } else if kind == .comma, kind(1).permission != nil || kind(2) == .to || kind(2) == .comma {
        position += 1
      } else if kind.permission != nil, !isOnNewLine {
        mistakeAfterLast(.missingComma, expected: .read)
      } else {
        return permissions
      }
    }
  }

  /// The roles a grant names after its first, which CloudKit refuses (brightdigit/CelestraCloud, commit 780d47c).
  private mutating func furtherRoles(_ permissions: Permissions, from start: Int) {
    while kind == .comma, kind(1).isName, kind(1) != .grant, kind(2) == .comma || kind(2) == .rightParenthesis {
      position += 1
      guard !isOnNewLine else {
        position -= 1
        return
      }
      mistake(.severalRoles, at: position, context: start)
      if let role = name() { grant(permissions, to: role, from: start) }
    }
  }
}
