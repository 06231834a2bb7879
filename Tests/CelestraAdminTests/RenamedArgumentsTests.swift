import Testing

@testable import CelestraAdmin
@testable import CommandLineTool

@Suite("Renamed commands and options")
struct RenamedArgumentsTests {
  @Test(
    "an old name is replaced with a note, and nothing else is",
    arguments: [
      (
        "health probe --all", "update --no-articles --include-not-due",
        ["'health probe' is now 'update --no-articles'", "'--all' is now '--include-not-due'"]
      ),
      ("help records get", "help records show", ["'records get' is now 'records show'"]),
      (
        "records query Book --all", "records list Book --limit 0",
        ["'records query' is now 'records list'", "'--all' is now '--limit 0'"]
      ),
      ("records set --all a=1", "records set --all a=1", []),
      (
        "container diff a b --max=3 --summary", "container diff a b --limit 3 --show summary",
        ["'--summary' is now '--show summary'", "'--max' is now '--limit'"]
      ),
      ("update -- --from", "update -- --from", []), ("schema pull --force", "schema pull --force", []),
      ("schema lint --max-findings 3", "schema lint --limit 3", ["'--max-findings' is now '--limit'"]),
      ("seed --from", "seed --from", []), ("help browse", "help app", ["'browse' is now 'app'"]),
      ("help health probe", "help update", ["'health probe' is now 'update --no-articles'"]),
    ])
  func current(given: String, current: String, notes: [String]) {
    let words = given.split(separator: " ").map(String.init)
    let (arguments, found) = RenamedArguments.current(words, by: CelestraAdmin.renamed)
    #expect(arguments.joined(separator: " ") == current)
    #expect(Set(found) == Set(notes))
  }

  @Test("every new name is that of a command or an option")
  func table() throws {
    let index = try OptionIndex(of: CelestraAdmin.self).text(width: 200)
    for row in CelestraAdmin.renamed {
      for word in row.replacement where word.hasPrefix("--") { #expect(index.contains("\(word)"), "\(word)") }
    }
  }

  @Test(
    "what other programs call a command is understood",
    arguments: [
      (["import", "a.opml"], "unknown command 'import'; did you mean 'celestra-admin seed'?"),
      (["load"], "unknown command 'load'; did you mean 'celestra-admin seed'?"),
      (["report"], "unknown command 'report'; did you mean 'celestra-admin health report'?"),
      (["feeds", "get", "A"], "unknown command 'get'; did you mean 'celestra-admin feeds show'?"),
      (["add", "https://a.example", "--dry-run"], "unknown command 'add'; did you mean 'celestra-admin feeds add'?"),
      (["add", "https://a.example"], "unknown command 'add'; did you mean 'celestra-admin feeds add'?"),
      (["feeds", "list", "--json"], "unknown option '--json'; did you mean '--format json'?"),
      (["health", "report", "--html"], "unknown option '--html'; did you mean '--format html=FILE'?"),
    ])
  func typos(arguments: [String], message: String) throws {
    #expect(try !Session().run("feeds", "remove", "--tag", "x").err.contains("--yes'"))
    let run = try Session().run(arguments)
    #expect(run.status == 64)
    #expect(run.err.contains(message), "\(run.err)")
  }
}
