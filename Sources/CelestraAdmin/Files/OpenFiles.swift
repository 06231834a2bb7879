import Foundation

/// How many files and connections the process may have open.
enum OpenFiles {
  /// Raises the limit as far as the system lets it; what it is then, at most 16,384.
  static func raisedLimit() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 256 }
    let wanted = min(limit.rlim_max, 16_384)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      if setrlimit(resource, &limit) != 0 { _ = getrlimit(resource, &limit) }
    }
    return Int(min(limit.rlim_cur, 16_384))
  }
}
