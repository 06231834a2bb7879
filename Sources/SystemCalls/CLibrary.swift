// The C library, for every file of this target. Foundation exports it as well, so its users gain nothing new.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Glibc)
  @_exported import Glibc
#else
  #error("the C library of this platform is unknown")
#endif

/// The constants that glibc declares as enumerations.
enum LibraryConstant {
  #if canImport(Darwin) || canImport(Musl)
    static let openFiles = RLIMIT_NOFILE
    static let streamSocket = SOCK_STREAM
  #else
    static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    static let streamSocket = Int32(SOCK_STREAM.rawValue)
  #endif
}
