// swift-format-ignore-file: AlwaysUseLowerCamelCase, which the names of C are not.
// What Swift's own Musl module adds to the C declarations. Source: swiftlang/swift, stdlib/public/Platform/Platform.swift,
// read 2026-11.
@_exported import Musl

public var errno: Int32 {
  get { __errno_location().pointee }
  set { __errno_location().pointee = newValue }
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func ioctl(_ file: CInt, _ request: UInt, _ value: CInt) -> CInt { -1 }
public func ioctl(_ file: CInt, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> CInt { -1 }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }

public var SIG_IGN: sighandler_t { unsafeBitCast(1, to: sighandler_t.self) }
