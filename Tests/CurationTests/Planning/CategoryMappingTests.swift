import Testing

@testable import Curation

@Suite("Folders to categories")
struct CategoryMappingTests {
  private static let mapping = CategoryMapping([
    "technology": "Technology", "web-development": "Web Development", "health": "Health & Fitness", "news": "News",
  ])

  @Test(
    "the innermost folder that is a category decides, then category attributes; the rest are tags",
    arguments: [
      (["Technology"], [], "technology", []),
      (["Tech", "web development"], [], "web-development", ["Tech"]),
      (["News", "TECHNOLOGY", "Apple"], [], "technology", ["News", "Apple"]),
      (["ＮＥＷＳ"], [], "news", []),
      (["health and more"], ["health & fitness"], "health", ["health and more"]),
      ([], ["/Tech/News", "swift", "Swift"], "news", ["Tech", "swift"]),
      (["Cars"], [], nil, ["Cars"]),
      ([], [], nil, []),
      (["!!"], ["/"], nil, []),
    ] as [([String], [String], String?, [String])])
  func category(folders: [String], attributes: [String], slug: String?, tags: [String]) {
    let found = Self.mapping.category(folders: folders, attributes: attributes)
    #expect(found.slug == slug)
    #expect(found.tags == tags)
  }

  @Test("of categories whose names differ in punctuation only, a folder is the one of its name")
  func punctuation() {
    let mapping = CategoryMapping(["c": "C", "cpp": "C++", "csharp": "C#"])
    let found = ["C", "C++", "C#", "c"].map { mapping.category(folders: [$0], attributes: []).slug }
    #expect(found == ["c", "cpp", "csharp", "c"])
    #expect(mapping.category(folders: ["F"], attributes: ["F#", "f", "C++"]).tags == ["F", "F#"])
    #expect(mapping.category(folders: ["Web Dev"], attributes: ["web-dev", "C++"]).tags == ["Web Dev"])
  }
}
