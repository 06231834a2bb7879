import Foundation
import SystemCalls

/// The certificates that this machine trusts, where the system keeps them in files.
package enum SystemCertificates {
  #if canImport(Darwin)
    package static let areFiles = false
  #else
    package static let areFiles = true
  #endif

  /// The file or folder of the certificates; `nil` if the system has none, so that no secure connection is possible.
  ///
  /// Source of the paths: swift-nio-ssl 2.37, LinuxCABundle.swift.
  package static var path: String? {
    path(
      files: ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"], folder: "/etc/ssl/certs")
  }

  /// The first existing file, or else the folder; `nil` if it has no certificate.
  static func path(files: [String], folder: String) -> String? {
    if let file = files.first(where: { FileStatus($0) != nil }) {
      let text = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe)
      return text?.firstRange(of: Data("-----BEGIN ".utf8)) == nil ? nil : file
    }
    // A folder without the file has links named by the hashes of the certificates. OpenSSL alone leaves an empty one.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0.hasSuffix(".0") } ? folder : nil
  }

  /// Whether secure connections cannot be verified.
  package static var areMissing: Bool { areFiles && path == nil }
}
