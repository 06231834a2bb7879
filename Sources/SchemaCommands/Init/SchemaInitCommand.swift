import ArgumentParser
import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

struct SchemaInitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Set up a repository: write the configuration, and the workflow that checks pull requests.",
    discussion: """
      Finds the schema, shows the files, and asks before writing them. An existing file is never changed.
      """)

  @Argument(help: "Schema file. (default: the .ckdb file of the repository)", completion: .file())
  var file: String?

  @Flag(help: "Skip confirmation.")
  var yes = false

  /// The folder of the files, with a final slash; empty for the current one.
  private var folder: String {
    guard let root = Checkout.current.root, root != Checkout.current.folder else { return "" }
    return root + "/"
  }

  func run() async throws {
    let configuration = try EffectiveConfiguration(file: nil)
    let configured = configuration.schema.source == .configuration ? configuration.schema.value : nil
    let path = try file ?? configured ?? SchemaSearch.file(in: folder)
    let document = try SchemaDocument(valid: InputFile.read(path), to: "set up")
    let project = NewProject(
      schema: Checkout.current.path(of: path), queries: Self.queries(beside: path), document: document)
    let existing = configuration.file.map { Checkout.current.path(of: $0) }
    let workflow = FileManager.default.fileExists(atPath: folder + NewProject.workflowPath)
    let new = [
      existing == nil ? (Program.current.configurationFile, project.configuration) : nil,
      workflow ? nil : (NewProject.workflowPath, NewProject.workflow),
    ].compactMap(\.self)
    let kept = [existing, workflow ? NewProject.workflowPath : nil].compactMap(\.self)
    for name in kept { Terminal.standardError.write("kept \(name): it exists\n") }
    if configured == nil, let existing, let file = configuration.file {
      Terminal.standardError.write("add to \(existing): schema: \(path.path(fromFolderOf: file))\n")
    }
    if new.isEmpty { return try Terminal.standardOutput.write(data: "nothing to do\n") }
    try write(new)
  }

  /// Shows the files, asks, and writes them.
  private func write(_ files: [(name: String, text: String)]) throws {
    let shown = files.map { "\($0):\n" + $1.split(separator: "\n").map { "  \($0)\n" }.joined() }
    let question = "\(shown.joined(separator: "\n"))\nwrite \(files.count == 1 ? "this file" : "these files")?"
    guard try Confirmation.ask(question, isConfirmed: yes) else { throw ExitStatus.answerIsNo.code }
    for (name, text) in files {
      try OutputFile.create(text, at: folder + name)
      try Terminal.standardOutput.write(data: "created \(name)\n")
    }
    Terminal.standardError.write("next: '\(Program.current.schema("lint"))' shows what to fix; commit the new files\n")
  }

  /// Returns the query manifest in the folder of a schema, from the root of the repository.
  private static func queries(beside schema: String) -> String? {
    let folder = schema.lastIndex(of: "/").map { String(schema[...$0]) } ?? ""
    let path = folder + "queries.json"
    return FileManager.default.fileExists(atPath: path) ? Checkout.current.path(of: path) : nil
  }
}
