import ArgumentParser

/// The format of a report. Each command offers some of them as `OfferedFormats`.
enum OutputFormat: String, Sendable {
  case text, concise, json, jsonl, markdown, csv, html, junit, prometheus, sarif, github, gitlab, mermaid
}

extension Report {
  /// Returns the report in a format.
  func render(as format: OutputFormat, _ style: Style) throws -> String {
    let document: String? =
      switch format {
      case .text: text(style)
      case .concise: concise()
      case .json: try json()
      case .jsonl: jsonl()
      case .markdown: markdown()
      case .csv: csv()
      case .html: try html()
      case .junit: junit()
      case .prometheus: prometheus()
      case .mermaid: mermaid()
      case .sarif: try SARIFLog.json(annotations.located, rules: rules).prettyJSON()
      case .github: WorkflowCommands(annotations).text
      case .gitlab: try CodeQualityReport.json(annotations.located).prettyJSON()
      }
    guard let document else { throw CommandFailure("\(command) does not support --format \(format.rawValue)") }
    return document
  }

  /// Writes the report to standard output.
  func print(as format: OutputFormat = .text, _ color: ColorChoice = .auto) throws {
    try Terminal.standardOutput.write(data: render(as: format, Style(color, for: .standardOutput)))
  }
}

/// The formats that a command offers.
protocol OfferedFormats: Sendable {
  /// The formats, the default first.
  static var formats: [OutputFormat] { get }
}

/// Text and JSON.
enum TextAndJSON: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json]
}

/// Text, JSON, and Markdown.
enum TextJSONAndMarkdown: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown]
}

/// The formats of records of any type.
enum RecordFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .jsonl, .csv]
}

/// The formats of record lists.
enum ListFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .csv, .markdown]
}

/// The formats of schemas, including a data dictionary and a diagram.
enum SchemaFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown, .mermaid]
}

/// The formats of reports with tables.
enum TabularFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown, .csv, .html]
}

/// The formats of the health report, including those of build servers and monitoring.
enum HealthFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown, .html, .csv, .junit, .prometheus]
}

/// The formats of findings, including those of code review services.
enum FindingsFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .concise, .json, .sarif, .github, .gitlab, .junit, .markdown]
}

/// A requested format with an optional file: `html=report.html`.
struct OutputRequest<Offered: OfferedFormats>: ExpressibleByArgument {
  let format: OutputFormat
  /// The output file; `nil` for standard output.
  let file: String?

  static var allValueStrings: [String] { Offered.formats.map(\.rawValue) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    // The text of records is a table, and other tools call it so.
    guard let format = parts.first.flatMap({ OutputFormat(rawValue: $0 == "table" ? "text" : $0) }),
      Offered.formats.contains(format),
      parts.last != ""
    else { return nil }
    self.format = format
    file = parts.count > 1 ? parts.last : nil
  }

  /// Creates a request for standard output.
  init(_ format: OutputFormat) {
    self.format = format
    file = nil
  }
}
