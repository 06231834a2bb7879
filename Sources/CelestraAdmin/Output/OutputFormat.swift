import ArgumentParser

/// How a report is written. Which formats a command offers, its `OfferedFormats` say.
enum OutputFormat: String, Sendable {
  case text, concise, json, markdown, csv, html, junit, prometheus, sarif, github, gitlab, mermaid
}

extension Report {
  /// The report in a format: the one switch over formats.
  func render(as format: OutputFormat, _ style: Style) throws -> String {
    let document: String? =
      switch format {
      case .text: text(style)
      case .concise: findings.located.map { $0.line + "\n" }.joined()
      case .json: try Envelope(self).prettyJSON()
      case .markdown: markdown()
      case .csv: csv()
      case .html: try html()
      case .junit: junit()
      case .prometheus: prometheus()
      case .mermaid: mermaid()
      case .sarif: try SARIFLog.json(findings.located, rules: rules).prettyJSON()
      case .github: WorkflowCommands(findings).text
      case .gitlab: try CodeQualityReport.json(findings.located).prettyJSON()
      }
    guard let document else { throw CommandFailure("\(command) has no \(format.rawValue) form") }
    return document
  }
}

/// The formats a command can write.
protocol OfferedFormats: Sendable {
  /// The formats, the default first.
  static var formats: [OutputFormat] { get }
}

/// Formats for people and for programs.
enum TextAndJSON: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json]
}

/// Formats for people, for programs, and for pull requests and chats.
enum TextJSONAndMarkdown: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown]
}

/// Formats of lists of records.
enum ListFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .csv, .markdown]
}

/// Formats of a schema: for people, for programs, a data dictionary and a diagram.
enum SchemaFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown, .mermaid]
}

/// Formats of reports with tables.
enum TabularFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown, .csv, .html]
}

/// Formats for people, programs, pages, spreadsheets, build servers and monitoring.
enum HealthFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown, .html, .csv, .junit, .prometheus]
}

/// Formats of findings: for people, for programs, and for the places that show findings beside the code.
enum FindingsFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .concise, .json, .sarif, .github, .gitlab, .junit, .markdown]
}

/// A format the user asked for, with the file to write: `html=report.html`.
struct OutputRequest<Offered: OfferedFormats>: ExpressibleByArgument {
  let format: OutputFormat
  /// The file; `nil` for standard output.
  let file: String?

  static var allValueStrings: [String] { Offered.formats.map(\.rawValue) }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let format = parts.first.flatMap(OutputFormat.init(rawValue:)), Offered.formats.contains(format),
      parts.last != ""
    else { return nil }
    self.format = format
    file = parts.count > 1 ? parts.last : nil
  }

  /// A format on standard output.
  init(_ format: OutputFormat) {
    self.format = format
    file = nil
  }
}
