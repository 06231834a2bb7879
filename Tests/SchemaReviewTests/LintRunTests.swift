import CloudKitSchema
import Diagnostics
import SchemaReview
import TestEnvironment
import Testing

@Suite("Lint")
struct LintRunTests {
  private static func lint(_ items: String, above: String = "") -> LintRun {
    let text = """
      DEFINE SCHEMA
      \(above)
      RECORD TYPE T (
        "___recordID" REFERENCE QUERYABLE,
      \(items)
        GRANT READ TO "_world"
      );
      """
    return LintRun(SchemaFile(SourceText(name: "s.ckdb", text: text)))
  }

  @Test(
    "a comment suppresses its rule on its line, on the next, in its type or in the file",
    arguments: [
      ("  a NUMBER, // ckdb:ignore number-type -- old", ""),
      ("  a NUMBER, -- ckdb:ignore number-type -- old", ""),
      ("  // ckdb:ignore number-type -- old\n  // and more\n  a NUMBER,", ""),
      ("  /* ckdb:ignore number-type, field-name-case -- old */\n  A NUMBER,", ""),
      ("  a NUMBER,", "// ckdb:ignore-type number-type -- old"),
      ("  a NUMBER,\n  // ckdb:ignore-type number-type -- old", ""),
      ("  a NUMBER,", "// ckdb:ignore-file number-type -- old\nCREATE ROLE Admin; // ckdb:ignore unused-role -- soon"),
    ])
  func suppressed(items: String, above: String) {
    let run = Self.lint(items, above: above)
    #expect(run.diagnostics.isEmpty)
    #expect(run.suppressed > 0)
  }

  @Test("the fields and grants of a record type without a name belong to no other type")
  func nameless() {
    let items = "dataJSON STRING, count NUMBER, Total STRING QUERYABLE, GRANT WRITE TO \"_world\""
    let types = ["RECORD TYPE (\(items));", "RECORD TYPE T (\"___recordID\" REFERENCE QUERYABLE, f STRING);"]
    for order in [types, types.reversed()] {
      let file = SchemaFile(SourceText(name: "s.ckdb", text: "DEFINE SCHEMA " + order.joined(separator: " ")))
      #expect(LintRun(file).diagnostics.filter { $0.severity == .error }.map(\.rule) == ["missing-name"])
      #expect(file.fields.count == 2 && file.grants.isEmpty)
    }
  }

  @Test(
    "a comment that suppresses nothing is reported, and syntax errors are never suppressed",
    arguments: [
      ("  // ckdb:ignore number-type -- old\n  b INT64,\n  a NUMBER,", ["unused-suppression", "number-type"]),
      ("  a NUMBER, // ckdb:ignore number-type", ["number-type", "suppression-without-reason"]),
      ("  a NUMBER, // ckdb:ignore -- because", ["number-type", "suppression-without-reason"]),
      ("  a NUMBER, // ckdb:ignore nmber-type -- old", ["number-type", "unknown-rule-id"]),
      ("  a NMBER, // ckdb:ignore unknown-type -- old", ["unknown-type", "unused-suppression"]),
      ("  a NUMBER, // see ckdb:ignore number-type -- old", ["number-type"]),
    ])
  func notSuppressed(items: String, rules: [String]) {
    #expect(Self.lint(items).diagnostics.map(\.rule) == rules)
  }

  @Test("a mistake in the syntax hides findings, and neither their comments nor their acceptances count as unused")
  func incomplete() {
    let comment = "// ckdb:ignore number-type -- shipped"
    let run = Self.lint("  a NUMBR, \(comment)\n  b NUMBER,")
    #expect(run.diagnostics.map(\.rule) == ["unknown-type", "number-type"])
    #expect(run.checkedRules.isEmpty && !Self.lint("  b NUMBER,").checkedRules.isEmpty)
    let source = SourceText(name: "s", text: "DEFINE SCHEMA\nRECORD TYPE T (\n  a NUMBR \(comment)\n);")
    #expect(FixRun.fixing(source, selection: RuleSelection()).source.bytes == source.bytes)
  }

  @Test("a comment in the second of three types suppresses its rule in that type only")
  func suppressedType() {
    let types = ["A", "B", "C"].map { name in
      "RECORD TYPE \(name) (\(name == "B" ? "\n// ckdb:ignore-type number-type -- old" : "")\na NUMBER);"
    }
    let source = SourceText(name: "s.ckdb", text: "DEFINE SCHEMA\n" + types.joined(separator: "\n"))
    let found = LintRun(SchemaFile(source)).diagnostics.filter { $0.rule == "number-type" }
    #expect(found.map(\.subject) == ["A.a", "C.a"])
  }

  @Test("a comment after a record type on its last line suppresses a rule in that type only")
  func suppressedTypeBefore() {
    let text = "RECORD TYPE A (a NUMBER); // ckdb:ignore-type number-type -- old\nRECORD TYPE B (a NUMBER);"
    let found = LintRun(SchemaFile(SourceText(name: "s.ckdb", text: "DEFINE SCHEMA\n" + text))).diagnostics
    #expect(found.filter { $0.rule == "number-type" }.map(\.subject) == ["B.a"])
  }

  @Test("fixes that change the schema change only what their findings report")
  func fixes() {
    let text = """
      DEFINE SCHEMA
      RECORD TYPE T (
        // The first.
        a ENCRYPTED STRING QUERYABLE, // kept
        b NUMBER,
        GRANT READ TO "_creator"
      );
      RECORD TYPE U ( "___recordID" REFERENCE, GRANT READ TO "_creater" );
      """
    let source = SourceText(name: "s.ckdb", text: text)
    #expect(FixRun.fixing(source, selection: RuleSelection()).applied == 0)
    let run = FixRun.fixing(source, selection: RuleSelection(), changingSchema: true)
    #expect(run.applied == 2)
    #expect(
      run.source.string(SourceRange(0, run.source.bytes.count)) == """
        DEFINE SCHEMA
        RECORD TYPE T (
          // The first.
          a ENCRYPTED STRING, // kept
          b NUMBER,
          GRANT READ TO "_creator"
        );
        RECORD TYPE U ( "___recordID" REFERENCE, GRANT READ TO "_creator" );
        """)
  }

  private static func acceptances(_ entries: [AcceptedFinding]) -> AcceptedFindings {
    AcceptedFindings(entries, file: "a.json", today: "2026-11-21")
  }

  private static func open(_ found: [Diagnostic], _ entry: AcceptedFinding, _ today: String) -> [String] {
    let outcome = AcceptedFindings([entry], file: "a.json", today: today).outcome(of: found, asked: ["number-type"])
    return (outcome.open + outcome.problems).map(\.rule)
  }

  @Test("an acceptance matches by rule and subject, not by message or line")
  func accepted() throws {
    let run = Self.lint("  a NUMBER,")
    let entry = AcceptedFinding(rule: "number-type", subject: "T.a", reason: "old")
    #expect(run.diagnostics.map(\.subject) == ["T.a"])
    let moved = Self.lint("  b INT64,\n  a NUMBER,").diagnostics
    #expect(Self.open(moved, entry, "2026-11-21") == [])
    #expect(Self.open([], entry, "2026-11-21") == ["accepted-matches-nothing"])
    let dated = AcceptedFinding(rule: "number-type", subject: "T.a", reason: "old", expires: "2026-11-20")
    #expect(Self.open(moved, dated, "2026-11-21") == ["number-type", "expired-acceptance"])
    #expect(Self.open(moved, dated, "2026-11-20") == [])
    let found = Self.lint("  a NUMBER,").diagnostics
    var accepted = Self.acceptances([entry])
    accepted.accept(found, reason: "new", files: ["s.ckdb": "x/s.ckdb"])
    #expect(accepted.entries == [entry])
    // An expired acceptance in every file is renewed, too.
    var late = Self.acceptances([dated])
    late.accept(found, reason: "new", files: ["s.ckdb": "x/s.ckdb"])
    #expect(late.entries.map(\.file) == ["x/s.ckdb"])
    // This run reports no acceptances of rules that it does not check.
    let other = AcceptedFinding(rule: "index-removed", subject: "T.a", reason: "old")
    #expect(Self.open([], other, "2026-11-21") == [])
  }

  @Test("acceptances of one file do not affect another, and only those of the run's files are judged")
  func files() throws {
    let found = Self.lint("  a NUMBER,").diagnostics
    var both = Self.acceptances([])
    for file in ["a.ckdb", "b.ckdb"] { both.accept(found, reason: "old", files: ["s.ckdb": file]) }
    #expect(both.entries.map(\.file) == ["a.ckdb", "b.ckdb"])
    func outcome(_ found: [Diagnostic], _ file: String) -> AcceptedOutcome {
      both.outcome(of: found, asked: ["number-type"], files: ["s.ckdb": file])
    }
    #expect(outcome(found, "a.ckdb").open == [])
    #expect(outcome(found, "a.ckdb").matching == both.entries)
    #expect(outcome(found, "c.ckdb").open.map(\.rule) == ["number-type"])
    #expect(outcome([], "b.ckdb").problems.map(\.rule) == ["accepted-matches-nothing"])
    #expect(outcome([], "b.ckdb").matching == [both.entries[0]])
    // An entry without a file is judged, but only a run over every file could remove it.
    let anywhere = [AcceptedFinding(rule: "number-type", subject: "T.a", reason: "old")]
    func matching(_ files: [String: String]) -> [AcceptedFinding] {
      Self.acceptances(anywhere).outcome(of: [], asked: ["number-type"], files: files).matching
    }
    #expect(matching(["s.ckdb": "a.ckdb"]) == anywhere)
    #expect(matching([:]) == [])
  }

  @Test("an acceptance of a step of a deployment is silent once the step is deployed, and an expired one is renewed")
  func deployed() {
    let step = AcceptedFinding(rule: "index-removed", subject: "T.a", reason: "agreed", expires: "2026-11-20")
    var accepted = Self.acceptances([step])
    func problems(_ found: [Diagnostic]) -> [String] {
      accepted.outcome(of: found, asked: ["index-removed"]).problems.map(\.rule)
    }
    let finding = Diagnostic(.error, rule: "index-removed", "", file: "s.ckdb", subject: "T.a")
    #expect(problems([]) == [])
    #expect(problems([finding]) == ["expired-acceptance"])
    accepted.accept([finding], reason: "again")
    #expect(accepted.entries == [AcceptedFinding(rule: "index-removed", subject: "T.a", reason: "again")])
  }

  @Test(
    "mistakes in a file of acceptances are reported with their places",
    arguments: [
      (#"{"accepted":[{"rule":"r","reason":"x","expire":"2026-01-01"}]}"#, "unknown-key"),
      (#"{"accepted":[{"rule":"r","reason":"x","expires":"2026-31-12"}]}"#, "invalid-value"),
      (#"{"accepted":[{"rule":"r","reason":"x","expires":"2026-02-30"}]}"#, "invalid-value"),
      (#"{"accepted":[{"rule":"r","reason":"x","expires":"2026-1-1"}]}"#, "invalid-value"),
      (#"{"accepted":[{"rule":"r","reason":" "}]}"#, "empty-value"),
      (#"{"accepted":[{"reason":"x"}]}"#, "missing-key"), (#"{"accepted":{}}"#, "json-type"),
      ("{}", "json-type"), (#"{"accepted":[]"#, "json-syntax"),
      (#"{"accepted":[{"rule":"r","reason":"x","subject":1}]}"#, "json-type"),
    ])
  func acceptedFile(text: String, rule: String) {
    var diagnostics: [Diagnostic] = []
    _ = AcceptedFinding.read(SourceText(name: "a.json", text: text), into: &diagnostics)
    #expect(diagnostics.map(\.rule) == [rule])
    #expect(diagnostics.allSatisfy { $0.range != nil })
  }

  @Test("the subject of a grant is the record type and the role")
  func grantSubject() {
    let found = Self.lint("  GRANT READ TO \"_creator\",\n  GRANT WRITE TO \"_creator\",").diagnostics
    #expect(found.map(\.subject) == ["T:_creator"])
  }

  @Test("tens of thousands of findings and suppressions take linear time")
  func many() {
    let isLinear = TimeGrowth.isLinear(upTo: 8000) { count in
      let items = (0..<count).map { "  f\($0) NUMBER, // ckdb:ignore number-type -- old\n  F\($0) STRING," }
      let run = Self.lint(items.joined(separator: "\n"))
      #expect(run.suppressed == count)
      #expect(run.diagnostics.count == 2 * count)
    }
    #expect(isLinear)
  }

  @Test(
    "the shipped CelestraCloud schema has its known findings",
    .enabled(if: !SchemaCorpus.collected.isEmpty, "\(Corpus.absence)"))
  func shipped() throws {
    let entry = try #require(SchemaCorpus.entries.first { $0.file == "brightdigit__CelestraCloud__schema.ckdb" })
    let rules = Set(LintRun(SchemaFile(entry.source)).diagnostics.map(\.rule))
    #expect(rules.isSuperset(of: ["authenticated-write", "create-to-creator", "overlapping-grant"]))
    let comments = LintRun(SchemaFile(entry.source)).diagnostics.filter { $0.rule == "grant-comment-mismatch" }
    #expect(comments.map(\.subject) == ["Feed:_icloud"])
    let writes = LintRun(SchemaFile(entry.source), selection: RuleSelection(select: ["authenticated-write"]))
    #expect(writes.diagnostics.map(\.subject) == ["Feed:_icloud", "Article:_icloud"])
  }
}
