package enum CurrentProcess {
  /// Exits the process immediately, without running exit handlers.
  package static func exitAtOnce(_ status: Int32) -> Never { _exit(status) }

  package static func end(_ status: Int32) -> Never { exit(status) }

  /// Opens /dev/null in place of standard streams that the process was started without, so that no file it opens
  /// becomes one. Reading or writing the stream still fails.
  package static func occupyClosedStreams() {
    for stream: Int32 in 0...2 {
      var status = stat()
      if fstat(stream, &status) != 0 { _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) }
    }
  }

  /// - Returns: Whether it was ignored before, as in a process that `nohup` started.
  @discardableResult
  package static func ignore(_ signal: Signal) -> Bool { ignoreSignal(signal.rawValue) }

  /// Raises the limit of open files and connections as far as the system allows, up to `wanted`, and returns the new
  /// limit.
  package static func raiseOpenFileLimit(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(LibraryConstant.openFiles, &limit) == 0 else { return min(256, wanted) }
    let most = rlim_t(min(wanted, mostOpenFiles))
    if limit.rlim_cur < most {
      limit.rlim_cur = min(most, limit.rlim_max)
      if setrlimit(LibraryConstant.openFiles, &limit) != 0 { _ = getrlimit(LibraryConstant.openFiles, &limit) }
    }
    return Int(min(limit.rlim_cur, rlim_t(wanted)))
  }

  /// The processor time of the calling thread, in seconds.
  package static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  #if canImport(Darwin)
    // The kernel's own limit per process may be lower than what `setrlimit` accepts.
    private static let mostOpenFiles = 10_240
  #else
    private static let mostOpenFiles = Int.max
  #endif
}

/// A signal, by its number in POSIX.
package enum Signal: Int32, Sendable {
  /// The end of the terminal.
  case hangUp = 1
  case interrupt = 2
  /// A write to a pipe without a reader.
  case brokenPipe = 13
  /// A request to terminate.
  case terminate = 15
}

private func ignoreSignal(_ number: Int32) -> Bool {
  unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
