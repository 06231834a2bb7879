import Foundation
import TestEnvironment
import Testing

@testable import CommandLineTool

@Suite("Folders that come with the program")
struct ReleasedFoldersTests {
  @Test(
    "the command copies what the current folder lacks and the program came with",
    arguments: [
      // A release file, and a package.
      Case(released: ["x/schema", "x/seed"], copies: ["x/schema", "x/seed"]),
      Case(released: ["share/celestra-admin/schema", "share/celestra-admin/seed"]),
      Case(released: ["x/schema", "x/seed"], present: ["schema"], copies: ["x/seed"]),
      Case("schema/celestra.ckdb", released: ["x/schema", "x/seed"], present: ["seed"], copies: ["x/schema"]),
      // A folder of that name is left alone.
      Case("schema/celestra.ckdb", released: ["x/schema", "x/seed"], present: ["schema"], copies: nil),
      Case(released: ["x/schema", "x/seed"], present: ["schema", "seed"], copies: nil),
      Case("seeds", released: ["x/schema", "x/seed"], copies: nil),
      // A program that was built, and one that came with half of it.
      Case(released: [], copies: nil),
      Case(released: ["x/schema"], copies: nil),
      Case("schema/celestra.ckdb", released: ["x/schema"], present: ["seed"], copies: ["x/schema"]),
    ])
  func command(case one: Case) throws {
    let session = try Session()
    try FileManager.default.createDirectory(
      at: session.folder.appending(path: "here"), withIntermediateDirectories: true)
    for folder in one.released.map({ "it's/\($0)" }) + one.present.map({ "here/\($0)" }) {
      try session.write("", to: "\(folder)/file")
    }
    let command = ReleasedFolders.copyCommand(
      for: one.path, in: session.path("here"), of: session.path("it's/x/celestra-admin"))
    let words = one.copies?.map { "'\(session.folder.standardizedFileURL.path)/it'\\''s/\($0)'" }
    #expect(command == words.map { "cp -R \($0.joined(separator: " ")) ." })
  }

  /// Folders released with a program `x/celestra-admin`, folders of the current folder, and what is copied for a path.
  struct Case: Sendable {
    let path: String
    let released, present: [String]
    let copies: [String]?

    init(_ path: String = "seed", released: [String], present: [String] = [], copies: [String]?) {
      (self.path, self.released, self.present, self.copies) = (path, released, present, copies)
    }

    init(released: [String]) { self.init(released: released, copies: released) }
  }

  @Test("a program that was built says where to run it")
  func built() throws {
    let session = try Session()
    let advice = "no such file; run the command in the folder with schema/ and seed/, or pass a path\n"
    #expect(
      try session.run("seed") == .init(status: 2, out: "", err: "celestra-admin: error: cannot read seed: \(advice)"))
    let doctor = try session.run("doctor", "--offline")
    #expect(doctor.out.contains("fails    schema         cannot read schema/celestra.ckdb: \(advice)"))
  }

  @Test("a program beside its folders says how to copy them, and then seeds")
  func released() throws {
    let session = try Session()
    for path in ["schema", "seed"] { try session.copy(path) }
    let program = try Session.program().file
    let copy = session.folder.appending(path: "celestra-admin")
    // The temporary folder may be in another file system.
    do { try FileManager.default.linkItem(at: program, to: copy) } catch {
      try FileManager.default.copyItem(at: program, to: copy)
    }
    let here = session.folder.appending(path: "here")
    try FileManager.default.createDirectory(at: here, withIntermediateDirectories: true)
    let shell = try #require(TestProgram("sh"))
    func run(_ line: String) throws -> TestProgram.Result {
      try shell.run(["-c", line], in: here, environment: session.environment)
    }

    let folder = session.folder.standardizedFileURL.path
    let command = "cp -R '\(folder)/schema' '\(folder)/seed' ."
    let refusal = try run("../celestra-admin seed")
    #expect(refusal.status == 2)
    #expect(
      refusal.text == """
        celestra-admin: error: cannot read seed: no such file; copy the one that came with the program: \(command)

        """)
    let doctor = try run("../celestra-admin doctor --offline")
    #expect(
      doctor.out.contains(
        """
        fails    schema         there is no schema/celestra.ckdb in this folder
                                → \(command)

        """))
    #expect(try run("\(command) && ../celestra-admin seed").status == 0)
  }
}
