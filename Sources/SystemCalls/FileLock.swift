/// An exclusive lock among processes, held by an open file until the lock is released or the process ends.
package final class FileLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Takes the lock of a file, which is created if it is missing; returns `nil` if another process holds it.
  package init?(_ path: String) throws(SystemError) {
    self.path = path
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw .last }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let failure = SystemError.last
        close(file)
        if failure == SystemError(EWOULDBLOCK) { return nil }
        throw failure
      }
      // The last holder may have removed the file after it was opened here.
      var (opened, current) = (stat(), stat())
      if fstat(file, &opened) == 0, stat(path, &current) == 0, opened.st_ino == current.st_ino {
        descriptor = file
        return
      }
      close(file)
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }
}
