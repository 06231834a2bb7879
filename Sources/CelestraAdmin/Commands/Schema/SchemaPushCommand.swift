import ArgumentParser
import CloudKitWebServices
import Diagnostics
import Foundation
import SchemaReview

/// `schema push`: a schema file into a container's development environment.
struct SchemaPushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Bring the development environment of a CloudKit container to a schema file, by xcrun cktool.",
    discussion: """
      Shows what would change and asks. What the container has is kept beside the file, as FILE.development.bak. What \
      the file does not declare is deleted, with its data. Production takes a schema only by a deployment in CloudKit \
      Console. Exits with 1 when the answer is no.
      """)

  @Argument(help: "The file. (default: the configuration's schema)")
  var file: String?

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var cloudKit: CloudKitOptions

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard try cloudKit.environment == .development else {
      throw CommandFailure("cannot push to production: CloudKit takes schemas there by deployment in its Console only")
    }
    let push = try SchemaPush(
      of: InputFile.read(file ?? configurationFile.effective().schema.value), to: cloudKit.tool(),
      named: cloudKit.container)
    let isWanted = try push.isNeeded && (yes || ask(about: push))
    let backup = isWanted ? try push.run() : nil
    try output.write(SchemaPushReport(push, backup: backup))
    try (push.isNeeded && !isWanted ? ExitStatus.answerIsNo : .done).exit()
  }

  /// Shows the changes to a person and asks.
  private func ask(about push: SchemaPush) throws -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure("cannot ask before changing \(push.container): this is no terminal; say --yes")
    }
    let terminal = Terminal.standardError
    terminal.write(SchemaDiffReport(push.differences).text(Style(output.color, for: terminal)))
    terminal.write("change the development environment of \(push.container) so? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}

/// A schema file on its way into a container.
struct SchemaPush {
  let file, container: String
  /// What would change in the container.
  let differences: SchemaDiff
  private let tool: CKTool
  private let schema, export: [UInt8]

  /// Compares a file with what the container has.
  init(of source: SourceText, to tool: CKTool, named container: String) throws {
    let new = try SchemaDocument(valid: source, to: "push")
    export = try tool.export(from: .development)
    let old = SchemaDocument(SourceText(name: container, bytes: export))
    guard !old.hasErrors else { throw CommandFailure("cannot read the export of \(container); is it a schema?") }
    differences = SchemaDiff(from: old.schema, to: new.schema)
    file = source.name
    schema = source.bytes
    self.container = container
    self.tool = tool
  }

  /// Whether the container has something else.
  var isNeeded: Bool { !differences.changes.isEmpty }

  /// Keeps what the container has in a file, then changes it.
  /// - Returns: that file.
  func run() throws -> String {
    let backup = OutputFile.freeName("\(file).development.bak")
    try OutputFile.write(String(decoding: export, as: UTF8.self), to: backup)
    try tool.importToDevelopment(schema)
    return backup
  }
}

/// What became of a container.
struct SchemaPushReport: Report {
  let command = "schema push"
  let summary: Summary
  let items: [SchemaDiffReport.Item]
  private let diff: SchemaDiffReport

  /// The totals.
  struct Summary: Encodable {
    let file, container: String
    let changes: Int
    let isPushed: Bool
    let backup: String?
  }

  /// The report on a push.
  /// - Parameter backup: what the container had; `nil` where it was not changed.
  init(_ push: SchemaPush, backup: String?) {
    diff = SchemaDiffReport(push.differences)
    items = diff.items
    summary = Summary(
      file: push.file, container: push.container, changes: push.differences.changes.count, isPushed: backup != nil,
      backup: backup)
  }

  func text(_ style: Style) -> String {
    guard summary.changes > 0 else { return "development of \(summary.container) has \(summary.file); nothing to do\n" }
    guard let backup = summary.backup else { return "nothing was changed\n" }
    return diff.text(style)
      + "development of \(summary.container) is now \(summary.file); what it was is in \(backup)\n"
  }
}
