import CloudKitWire
import Foundation
import Testing

@Suite("Server-to-server keys")
struct KeyTests {
  @Test("the signed text is the date, the hash of the body and the path")
  func message() {
    let path = "/database/1/iCloud.example/development/public/records/query"
    #expect(
      String(
        decoding: SigningMessage.bytes(date: "2026-11-21T10:00:00Z", body: Array("{}".utf8), path: path), as: UTF8.self)
        == "2026-11-21T10:00:00Z:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:\(path)")
    #expect(
      String(decoding: SigningMessage.bytes(date: "d", body: [], path: "p"), as: UTF8.self)
        == "d:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:p")
    #expect(SigningMessage.bytesWithoutHash(date: "d", path: "p") == Array("d::p".utf8))
  }

  /// Made with openssl 3.0 (`ecparam -name prime256v1 -genkey`, `dgst -sha256 -sign`) for this test and used nowhere else.
  private static let vector = Vector.shared

  @Test("a signature made by openssl is verified, and any other bit refused")
  func fixedVector() throws {
    let vector = Self.vector
    let key = try VerificationKey(pem: vector.publicKey)
    let message = SigningMessage.bytes(date: vector.date, body: Array(vector.body.utf8), path: vector.path)
    #expect(key.verifies(vector.signature, of: message))
    #expect(!key.verifies(vector.signature, of: message + [0]))
    for damaged in ["", "AAAA", "%", String(vector.signature.dropLast(4)), "A" + vector.signature.dropFirst()] {
      #expect(!key.verifies(damaged, of: message))
    }
  }

  @Test("SEC1, PKCS#8, parameters before the key, CRLF and written-out line ends are all read")
  func forms() throws {
    let vector = Self.vector
    let verification = try VerificationKey(pem: vector.publicKey)
    let parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
    for pem in [
      vector.sec1, vector.pkcs8, parameters + vector.sec1, "a comment\n" + vector.pkcs8 + "\ntrailer\n",
      vector.sec1.replacingOccurrences(of: "\n", with: "\r\n"),
      vector.pkcs8.replacingOccurrences(of: "\n", with: "\\n"),
    ] {
      let key = try ServerToServerKey(id: "k", pem: pem)
      let signature = try key.signature(of: Array("message".utf8))
      #expect(verification.verifies(signature, of: Array("message".utf8)))
      #expect(key.verificationKey.verifies(signature, of: Array("message".utf8)))
    }
  }

  private static let notKeys: [(String, KeyError)] = [
    ("", .noPrivateKey), ("nonsense", .noPrivateKey), (Vector.shared.publicKey, .onlyPublicKey),
    ("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----", .damaged),
    ("-----BEGIN EC PRIVATE KEY-----\nAAAA\n", .noPrivateKey),
    ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----", .encrypted),
    (
      "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END EC PRIVATE KEY-----", .encrypted
    ),
    ("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----", .notP256("an RSA key")),
  ]

  @Test("what is no key says what it is", arguments: notKeys)
  func wrong(pem: String, error: KeyError) {
    #expect(throws: error) { try ServerToServerKey(id: "k", pem: pem) }
  }

  @Test(
    "openssl verifies what we sign, and its keys of other kinds are named",
    .enabled(if: OpenSSL.isThere, "there is no openssl"))
  func openssl() throws {
    let openssl = try OpenSSL()
    for form in ["SEC1", "PKCS8"] {
      try openssl.run("ecparam -name prime256v1 -genkey -noout -out key.pem")
      if form == "PKCS8" { try openssl.run("pkcs8 -topk8 -nocrypt -in key.pem -out pkcs8.pem") }
      try openssl.run("ec -in key.pem -pubout -out public.pem")
      let key = try ServerToServerKey(id: "k", pem: try openssl.read(form == "PKCS8" ? "pkcs8.pem" : "key.pem"))
      let message = SigningMessage.bytes(
        date: "2026-11-21T10:00:00Z", body: [UInt8](repeating: 65, count: 3 << 20), path: "/database/1/x")
      try openssl.write(message, to: "message")
      let signature = try key.signature(of: message)
      try openssl.write([UInt8](try #require(Data(base64Encoded: signature))), to: "signature")
      try openssl.run("dgst -sha256 -verify public.pem -signature signature message")
      try openssl.run("dgst -sha256 -sign key.pem -out theirs message")
      #expect(
        try VerificationKey(pem: openssl.read("public.pem")).verifies(
          try openssl.data("theirs").base64EncodedString(), of: message))
    }
    for (arguments, other) in [
      ("ecparam -name secp384r1 -genkey -noout -out other.pem", "a P-384 key"),
      ("ecparam -name secp521r1 -genkey -noout -out other.pem", "a P-521 key"),
      ("ecparam -name secp256k1 -genkey -noout -out other.pem", "a secp256k1 key"),
      ("genpkey -algorithm RSA -out other.pem", "an RSA key"),
      ("genpkey -algorithm ED25519 -out other.pem", "an Ed25519 key"),
    ] {
      try openssl.run(arguments)
      #expect(throws: KeyError.notP256(other)) { try ServerToServerKey(id: "k", pem: openssl.read("other.pem")) }
    }
  }
}
