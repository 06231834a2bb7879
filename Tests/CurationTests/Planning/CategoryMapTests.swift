import Diagnostics
import Testing

@testable import Curation

@Suite("Category maps")
struct CategoryMapTests {
  private static let categories = [
    "general": "General", "technology": "Technology", "news": "News", "science": "Science",
  ]

  private func mapping(_ json: String, takesAnyTarget: Bool = false) throws -> CategoryMapping {
    let file = SeedFileReader.read(SourceText(name: "map.json", text: json))
    #expect(file.diagnostics == [])
    return CategoryMapping(Self.categories, map: file.categoryMap, takesAnyTarget: takesAnyTarget)
  }

  @Test(
    "paths go before names, a map before the categories' own names, the innermost before the outer",
    arguments: [
      (["Tech"], "technology", []), (["IT"], "technology", []), (["it "], "technology", []),
      (["ＴＥＣＨ"], "technology", []), (["Apple", "News"], "technology", ["Apple"]),
      (["Local", "News"], "news", ["Local"]),
      (["Tech", "Space"], "science", ["Tech"]), (["TV/Radio"], "news", []), (["TV", "Radio"], "news", ["TV"]),
      (["Cars"], nil, ["Cars"]),
    ] as [([String], String?, [String])])
  func folders(folders: [String], slug: String?, tags: [String]) throws {
    let mapping = try mapping(
      """
      {"version": 1, "default": "general", "folders": {"Tech": "technology", "IT": "Technology", "Apple/News": "technology",
        "Space": "science", "TV/Radio": "news"}}
      """)
    #expect(mapping.diagnostics == [])
    #expect(mapping.fallback == "general")
    let found = mapping.category(folders: folders, attributes: [])
    #expect(found.slug == slug)
    #expect(found.tags == tags)
    let attribute = mapping.category(folders: [], attributes: [folders.joined(separator: "/")])
    #expect(attribute.slug == slug)
  }

  @Test("unknown categories and repeated folders are each reported once; a folder is no target")
  func mistakes() throws {
    let source = SourceText(
      name: "map.json",
      text: """
        {"default": "X", "folders": {"E": "technolgy", "F": "Tech",
          "Tech": "technology", "TECH!": "news"}}
        """)
    let map = try #require(SeedFileReader.read(source).categoryMap)
    let mapping = CategoryMapping(Self.categories, map: map)
    let lines = LineTable(source)
    let found = mapping.diagnostics.map { diagnostic in
      let place = diagnostic.range.map { lines.position(at: $0.start) }.map { "\($0.line):\($0.column)" } ?? ""
      return "\(place) \(diagnostic.severity) \(diagnostic.rule): \(diagnostic.message)"
    }
    #expect(
      found == [
        "2:34 warning repeated-folder: 'TECH!' is the same folder as 'Tech'",
        "1:35 warning unknown-category: no categories 'technolgy', 'Tech', 'X', so 3 entries are not used",
      ])
    #expect(mapping.category(folders: ["F"], attributes: []).slug == nil)
    #expect(mapping.category(folders: ["tech"], attributes: []).slug == "technology")
  }

  @Test("without any category one warning is enough")
  func noCategories() {
    let map = SeedFileReader.read(SourceText(name: "m.json", text: #"{"folders": {"a": "b", "c": "d"}}"#)).categoryMap
    #expect(CategoryMapping([:], map: map).diagnostics.map(\.rule) == ["no-categories"])
  }

  @Test("where categories are no records, a map may name any")
  func anyTarget() throws {
    let mapping = try mapping(#"{"folders": {"Cars": "Motoring", "Autos": "Motoring"}}"#, takesAnyTarget: true)
    #expect(mapping.diagnostics == [])
    #expect(mapping.category(folders: ["autos"], attributes: []).slug == "Motoring")
  }

  @Test(
    "what is no map is refused, and what is wrong in one is told with its path",
    arguments: [
      (#"{"folders": []}"#, ["folders json-type expected an object, found an array"]),
      (
        #"{"folders": {"a": 1, "": "b", "/": "c", "d": " "}}"#,
        [
          "folders.a json-type expected a category's slug, found a number",
          #"folders[""] empty-value a folder needs a name"#,
          #"folders["/"] empty-value a folder needs a name"#, "folders.d empty-value this must not be empty",
        ]
      ),
      (
        #"{"folders": {}, "defalt": "a", "version": 3}"#,
        [
          "defalt unknown-key unknown key", "version seed-version this version of the format is not known",
        ]
      ),
      (#"{"feeds": []}"#, [" not-category-map this is not a category map"]),
      ("https://a.example/f", [" not-category-map this is not a category map"]),
    ])
  func refusals(json: String, expected: [String]) {
    let file = SeedFileReader.readCategoryMap(SourceText(name: "map.json", text: json))
    #expect(file.diagnostics.map { "\($0.path ?? "") \($0.rule) \($0.message)" } == expected)
  }
}
