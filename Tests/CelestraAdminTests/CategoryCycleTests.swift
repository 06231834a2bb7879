import Testing

@Suite("Category cycles across a container")
struct CategoryCycleTests {
  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(
      """
      {"categories":[{"slug":"a","name":"A"},{"slug":"b","name":"B","parentCategory":"a"},
      {"slug":"c","name":"C","parentCategory":"b"},{"slug":"d","name":"D"}]}
      """, to: "tree.json")
    try session.seed(["tree.json"])
    return session
  }

  @Test("a seed that closes a cycle with stored categories is refused, and nothing is written")
  func refused() throws {
    let session = try Self.session()
    try session.write(#"{"categories":[{"slug":"a","name":"A","parentCategory":"c"}]}"#, to: "round.json")
    for command in [
      ["seed", "round.json"], ["seed", "categories", "round.json"], ["seed", "round.json", "--dry-run"],
    ] {
      #expect(
        try session.run(command)
          == Session.Transcript(
            status: 1, out: "",
            err: """
              round.json:1:16: error: categories[0]: the category 'a' is its own ancestor [category-cycle]
               1 | {"categories":[{"slug":"a","name":"A","parentCategory":"c"}]}
                 |                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = change a parentCategory in the cycle
              1 error
              nothing was written; fix the errors and run the command again

              """))
    }
    #expect(try session.run("seed", "round.json", "--plan-out", "p.json").status == 1)
    #expect(
      try session.sqlite("SELECT count(*) FROM FeedCategory WHERE slug = 'a' AND parentCategory IS NULL") == ["1"])
  }

  @Test("of two plans that create a cycle together the second is refused; audit and seed report a cycle")
  func together() throws {
    let session = try Self.session()
    try session.write(#"{"categories":[{"slug":"a","name":"A","parentCategory":"d"}]}"#, to: "1.json")
    try session.write(#"{"categories":[{"slug":"d","name":"D","parentCategory":"c"}]}"#, to: "2.json")
    for number in ["1", "2"] {
      #expect(try session.run("seed", "\(number).json", "--plan-out", "\(number).plan").status == 0)
    }
    #expect(try session.run("apply", "1.plan").status == 0)
    let refused = try session.run("apply", "2.plan")
    #expect(refused.status == 1 && refused.out.contains("the category would be its own ancestor"), "\(refused)")
    #expect(try session.run("audit").status == 0)
    try session.change("UPDATE FeedCategory SET parentCategory = 'c' WHERE slug = 'd'")
    #expect(try session.run("audit").status == 1)
    let found = try session.findings("audit")
    #expect(found.split(separator: "\n").count { $0.contains("[category-cycle]") } == 4, "\(found)")
    #expect(try session.run("seed", "1.json").status == 1)
    #expect(try session.run("categories", "set", "d", "--no-parent").status == 0)
    #expect(try session.run("audit").status == 0)
  }

  @Test("categories in a cycle can be exported")
  func export() throws {
    let session = try Self.session()
    try session.change("UPDATE FeedCategory SET parentCategory = 'c' WHERE slug = 'a'")
    for format in ["opml", "json", "csv", "markdown"] { #expect(try session.run("export", format).status == 0) }
    #expect(try session.run("export", "json", "--category", "a").status == 0)
  }
}
