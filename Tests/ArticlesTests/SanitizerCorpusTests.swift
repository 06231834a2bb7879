import Articles
import Foundation
import TestEnvironment
import Testing

@Suite("Sanitizing the collected feeds", .enabled(if: Corpus.has("feeds"), "\(Corpus.absence)"))
struct SanitizerCorpusTests {
  @Test("no document, as it is or unescaped, keeps a script or a handler, and sanitizing again changes nothing")
  func documents() throws {
    let folder = Corpus.folder("feeds")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".xml") || $0.hasSuffix(".json") }
    #expect(files.count > 1700)
    for file in files {
      let document = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
      let unescaped = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("\\\"", "\""), ("&amp;", "&")]
        .reduce(document) { $0.replacing($1.0, with: $1.1) }
      for markup in [document, unescaped] {
        try SanitizerAttackTests.check(SanitizedHTML(markup, base: "https://a.example/").html)
      }
    }
  }
}
