import Foundation

/// Certificates of a test authority, valid from 2020 to 2120.
package struct TestCertificates {
  /// A PEM file of a certificate and a PEM file of its key.
  package typealias Certificate = (chain: String, key: String)

  private let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")

  /// The authority's certificate, a PEM file.
  package let authority: String
  /// A valid certificate for `localhost`.
  package let localhost: Certificate
  /// A valid certificate for `other.example`.
  package let otherHost: Certificate
  /// A certificate for `localhost` that expired on 2021-01-02.
  package let expired: Certificate
  /// A self-signed certificate for `localhost`.
  package let selfSigned: Certificate

  /// Writes the files.
  package init() throws {
    let folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let key = try write(Self.key, "key.pem")
    authority = try write(Self.authority, "authority.pem")
    localhost = (try write(Self.localhost, "localhost.pem"), key)
    otherHost = (try write(Self.otherHost, "other.pem"), key)
    expired = (try write(Self.expired, "expired.pem"), key)
    selfSigned = (try write(Self.selfSigned, "self-signed.pem"), key)
  }

  /// Removes the files.
  package func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension TestCertificates {
  /// The key of all certificates for servers; it protects nothing.
  fileprivate static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgS4TQbzh6CLsSgQ4Q
    UtfBO+pYw2ETgn3ACR5ZApbX7UShRANCAASpajhgbwX+Aj8/1WQFuEPKaPMgFWJA
    q4n3Gh6C73Ny+v8qWuTOytL5DH4CWG+QnG/lyC9DN3EJ0aDYPSI0ynN9
    -----END PRIVATE KEY-----

    """
  fileprivate static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBIjCByKADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFRlc3QwIBcN
    MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBFRlc3Qw
    WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARm1jcPaN7QKScEy6JJdhTsuW/RLI31
    aCgwKi0WKFymMTNYR4+C93zGIAyQJ1/ZfYCtiwlzXKvZ1AI3ytYeiryPoxMwETAP
    BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQD+aADIWB2oSJOVBUP5
    1uGfKDXHayFo+q8o9a9YkXhXEgIhALWlCRBlzxpRdrEoTM4fO6xCJuHOLU0yWjsj
    8EXRQiej
    -----END CERTIFICATE-----

    """
  fileprivate static let localhost = """
    -----BEGIN CERTIFICATE-----
    MIIBLTCB1KADAgECAgECMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFRlc3QwIBcN
    MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBYxFDASBgNVBAMMC1Rlc3Qg
    c2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqWo4YG8F/gI/P9VkBbhD
    ymjzIBViQKuJ9xoegu9zcvr/KlrkzsrS+Qx+AlhvkJxv5cgvQzdxCdGg2D0iNMpz
    faMYMBYwFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0gAMEUCIDuA
    y7BeLh6kkVWMfOaLgKnrxJmGz4qsAxCmuP0lZt4eAiEAkAowowiURNQ8wTsqgDOa
    LH0n5A4sSyAncZ/fCRjTk9Y=
    -----END CERTIFICATE-----

    """
  fileprivate static let otherHost = """
    -----BEGIN CERTIFICATE-----
    MIIBMTCB2KADAgECAgEDMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFRlc3QwIBcN
    MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBYxFDASBgNVBAMMC1Rlc3Qg
    c2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqWo4YG8F/gI/P9VkBbhD
    ymjzIBViQKuJ9xoegu9zcvr/KlrkzsrS+Qx+AlhvkJxv5cgvQzdxCdGg2D0iNMpz
    faMcMBowGAYDVR0RBBEwD4INb3RoZXIuZXhhbXBsZTAKBggqhkjOPQQDAgNIADBF
    AiAxp88/XTORAoAffKIAtyHSDkPNa3e/g0Ib5wwMn1LpngIhAJzfWxVS+C98zMrN
    9IhP5FqpahrxfqNP3BwADpPhH1eY
    -----END CERTIFICATE-----

    """
  fileprivate static let expired = """
    -----BEGIN CERTIFICATE-----
    MIIBKzCB0qADAgECAgEEMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFRlc3QwHhcN
    MjAwMTAxMDAwMDAwWhcNMjEwMTAyMDAwMDAwWjAWMRQwEgYDVQQDDAtUZXN0IHNl
    cnZlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKlqOGBvBf4CPz/VZAW4Q8po
    8yAVYkCrifcaHoLvc3L6/ypa5M7K0vkMfgJYb5Ccb+XIL0M3cQnRoNg9IjTKc32j
    GDAWMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNIADBFAiAzE4TC
    oLr0damFLQmVBnhNtIZCsGLjLw1RX60OuaYyVQIhANXHu9uJeboXkWMuWMUQQii8
    XGTcir9jrxXnPNMRbXrC
    -----END CERTIFICATE-----

    """
  fileprivate static let selfSigned = """
    -----BEGIN CERTIFICATE-----
    MIIBNDCB26ADAgECAgEFMAoGCCqGSM49BAMCMBYxFDASBgNVBAMMC1Rlc3Qgc2Vy
    dmVyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAWMRQwEgYDVQQD
    DAtUZXN0IHNlcnZlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKlqOGBvBf4C
    Pz/VZAW4Q8po8yAVYkCrifcaHoLvc3L6/ypa5M7K0vkMfgJYb5Ccb+XIL0M3cQnR
    oNg9IjTKc32jGDAWMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNI
    ADBFAiBUC2qyr/qA97w6uGHiHSSZO7/GA5IOH8p2bfsrmpXLUAIhAN0oKgdC+lqD
    e9W/4NHfY9juaTKQzTaC7JiF9RhNcY4U
    -----END CERTIFICATE-----

    """
}
