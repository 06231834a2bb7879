import Testing

@Suite("celestra-admin help")
struct HelpTests {
  @Test("the help of a command lists its options", arguments: [["help", "seed"], ["seed", "-h"]])
  func help(arguments: [String]) throws {
    let run = try Session().run(arguments)
    #expect(run.status == 0)
    for text in ["OVERVIEW: Seed a container", "<paths>", "--prune", "--category-map", "--only <only>", "--container"] {
      #expect(run.out.contains(text), "\(text)")
    }
    #expect(!run.out.contains("SUBCOMMANDS"))
  }

  @Test("--help before a command is the help of the program")
  func leadingFlag() throws {
    let session = try Session()
    #expect(try session.run("--help", "seed") == session.run("--help"))
  }
}
