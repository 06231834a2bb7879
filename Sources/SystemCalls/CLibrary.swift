// The C library, for every file of this target. Foundation exports it as well, so its users gain nothing new.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif
