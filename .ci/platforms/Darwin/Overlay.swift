// swift-format-ignore-file: AlwaysUseLowerCamelCase, which Apple's names are not.
// What Swift's own Darwin module adds to the C declarations. Source: swiftlang/swift, stdlib/public/Platform
// (Platform.swift, TiocConstants.swift), read 2026-11.
@_exported import Darwin

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func ioctl(_ file: CInt, _ request: UInt, _ value: CInt) -> CInt { -1 }
public func ioctl(_ file: CInt, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> CInt { -1 }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

// A macro in C, which the compiler imports.
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { _CLOCK_THREAD_CPUTIME_ID }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }

public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }
