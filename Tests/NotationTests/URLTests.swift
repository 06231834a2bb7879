import Notation
import Testing

@Suite("URLs")
struct URLTests {
  @Test(
    "a text is split into the parts of a URL",
    arguments: [
      ("https://u:p@a.example:80/x/y?q=1#f", "https|u:p@a.example:80|u:p|a.example|80|/x/y|?q=1|#f"),
      ("//a.example", "-|a.example|-|a.example|-|||"), ("mailto:a@b.example", "mailto|-|-|-|-|a@b.example||"),
      ("http://[::1]:8080/", "http|[::1]:8080|-|[::1]|8080|/||"), ("x/y:z?#", "-|-|-|-|-|x/y:z|?|#"),
      ("http://a@b@c/", "http|a@b@c|a@b|c|-|/||"), ("", "-|-|-|-|-|||"), ("http:/#/?", "http|-|-|-|-|/||#/?"),
    ])
  func parts(text: String, expected: String) {
    let bytes = Array(text.utf8)
    let parts = URLParts(bytes[...])
    let optional = [parts.scheme, parts.authority, parts.user, parts.host, parts.port]
    let found =
      optional.map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "-" }
      + [parts.path, parts.query, parts.fragment].map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(found.joined(separator: "|") == expected)
  }

  @Test(
    "only a scheme, a host, a port, and a slash are the address of a server",
    arguments: [
      ("https://api.example", true), ("http://127.0.0.1:8080/", true), ("http://[::1]:80", true),
      ("https://a.example/path", false), ("https://u@a.example", false), ("https://a.example?", false),
      ("https://a.example#f", false), ("ftp://a.example", false), ("https://", false), ("a.example", false),
      ("https://a.example:0", false), ("https://a.example:65536", false),
      ("https://a.example:99999999999999999999", false), ("https://a example", false),
    ])
  func server(text: String, isServer: Bool) {
    #expect(URLParts.isServer(text) == isServer)
  }
}
