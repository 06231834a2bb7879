import CloudKitRecords
import GRDB

extension RecordStoreError {
  /// Converts an error from reading or writing a container. Nothing of the request has been written.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as RecordStoreError: self = error
    case let misfit as MisfitValue:
      self = .malformedReply(
        reason: "field '\(misfit.field)' of a record in container '\(path)' holds \(misfit.found), not \(misfit.type);"
          + " mend or clear it")
    case is CancellationError: self = .stopped
    case let error as DatabaseError: self.init(error, path: path)
    default: self = .unavailable(reason: "container '\(path)' cannot be used: \(error)")
    }
  }

  private init(_ error: DatabaseError, path: String) {
    let words = error.message ?? "\(error.resultCode)"
    self =
      switch error.resultCode {
      case _ where error.isDiskFull:
        .unavailable(
          reason: "cannot write container '\(path)': the disk is full; free some space and run it again")
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        .unavailable(
          reason: "cannot use container '\(path)': another program is writing it; try again when that has ended")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
        .unavailable(
          reason: "cannot write container '\(path)': the file or its folder is read-only; change the permissions")
      case .SQLITE_IOERR:
        .unavailable(reason: "cannot use container '\(path)': the disk answers with an error ('\(words)')")
      case .SQLITE_CORRUPT, .SQLITE_NOTADB:
        .malformedReply(
          reason: "container '\(path)' is damaged: SQLite says '\(words)'; restore it from a copy, or make a new one")
      case .SQLITE_TOOBIG:
        .badRequest(reason: "a value is larger than SQLite can hold")
      default: .unavailable(reason: "container '\(path)' cannot be used: SQLite says '\(words)'")
      }
  }
}

extension DatabaseError {
  /// Whether the disk is full, for the container or for the index of its log.
  var isDiskFull: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
}
