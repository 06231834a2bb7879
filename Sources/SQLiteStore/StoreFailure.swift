import CloudKitRecords
import GRDB

extension RecordStoreError {
  /// Converts an error from reading or writing a container. Nothing of the request has been written.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as RecordStoreError: self = error
    case let misfit as MisfitValue:
      self = .malformedReply(reason: misfit.message(at: "a record of '\(path)'"))
    case is CancellationError: self = .stopped
    case let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG:
      self = .badRequest(reason: "a value is larger than SQLite can hold")
    case let error as DatabaseError:
      let cause = LocalContainerError.Cause(error, isWriting: true)
      let reason = LocalContainerError(path, cause).description
      if case .damaged = cause { self = .malformedReply(reason: reason) } else { self = .unavailable(reason: reason) }
    default: self = .unavailable(reason: "cannot use container '\(path)': \(error)")
    }
  }
}

extension LocalContainerError.Cause {
  init(_ error: DatabaseError, isWriting: Bool) {
    let message = error.message ?? "\(error.resultCode)"
    self =
      switch error.resultCode {
      // A full disk has no room for the container or for the index of its log.
      case .SQLITE_FULL: .diskFull
      case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull
      case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
      case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: isWriting ? .readOnly : .unreadable
      case .SQLITE_NOTADB: .notAContainer("it is not a SQLite database")
      case .SQLITE_CORRUPT: .damaged(message)
      default: .failed(message)
      }
  }
}
