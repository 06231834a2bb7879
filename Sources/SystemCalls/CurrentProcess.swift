/// System calls that affect the current process.
package enum CurrentProcess {
  /// Exits the process immediately, without running exit handlers.
  package static func exitAtOnce(_ status: Int32) -> Never { _exit(status) }

  /// Ignores a signal.
  package static func ignore(_ signal: Signal) { setHandler(signal.rawValue) }

  /// Raises the limit of open files and connections as far as the system allows, up to `wanted`, and returns the new
  /// limit.
  package static func raiseOpenFileLimit(to wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return min(256, wanted) }
    let most = rlim_t(min(wanted, mostOpenFiles))
    if limit.rlim_cur < most {
      limit.rlim_cur = min(most, limit.rlim_max)
      if setrlimit(openFiles, &limit) != 0 { _ = getrlimit(openFiles, &limit) }
    }
    return Int(min(limit.rlim_cur, rlim_t(wanted)))
  }

  /// The peak memory of the process, in megabytes.
  package static var peakMegabytes: Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage.peakMegabytes
  }

  #if canImport(Glibc)
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let openFiles = RLIMIT_NOFILE
  #endif

  #if canImport(Darwin)
    // The kernel's own limit per process may be lower than what `setrlimit` accepts.
    private static let mostOpenFiles = 10_240
  #else
    private static let mostOpenFiles = Int.max
  #endif
}

/// A signal, by its number in POSIX.
package enum Signal: Int32, Sendable {
  /// Ctrl-C.
  case interrupt = 2
  /// A write to a pipe without a reader.
  case brokenPipe = 13
  /// A request to terminate.
  case terminate = 15
}

private func setHandler(_ number: Int32) { signal(number, SIG_IGN) }

extension rusage {
  /// The peak memory in megabytes. Linux reports kilobytes, macOS bytes.
  var peakMegabytes: Double {
    #if canImport(Darwin)
      Double(ru_maxrss) / 1_048_576
    #else
      Double(ru_maxrss) / 1024
    #endif
  }
}
