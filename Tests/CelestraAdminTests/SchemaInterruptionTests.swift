import Testing

@Suite("Ctrl-C and changes by others while a live schema is changed")
struct SchemaInterruptionTests {
  private static let pushed = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")

  /// A script that sends Ctrl-C in the call of this number.
  private static func interruption(at call: Int) -> String {
    "[ \"$(wc -l < calls)\" -ne \(call) ] || { kill -INT $PPID; sleep 30; }\n"
  }

  /// Returns a container whose development has, for a reset, a field that production does not have.
  private static func live(_ verb: String) throws -> LiveSession {
    let live = try LiveSession(.cktool, development: verb == "reset" ? pushed : LiveSession.export)
    try live.session.write(pushed, to: "a.ckdb")
    return live
  }

  private static func arguments(_ verb: String) -> [String] {
    ["schema", verb, "a.ckdb"] + (verb == "push" ? ["--yes"] : ["--confirm", Session.liveContainer])
  }

  // Push: three exports, validate-schema, import-schema, export. Reset: four exports, reset-schema, export.
  @Test(
    "after Ctrl-C in any call of cktool, a push or a reset calls nothing further, and a second run ends it",
    arguments: ["push", "reset"], 1...6)
  func everyCall(verb: String, call: Int) throws {
    let live = try Self.live(verb)
    let before = try live.session.contents("development.ckdb")
    try live.session.write(Self.interruption(at: call), to: "before-call")
    let run = try live.session.run(Self.arguments(verb))
    #expect(run.status == 2 && run.out == "" && run.err.contains("stopped 'xcrun cktool "), "\(run)")
    #expect(try live.session.contents("calls").split(separator: "\n").count == call)
    #expect(try (live.session.contents("development.ckdb") == before) == (call < 6))
    let consequence =
      switch call {
      case ..<4: "error: stopped 'xcrun cktool export-schema'\n"
      case 4:
        verb == "push"
          ? "error: stopped 'xcrun cktool validate-schema'; nothing was imported\n"
          : "error: stopped 'xcrun cktool export-schema'\n"
      case 5: "may have been \(verb == "push" ? "imported" : "reset"): "
      default: " was sent: 'schema status' shows whether it took effect\n"
      }
    #expect(run.err.contains(consequence), "\(run)")

    try live.session.write("", to: "before-call")
    let second = try live.session.run(Self.arguments(verb))
    #expect(second.status == 0, "\(second)")
    #expect(try live.session.contents("development.ckdb") != before)
    // An import that took effect is not sent again. A reset is: exports do not show whether records were deleted.
    let isSentAgain = call == 5 || call == 6 && verb == "reset"
    #expect(try live.writes().count { !$0.hasPrefix("validate") } == (isSentAgain ? 2 : 1))
  }

  @Test(
    "after Ctrl-C in an export, a command that reads ends", arguments: ["pull", "drift", "status", "deploy", "doctor"])
  func reads(verb: String) throws {
    let live = try Self.live("push")
    try live.session.write(Self.interruption(at: 1), to: "before-call")
    let run = try live.session.run(["schema", verb] + (verb == "doctor" ? [] : ["a.ckdb"]))
    #expect(run.status == 2 && run.out == "" && run.err.contains("error: stopped 'xcrun cktool "), "\(run)")
    #expect(try live.session.contents("a.ckdb") == Self.pushed)
  }

  @Test("a state folder that cannot be created stops a push before it writes")
  func unwritable() throws {
    let live = try Self.live("push")
    try live.session.write("a file", to: "file")
    live.session.environment["XDG_STATE_HOME"] = live.session.path("file")
    let run = try live.session.run(Self.arguments("push"))
    #expect(run.status == 2 && run.err.hasSuffix("; set XDG_STATE_HOME to a folder you can write\n"), "\(run)")
    #expect(try live.writes() == [])
  }

  @Test(
    "a schema that someone else changes after the comparison is not written over",
    arguments: [("push", "development", 3), ("reset", "development", 3), ("reset", "production", 4)])
  func changed(verb: String, environment: String, call: Int) throws {
    let live = try Self.live(verb)
    try live.session.write(
      "[ \"$(wc -l < calls)\" -ne \(call) ] || echo 'RECORD TYPE Tag ( label STRING );' >> \(environment).ckdb\n",
      to: "before-call")
    let run = try live.session.run(Self.arguments(verb))
    #expect(run.status == 2)
    #expect(
      run.err.hasSuffix(
        "error: \(environment) of iCloud.org.example.celestra changed since it was compared; nothing was "
          + "\(verb == "push" ? "imported" : "reset"): run the command again\n"), "\(run)")
    #expect(try live.writes() == [])
  }
}
