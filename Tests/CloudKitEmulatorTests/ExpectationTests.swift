import Testing

@Suite("Clients that ask before they send a body")
struct ExpectationTests {
  private static let body = #"{"records":[{"recordName":"a"}]}"#

  @Test("are told to go on, and answered, request after request of a connection")
  func toldToGoOn() async throws {
    try await ServedEmulator.serve { emulator in
      let connection = try await RawConnection(port: emulator.port)
      for expectation in ["100-continue", "100-Continue"] {
        let request = try emulator.request(
          "records/lookup", Self.body, .init(headers: ["Expect: \(expectation)"]))
        let bodyStart = request.count - Self.body.utf8.count
        try await connection.send(Array(request[..<bodyStart]))
        let interim = try await connection.receive()
        #expect(interim.head == "HTTP/1.1 100 Continue" && interim.body.isEmpty)
        try await connection.send(Array(request[bodyStart...]))
        let answer = try await connection.receive()
        #expect(answer.status == 200)
        #expect(answer.text.contains("NOT_FOUND"))
      }
    }
  }
}
