import CloudKitEmulator
import Foundation
import Testing

@Suite("Assets on an emulator")
struct AssetTests {
  private static let token = #"{"tokens":[{"recordType":"Thing","recordName":"a","fieldName":"file"}]}"#

  private static func uploadPath(_ text: String) throws -> String {
    String(try #require(text.firstMatch(of: /"url":"http:\/\/[^\/]+([^"]+)"/)).output.1)
  }

  @Test("a file goes up in two steps, into a record, and comes down again", arguments: [false, true])
  func roundTrip(isForm: Bool) async throws {
    try await ServedEmulator.serve { emulator in
      let file = Array("not a picture\r\n--x".utf8)
      let path = try Self.uploadPath(try await emulator.text("assets/upload", Self.token))
      let form =
        Array("--xyz\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\n".utf8) + file
        + Array("\r\n--xyz--\r\n".utf8)
      let uploaded = try await emulator.plain(
        "POST", path, isForm ? form : file,
        headers: isForm ? ["Content-Type: multipart/form-data; boundary=xyz"] : [])
      #expect(uploaded.status == 200)
      let dictionary = try #require(uploaded.text.firstMatch(of: /\{"singleFile":(.+)\}/)).output.1
      #expect(dictionary.contains(#""size":\#(file.count),"#))
      let saved = try await emulator.create("a", #""file":{"value":\#(dictionary)}"#).text
      #expect(saved.contains(#""type":"ASSETID""#) && !saved.contains("receipt"))
      let url = try #require(saved.firstMatch(of: /"downloadURL":"http:\/\/[^\/]+([^"]+)"/)).output.1
      #expect(url.hasSuffix("/${f}"))
      let answer = try await emulator.plain("GET", String(url.replacing("${f}", with: "picture.png")))
      #expect(answer.body == file)

      let again = try await emulator.plain("POST", path, file)
      #expect(again.status == 404)
      #expect(emulator.log.last?.path == "/_assets/upload/…")
      let token = try #require(path.split(separator: "/").last)
      #expect(!emulator.log.all.contains { "\($0)".contains(token) })
    }
  }

  @Test("behind a TLS proxy, a file has the proxy's URL")
  func proxied() async throws {
    try await ServedEmulator.serve { emulator in
      let proxied = ServedEmulator.Deviation(headers: ["X-Forwarded-Proto: https"])
      let text = try await emulator.answer("assets/upload", Self.token, proxied).text
      #expect(text.contains(#""url":"https://127.0.0.1:\#(emulator.port)/_assets/upload/"#), "\(text)")
    }
  }

  private static let forms: [(type: String, body: String, size: Int?)] = [
    ("multipart/form-data; boundary=xyz", "--xyz\r\n\r\nfile\r\n--xyz--\r\n", 4),
    ("Multipart/Form-Data; BOUNDARY=xYz", "--xYz\r\nA: b\r\n\r\nfile\r\n--xYz--\r\n", 4),
    (#"multipart/form-data; boundary="x;z"; charset=utf-8"#, "--x;z\r\n\r\nfile\r\n--x;z--\r\n", 4),
    ("multipart/form-data; boundary=xyz ;x=y", "--xyz\r\n\r\nfile\r\n--xyz\r\n\r\nother\r\n--xyz--\r\n", 4),
    ("multipart/form-data; boundary=xyz", "--xyz\r\n\r\n\r\n--xyz--\r\n", 0),
    ("multipart/form-data; boundary=other", "--xyz\r\n\r\nfile\r\n--xyz--\r\n", nil),
    ("multipart/form-data; boundary=xyz", "--xyz\r\n\r\nfile", nil),
    ("multipart/form-data; boundary=xyz", "", nil),
    ("multipart/form-data; boundary=", "--\r\n\r\nfile\r\n----\r\n", nil),
    ("multipart/form-data", "file", nil),
    ("application/x-multipart/form-data; boundary=xyz", "file", 4),
  ]

  @Test("a form's first part is the file, and a form that cannot be read is refused", arguments: forms)
  func form(type: String, body: String, size: Int?) async throws {
    try await ServedEmulator.serve { emulator in
      let path = try Self.uploadPath(try await emulator.text("assets/upload", Self.token))
      let answer = try await emulator.plain("POST", path, Array(body.utf8), headers: ["Content-Type: \(type)"])
      if let size {
        #expect(answer.text.contains(#""size":\#(size),"#), "\(answer.text)")
      } else {
        #expect(answer.status == 400)
        // The URL is good for another try.
        #expect(try await emulator.plain("POST", path, [1]).status == 200)
      }
    }
  }

  @Test("an upload wants CREATE for a new record, and WRITE for one there is")
  func permissions() async throws {
    try await ServedEmulator.serve { emulator in
      _ = try await emulator.answer(
        "records/modify",
        #"{"operations":[{"operationType":"create","record":{"recordType":"Fixed","recordName":"there"}}]}"#,
        as: emulator.admin)
      for (name, status) in [("there", 200), ("new", 403)] {
        let body = #"{"tokens":[{"recordType":"Fixed","recordName":"\#(name)","fieldName":"file"}]}"#
        #expect(try await emulator.answer("assets/upload", body).status == status, "\(name)")
      }
    }
  }

  @Test("an upload without a record name gets a random one, under which the record is created")
  func unnamed() async throws {
    try await ServedEmulator.serve { emulator in
      let token = #"{"recordType":"Thing","fieldName":"file"}"#
      let answer = try await emulator.text("assets/upload", #"{"tokens":[\#(token),\#(token)]}"#)
      let names = answer.matches(of: /"recordName":"([^"]+)","fieldName":"file"/).map { String($0.output.1) }
      #expect(Set(names).count == 2 && names.allSatisfy { UUID(uuidString: $0) != nil }, "\(answer)")
      let uploaded = try await emulator.plain("POST", try Self.uploadPath(answer), [1]).text
      let file = try #require(uploaded.firstMatch(of: /\{"singleFile":(.+)\}/)).output.1
      let saved = try await emulator.create(names[0], #""file":{"value":\#(file)}"#).text
      #expect(saved.contains(#""type":"ASSETID""#), "\(saved)")
    }
  }

  @Test("an asset of a field that is not there can be uploaded where development grows its schema")
  func growth() async throws {
    try await ServedEmulator.serve(.with { $0.growsDevelopmentSchema = true }) { emulator in
      for (token, status) in [
        (#""recordType":"New","fieldName":"picture""#, 200), (#""recordType":"Thing","fieldName":"picture""#, 200),
        (#""recordType":"Thing","fieldName":"text""#, 400),
      ] {
        let body = #"{"tokens":[{\#(token)}]}"#
        #expect(try await emulator.answer("assets/upload", body).status == status, "\(token)")
        let production = "/database/1/iCloud.test/production/public/"
        #expect(try await emulator.answer("assets/upload", body, at: production).status == 400, "\(token)")
      }
      let path = try Self.uploadPath(
        try await emulator.text("assets/upload", #"{"tokens":[{"recordType":"New","fieldName":"picture"}]}"#))
      let uploaded = try await emulator.plain("POST", path, [1]).text
      let file = try #require(uploaded.firstMatch(of: /\{"singleFile":(.+)\}/)).output.1
      let made = try await emulator.text(
        "records/modify",
        #"{"operations":[{"operationType":"create","record":{"recordType":"New","fields":{"picture":{"value":\#(file)}}}}]}"#
      )
      #expect(made.contains(#""type":"ASSETID""#), "\(made)")
    }
  }

  @Test("a reset forgets uploads and files and begins the seed anew")
  func reset() async throws {
    try await ServedEmulator.serve(.with { $0.hasControl = true }) { emulator in
      func upload() async throws -> (path: String, download: String) {
        let path = try Self.uploadPath(try await emulator.text("assets/upload", Self.token))
        let uploaded = try await emulator.plain("POST", path, [1, 2, 3]).text
        let file = try #require(uploaded.firstMatch(of: /\{"singleFile":(.+)\}/)).output.1
        let saved = try await emulator.create("a", #""file":{"value":\#(file)}"#).text
        return (path, String(try #require(saved.firstMatch(of: /"http:\/\/[^\/]+([^"]+)"/)).output.1))
      }
      let first = try await upload()
      let open = try Self.uploadPath(try await emulator.text("assets/upload", Self.token))
      #expect(try await emulator.plain("POST", "/_emulator/reset").status == 200)
      #expect(try await emulator.plain("GET", first.download).status == 404)
      #expect(try await emulator.plain("POST", open, [1]).status == 404)
      let second = try await upload()
      #expect(second.path == first.path && second.download == first.download)
      #expect(try await emulator.plain("GET", second.download).body == [1, 2, 3])
    }
  }

  @Test("an upload URL is good for fifteen minutes, and a file has its limit")
  func limits() async throws {
    try await ServedEmulator.serve { emulator in
      let late = try Self.uploadPath(try await emulator.text("assets/upload", Self.token))
      emulator.clock.advance(seconds: 900)
      #expect(try await emulator.plain("POST", late, [1]).status == 404)
      let path = try Self.uploadPath(try await emulator.text("assets/upload", Self.token))
      let large = try await emulator.plain("POST", path, [UInt8](repeating: 0, count: 15_000_001))
      #expect(large.status == 413)
      #expect(large.text == #"{"serverErrorCode":"QUOTA_EXCEEDED","reason":"an asset has at most 15000000 bytes"}"#)
      #expect(
        try await emulator.text("assets/upload", #"{"tokens":[{"recordType":"Thing","fieldName":"text"}]}"#).contains(
          "is not an asset"))
    }
  }
}
