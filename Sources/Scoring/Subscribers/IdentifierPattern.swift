import SystemCalls

/// Kind of personal identifier that a file of counts must not contain.
package enum IdentifierPattern: String, Sendable {
  case emailAddress = "an email address"
  case ipAddress = "an IP address"
  case userRecordName = "a CloudKit user record name"

  /// Finds an identifier in a cell: an address anywhere in it, also percent-encoded, 32 hexadecimal digits after an
  /// underscore anywhere in it, or an IP address that is the whole cell.
  ///
  /// Source of the digits: Apple's user record names, seen in CloudKit Console and answers of CloudKit Web Services.
  init?(in cell: String) {
    // Most cells are numbers and dates, which never contain identifiers.
    guard cell.utf8.contains(where: "@%_.:".utf8.contains) else { return nil }
    if cell.firstMatch(of: #/[^\s@](@|%40)[^\s@]+\.[^\s@.]/#) != nil {
      self = .emailAddress
    } else if cell.firstMatch(of: #/_[0-9A-Fa-f]{32}/#) != nil {
      self = .userRecordName
    } else if HostLookup.bytes(of: cell) != nil {
      self = .ipAddress
    } else {
      return nil
    }
  }
}
