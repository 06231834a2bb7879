#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("this system has no C library that is known here")
#endif

/// Calls on this process.
package enum CurrentProcess {
  /// Ends the process at once, without the usual work at the end.
  package static func exitAtOnce(_ status: Int32) -> Never { _exit(status) }

  /// Has a signal ignored.
  package static func ignore(_ signal: Signal) { setHandler(signal.rawValue) }

  /// Raises the limit of open files and connections as far as the system allows, and returns it, at most `wanted`.
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

  /// The most memory the process had at once, in megabytes.
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
    // The kernel's own limit of a process may be lower than what `setrlimit` accepts.
    private static let mostOpenFiles = 10_240
  #else
    private static let mostOpenFiles = Int.max
  #endif
}

/// A signal.
package enum Signal: Sendable {
  /// The reader of a pipe is gone.
  case brokenPipe
  /// Ctrl-C.
  case interrupt
  /// A request to end.
  case terminate

  /// The number.
  package var rawValue: Int32 {
    switch self {
    case .brokenPipe: SIGPIPE
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    }
  }
}

private func setHandler(_ number: Int32) { signal(number, SIG_IGN) }

extension rusage {
  /// Linux counts kilobytes, macOS bytes.
  var peakMegabytes: Double {
    #if canImport(Darwin)
      Double(ru_maxrss) / 1_048_576
    #else
      Double(ru_maxrss) / 1024
    #endif
  }
}
