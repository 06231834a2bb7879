import Foundation

/// How many files this process may have open; a thousand sockets and their other ends need more than is usual.
enum OpenFileLimit {
  /// Raises the limit as far as may be, and says what it is.
  static func raised(to wanted: UInt64) -> UInt64 {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    getrlimit(resource, &limit)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      setrlimit(resource, &limit)
      getrlimit(resource, &limit)
    }
    return UInt64(limit.rlim_cur)
  }
}
