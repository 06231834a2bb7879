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
