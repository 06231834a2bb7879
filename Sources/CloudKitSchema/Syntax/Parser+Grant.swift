import Diagnostics

extension Parser {
  mutating func parseGrant() {
    let start = position
    consumeKeyword()
    let permissions = parsePermissions()
    guard expect(.to) || kind.isName && !isOnNewLine else { return skipRestOfItem(isQuiet: true) }
    guard let role = parseName() else {
      report(.missingName, at: position, expected: .grant)
      return skipRestOfItem(isQuiet: true)
    }
    addGrant(permissions, to: role, from: start)
    parseFurtherRoles(permissions, from: start)
    if endsItem { return }
    // A grant has no options, so two words begin a field.
    if kind.isWord, kind(1).isWord, !kind.isReserved, !kind(1).isReserved, !startsStatement(position) {
      reportAfterLast(.missingComma)
    } else {
      skipRestOfItem(isQuiet: false)
    }
  }

  private mutating func addGrant(_ permissions: Permissions, to role: Int, from start: Int) {
    let range = tokens[role].nameRange
    let name = bytes[range.start..<range.end]
    let systemRole = SystemRole.allCases.first { name.elementsEqual($0.rawValue.utf8) }
    grants.append(GrantDeclaration(keyword: start, role: role, systemRole: systemRole, permissions: permissions))
  }

  private mutating func parsePermissions() -> Permissions {
    var permissions: Permissions = []
    var isFirst = true
    while true {
      if let permission = kind.permission {
        if permissions.contains(permission) { report(.duplicatePermission, at: position) }
        permissions.insert(permission)
        consumeKeyword()
      } else if kind.isWord, kind != .to, kind(1) == .to || kind(1) == .comma {
        report(.unknownPermission, at: position)
        position += 1
      } else {
        if isFirst { reportAfterLast(.missingPermission) }
        return permissions
      }
      isFirst = false
      if kind == .comma, kind(1) == .to {
        report(.trailingComma, at: position, expected: .to)
        position += 1
      } else if kind == .comma, kind(1).permission != nil || kind(2) == .to || kind(2) == .comma {
        position += 1
      } else if kind.permission != nil, !isOnNewLine {
        reportAfterLast(.missingComma, expected: .read)
      } else {
        return permissions
      }
    }
  }

  /// Parses the roles after the first, which CloudKit refuses (brightdigit/CelestraCloud, commit 780d47c).
  private mutating func parseFurtherRoles(_ permissions: Permissions, from start: Int) {
    while kind == .comma, kind(1).isName, kind(1) != .grant, kind(2) == .comma || kind(2) == .rightParenthesis {
      position += 1
      guard !isOnNewLine else {
        position -= 1
        return
      }
      report(.severalRoles, at: position, context: start)
      if let role = parseName() { addGrant(permissions, to: role, from: start) }
    }
  }
}
