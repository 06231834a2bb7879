import GRDB

/// Why a history could not be used. Nothing of what was asked has been done then.
package struct ProbeHistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ error: any Error, path: String) {
    switch error {
    case let error as ProbeHistoryError: self = error
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        self.init("history '\(path)' is no SQLite file, or damaged; name another by --history, or move it away")
      case .SQLITE_CANTOPEN: self.init("cannot open history '\(path)': the folder is missing, or cannot be written")
      case .SQLITE_READONLY, .SQLITE_PERM: self.init("cannot write history '\(path)': it is read-only")
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        self.init("cannot use history '\(path)': another program is writing it; try again when that has ended")
      case .SQLITE_FULL: self.init("cannot write history '\(path)': the disk is full")
      default: self.init("history '\(path)' cannot be used: SQLite says '\(error.message ?? "\(error.resultCode)")'")
      }
    default: self.init("history '\(path)' cannot be used: \(error)")
    }
  }

  init(_ description: String) { self.description = description }
}
