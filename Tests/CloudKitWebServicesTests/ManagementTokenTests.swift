import CloudKitRecords
import CloudKitWebServices
import Foundation
import Testing

@Suite("Management tokens")
struct ManagementTokenTests {
  /// Returns a token with some claims and a signature of 86 characters.
  static func token(_ claims: String) -> String {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    return "\(part(#"{"alg":"HS512"}"#)).\(part(claims)).\(String(repeating: "s", count: 86))"
  }

  @Test("the claims of a signed token are read without the network")
  func claims() throws {
    let token = try ManagementToken(Self.token(#"{"sub":"~~é","exp":1795255200,"scope":["GET /v1/teams"]}"#))
    #expect(
      token.form
        == .claims(
          .init(
            expires: Timestamp(milliseconds: 1_795_255_200_000), names: ["exp", "scope", "sub"],
            scope: ["GET /v1/teams"])))
    #expect(try ManagementToken(String(repeating: "aB", count: 32)).form == .hexadecimal)
  }

  @Test(
    "other texts are tokens of an unknown form",
    arguments: ["abc", "a.b.c", "..", "eyJ.eyJ.", "eyJhbGciOiJIUzUxMiJ9.!!!!.x", "eyJhbGciOiJIUzUxMiJ9.W10.x"])
  func others(text: String) throws { #expect(try ManagementToken(text).form == .other) }

  @Test("an expiry beyond every date is ignored", arguments: ["9223372036854775807", "1e300", "\"soon\""])
  func expiry(value: String) throws {
    #expect(try ManagementToken(Self.token("{\"exp\":\(value)}")).expires == nil)
  }

  @Test(
    "a pasted token with stray characters is refused, and not shown",
    arguments: [
      ("", "it is empty"), ("secret token", "it contains a space"), ("\"secret\"", "it contains a quotation mark"),
      ("'secret'", "it contains a quotation mark"),
      ("secret\n", "it contains a line break or another character that tokens do not have"),
      ("secrét", "it contains a line break or another character that tokens do not have"),
      (String(repeating: "a", count: 8193), "it is longer than 8192 bytes"),
    ])
  func mistakes(text: String, message: String) {
    #expect(throws: ManagementToken.Mistake.self) { try ManagementToken(text) }
    do { _ = try ManagementToken(text) } catch { #expect(error.description == message) }
  }

  @Test("no description of a token contains it")
  func descriptions() throws {
    let token = try ManagementToken("secret-token-text")
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(describing: token), String(reflecting: token), dumped] {
      #expect(!text.contains("secret"))
    }
  }
}
