import Foundation
import SystemCalls

/// The certificates that this machine trusts, where the system keeps them in files.
package enum SystemCertificates {
  #if canImport(Darwin)
    /// Whether the system keeps its certificates in files.
    package static let areFiles = false
  #else
    /// Whether the system keeps its certificates in files.
    package static let areFiles = true
  #endif

  /// The file or folder of the certificates; `nil` if the system has none, so that no secure connection is possible.
  ///
  /// Source of the paths: swift-nio-ssl 2.37, LinuxCABundle.swift.
  package static var path: String? {
    let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
    // OpenSSL alone leaves an empty folder.
    return files.first { (FileStatus($0)?.size ?? 0) > 0 }
      ?? ["/etc/ssl/certs"].first { (try? FileManager.default.contentsOfDirectory(atPath: $0))?.isEmpty == false }
  }

  /// Whether secure connections cannot be verified.
  package static var areMissing: Bool { areFiles && path == nil }
}
