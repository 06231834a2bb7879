import Foundation
import TestEnvironment
import Testing

@Suite("Mermaid's grammar")
struct MermaidGrammarTests {
  /// Checks a diagram by the used part of Mermaid's grammar of entity relationship diagrams: names in quotes,
  /// a block of attributes, keywords, comments in quotes, relationships between declared entities.
  /// - Returns: the mistakes, one per line.
  private static func complaints(about diagram: String) -> [String] {
    var complaints: [String] = []
    var entities: Set<Substring> = []
    var attributes: Set<Substring>?
    var lines = diagram.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.popFirst() != "erDiagram" { complaints.append("it does not begin with erDiagram") }
    if lines.popLast() != "" { complaints.append("its last line has no end") }
    for line in lines {
      if attributes != nil {
        if line == "    }" {
          if attributes?.isEmpty == true { complaints.append("a block without attributes") }
          attributes = nil
        } else if let attribute = line.wholeMatch(of: attribute) {
          if attributes?.insert(attribute.name).inserted == false { complaints.append("twice: \(line)") }
          if ["PK", "FK", "UK"].contains(attribute.name.uppercased()) { complaints.append("a key word: \(line)") }
        } else {
          complaints.append("no attribute: \(line)")
        }
      } else if let entity = line.wholeMatch(of: entity) {
        if !entities.insert(entity.name).inserted { complaints.append("twice: \(line)") }
        attributes = entity.block == nil ? nil : []
      } else if let relationship = line.wholeMatch(of: relationship) {
        if !entities.isSuperset(of: [relationship.from, relationship.to]) { complaints.append("of nothing: \(line)") }
      } else {
        complaints.append("neither an entity nor a relationship: \(line)")
      }
    }
    return complaints + (attributes == nil ? [] : ["a block is not closed"])
  }

  // Source: mermaid-js/mermaid, packages/mermaid/src/diagrams/er/parser/erDiagram.jison: the tokens entity_name,
  // ATTRIBUTE_WORD, COMMENT and the relationship's symbols.
  private static var entity: Regex<(Substring, name: Substring, block: Substring?)> {
    #/    "(?<name>[^"%\\\r\n\u{8}]+)"(?<block> \{)?/#
  }
  private static var attribute: Regex<(Substring, name: Substring)> {
    #/        [A-Za-z_][A-Za-z0-9\-_\[\]\(\)]* (?<name>[A-Za-z_][A-Za-z0-9\-_\[\]\(\)]*)(?: FK)?(?: "[^"]*")?/#
  }
  private static var relationship: Regex<(Substring, from: Substring, to: Substring)> {
    #/    "(?<from>[^"%\\]+)" \}o(?:--|\.\.)o[|{] "(?<to>[^"%\\]+)" : "[^"]*"/#
  }

  @Test("an invalid diagram is distinguished from a valid one")
  func reader() {
    #expect(Self.complaints(about: "erDiagram\n    \"A\" {\n        STRING a FK\n    }\n").isEmpty)
    #expect(Self.complaints(about: "erDiagram\n    \"A\"\n    \"A\" }o--o| \"B\" : \"b\"\n").count == 1)
    #expect(Self.complaints(about: "erDiagram\n    \"A\" {\n        STRING a \"x\"y\"\n    }\n").count == 2)
    #expect(Self.complaints(about: "erDiagram\n    \"A\" {\n").count == 1)
  }

  @Test("the diagram of every collected schema is valid")
  func real() throws {
    let session = try Session()
    let folders = [Session.root.appending(path: "schema")] + (Corpus.has("ckdb") ? [Corpus.folder("ckdb")] : [])
    let files = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }
    var diagrams = 0
    for file in files where file.pathExtension == "ckdb" {
      let run = try session.run("schema", "show", file.path, "--format", "mermaid")
      // An invalid file has no diagram.
      guard run.status == 0 else { continue }
      diagrams += 1
      #expect(Self.complaints(about: run.out) == [], "\(file.lastPathComponent)")
    }
    #expect(diagrams >= (Corpus.has("ckdb") ? 50 : 2))
  }
}
