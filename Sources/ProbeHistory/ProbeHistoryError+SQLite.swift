import FeedHealth
import GRDB

extension ProbeHistoryError {
  init(_ error: any Error, path: String) {
    switch error {
    case let error as ProbeHistoryError: self = error
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        self.init(
          "history '\(path)' is not an SQLite file, or is damaged; name another with --history, or move it away")
      case .SQLITE_CANTOPEN:
        self.init("cannot open history '\(path)': the folder is missing or not writable")
      case .SQLITE_READONLY, .SQLITE_PERM: self.init("cannot write history '\(path)': it is read-only")
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        self.init("cannot use history '\(path)': another program is writing it; try again when that program has ended")
      case .SQLITE_FULL: self.init("cannot write history '\(path)': the disk is full")
      default: self.init("cannot use history '\(path)': SQLite reports '\(error.message ?? "\(error.resultCode)")'")
      }
    default: self.init("cannot use history '\(path)': \(error)")
    }
  }
}
