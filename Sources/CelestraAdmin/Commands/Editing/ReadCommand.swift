import ArgumentParser
import CommandLineTool

/// What a command reads from a catalog: its arguments and its report.
protocol CatalogRead: ParsableArguments {
  associatedtype Formats: OfferedFormats
  /// The command above, such as `feeds`.
  static var noun: String { get }
  static var command: CommandConfiguration { get }
  func report(of opened: ContainerHandle) async throws -> any Report
  /// Returns the report for formats that cannot say that it is incomplete.
  func table(of opened: ContainerHandle) async throws -> any Report
  /// Returns an export of what the report lists, for a command that offers OPML.
  func opml(of opened: ContainerHandle) async throws -> String?
}

extension CatalogRead {
  func table(of opened: ContainerHandle) async throws -> any Report { try await report(of: opened) }

  func opml(of opened: ContainerHandle) async throws -> String? { nil }

  /// The words of the command, such as `feeds list`.
  static var words: String { "\(noun) \(command.commandName ?? "")" }
}

struct ReadCommand<Read: CatalogRead>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Read.command }

  @OptionGroup var read: Read
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<Read.Formats>

  func run() async throws {
    let opened = try container.open(for: .reading)
    let opml = output.includes(.opml) ? try await read.opml(of: opened) : nil
    let report = output.includesTable ? try await read.table(of: opened) : try await read.report(of: opened)
    try output.write(report, documents: opml.map { [.opml: $0] } ?? [:])
  }
}
