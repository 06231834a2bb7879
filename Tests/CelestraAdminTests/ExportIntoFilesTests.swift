import Testing

@Suite("celestra-admin export json into the seed folder")
struct ExportIntoFilesTests {
  private static let list = """
    <opml version="2.0"><body>
    <outline type="rss" text="Alpha" xmlUrl="https://a.example/feed"/>
    <outline type="rss" text="Beta" xmlUrl="https://b.example/feed"/>
    </body></opml>
    """

  @Test(
    "a feed of a list that has moved is stated by a JSON file, and seeding the folder has nothing to do",
    arguments: ["celestra", "celestrakit"])
  func movedFeedOfAList(schema: String) throws {
    let session = try Session(copying: "schema")
    try session.write("truth: container\nschema: schema/\(schema).ckdb\n", to: ".celestra-admin.yaml")
    let categories = "{\"categories\": [{\"slug\": \"general\", \"name\": \"General\",   \"color\": \"#112233\"}]}\n"
    try session.write(categories, to: "seed/categories.json")
    try session.write(Self.list, to: "seed/a.opml")
    #expect(try session.run("seed").status == 0)
    #expect(try session.run("feeds", "set", "Alpha", "--url", "https://a2.example/feed").status == 0)
    for _ in 0..<2 {
      let export = try session.run("export", "json", "--output", "seed")
      #expect(export.status == 0 && !export.err.contains("no longer in the file"), "\(export)")
      let seed = try session.run("seed")
      #expect(seed.status == 0 && seed.out.contains("nothing to do"), "\(seed)")
    }
    #expect(try session.read("seed/categories.json").contains("#112233"))
    // A layout without categories leaves their file alone.
    #expect((try session.read("seed/categories.json") == categories) == (schema == "celestrakit"))
    #expect(try session.run("feeds", "list", "--format", "json").out.contains("https://a2.example/feed"))
  }
}
