import CloudKitEmulator
import CloudKitRecords
import CloudKitWire
import Foundation
import Testing

@Suite("Who may ask an emulator")
struct AuthenticationTests {
  private static let lookup = #"{"records":[{"recordName":"a"}]}"#
  private static let refused = #"{"serverErrorCode":"AUTHENTICATION_FAILED","reason":"Authentication failed"}"#

  private typealias Deviation = ServedEmulator.Deviation

  private static let refusals: [(Deviation, at: String, cause: String)] = [
    (Deviation(keyID: "OTHER"), ServedEmulator.publicDatabase, "the key ID is not registered with the emulator"),
    (
      Deviation(keyID: "ADMIN"), ServedEmulator.publicDatabase,
      "the signature does not match the key, date, body, and path"
    ),
    (
      Deviation(signedBody: "{}"), ServedEmulator.publicDatabase,
      "the signature does not match the key, date, body, and path"
    ),
    (
      Deviation(signedPath: "/database/1/iCloud.test/development/public/records/query"), ServedEmulator.publicDatabase,
      "the signature does not match the key, date, body, and path"
    ),
    (
      Deviation(signature: "AAAA"), ServedEmulator.publicDatabase,
      "the signature does not match the key, date, body, and path"
    ),
    (
      Deviation(signature: "not base64"), ServedEmulator.publicDatabase,
      "the signature does not match the key, date, body, and path"
    ),
    (Deviation(date: "yesterday"), ServedEmulator.publicDatabase, "the date is not ISO 8601 with Z"),
    (
      Deviation(date: "2026-11-21T11:00:00+01:00"), ServedEmulator.publicDatabase,
      "the date is not ISO 8601 with Z"
    ),
    (
      Deviation(date: "9999-12-31T23:59:59Z"), ServedEmulator.publicDatabase,
      "the date is 251607045599 s off, more than 600 s"
    ),
    (
      Deviation(leavesOut: "KeyID"), ServedEmulator.publicDatabase,
      "the request lacks one of the three headers of a server-to-server signature"
    ),
    (
      Deviation(leavesOut: "Signature"), ServedEmulator.publicDatabase,
      "the request lacks one of the three headers of a server-to-server signature"
    ),
    (
      Deviation(), "/database/1/com.other/development/public/",
      "the emulator serves no container 'com.other' (development)"
    ),
    (Deviation(), "/database/1/iCloud.test/staging/public/", "there is no environment 'staging'"),
    (
      Deviation(keyID: "DEV"), "/database/1/iCloud.test/production/public/", "the key is not registered for production"
    ),
  ]

  @Test("every failure is answered alike, and its cause is in the log alone")
  func refused() async throws {
    try await ServedEmulator.serve { emulator in
      for (deviation, database, cause) in Self.refusals {
        let answer = try await emulator.answer("records/lookup", Self.lookup, at: database, deviation)
        #expect(answer.status == 401)
        #expect(answer.text == Self.refused)
        #expect(emulator.log.last?.cause == cause)
      }
    }
  }

  @Test(
    "a date counts for ten minutes before and after", arguments: [(-601, 401), (-600, 200), (600, 200), (601, 401)])
  func dates(seconds: Double, status: Int) async throws {
    try await ServedEmulator.serve { emulator in
      let request = try emulator.request("records/lookup", Self.lookup)
      emulator.clock.advance(seconds: -seconds)
      let connection = try await RawConnection(port: emulator.port)
      try await connection.send(request)
      #expect(try await connection.receive().status == status)
    }
  }

  @Test("a request that is sent again counts as long as its date does")
  func replay() async throws {
    try await ServedEmulator.serve { emulator in
      let request = try emulator.request("records/lookup", Self.lookup)
      for (seconds, status) in [(0.0, 200), (300.0, 200), (301.0, 401)] {
        emulator.clock.advance(seconds: seconds)
        let connection = try await RawConnection(port: emulator.port)
        try await connection.send(request)
        #expect(try await connection.receive().status == status)
      }
    }
  }

  @Test("without a body the hash of nothing is signed, or no hash; a query is signed, or not")
  func variants() async throws {
    try await ServedEmulator.serve { emulator in
      let path = ServedEmulator.publicDatabase + "zones/list"
      let date = emulator.clock.now.date.formatted(Date.ISO8601FormatStyle())
      let noHash = try emulator.key.signing.signature(of: Array("\(date)::\(path)".utf8))
      for (operation, deviation) in [
        ("zones/list", Deviation(method: "GET")), ("zones/list", Deviation(method: "GET", signature: noHash)),
        ("zones/list?a=b", Deviation(method: "GET")),
        ("zones/list?a=b", Deviation(method: "GET", signedPath: path)),
        ("zones/list?ckAPIToken=secret", Deviation(method: "POST")),
      ] {
        #expect(try await emulator.answer(operation, "", deviation).status == 200, "\(operation) \(deviation)")
      }
      #expect(emulator.log.all.allSatisfy { !$0.path.contains("secret") })
    }
  }
}
