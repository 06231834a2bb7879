import Foundation

/// The limit of open files and connections.
enum OpenFiles {
  /// Raises the limit to at most 16,384 and returns the new limit.
  static func raisedLimit() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 256 }
    let target = min(limit.rlim_max, 16_384)
    if limit.rlim_cur < target {
      limit.rlim_cur = target
      if setrlimit(resource, &limit) != 0 { _ = getrlimit(resource, &limit) }
    }
    return Int(min(limit.rlim_cur, 16_384))
  }
}
