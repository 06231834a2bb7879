import Foundation
import Testing

@Suite("The rule catalog")
struct RuleCatalogTests {
  /// The targets whose findings are printed by schema commands.
  private static let targets = ["AppModel", "CloudKitSchema", "ConfigurationFile", "JSON", "SchemaReview"]

  /// All string literals in the sources of those targets that have the form of a rule id.
  private static func spelt() throws -> Set<String> {
    var ids: Set<String> = []
    for target in targets {
      let folder = Session.root.appending(path: "Sources/\(target)")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        ids.formUnion(text.matches(of: #/"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)"/#).map { String($0.output.1) })
      }
    }
    return ids
  }

  @Test("every rule id of a finding is listed, and nothing else is spelled like one")
  func complete() throws {
    let run = try Session().ckdb("rules", "--format", "json")
    let catalog = try JSONDecoder().decode(Catalog.self, from: Data(run.out.utf8))
    // A word that a rule searches for in comments, and the name of a query in an example.
    let others: Set = ["all-feeds", "read-only"]
    #expect(try Self.spelt().subtracting(others) == Set(catalog.items.map(\.id)))
    #expect(catalog.items.map(\.id) == Set(catalog.items.map(\.id)).sorted())
  }

  @Test("a section that a rule cites exists")
  func sections() throws {
    let run = try Session().ckdb("rules", "--format", "json")
    let catalog = try JSONDecoder().decode(Catalog.self, from: Data(run.out.utf8))
    let citations = catalog.items.flatMap { $0.source.matches(of: #/([\w./]+\.md), ([A-Z][\w ]+)/#) }
      .filter { $0.output.1.hasPrefix(".github/") || $0.output.1.hasPrefix("README") }
    #expect(citations.count >= 9)
    for citation in citations {
      let document = try String(contentsOf: Session.root.appending(path: String(citation.output.1)), encoding: .utf8)
      #expect(document.contains("\n## \(citation.output.2)\n"), "\(citation.output.0)")
    }
  }

  private struct Catalog: Decodable {
    struct Item: Decodable {
      let id, source: String
    }

    let items: [Item]
  }

  @Test("rules of every kind of file are explained with their options")
  func explained() throws {
    let session = try Session()
    for id in ["index-removed", "unserved-sort", "conflicting-grant", "json-comma", "invalid-value", "invalid-utf8"] {
      let run = try session.run("rules", id)
      #expect(run.status == 0 && run.out.hasPrefix("\(id): "))
    }
    let option = "Option limit: maximum indexes per record type (default: 20)\n"
    #expect(try session.run("rules", "index-bloat").out.contains(option))
  }
}
