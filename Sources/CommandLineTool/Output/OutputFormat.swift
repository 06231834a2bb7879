import ArgumentParser

// A format is a case here, with the commands that offer it. What a command's reports must have for it is checked by the
// compiler: `OutputOptions.write` takes the reports that the offered formats need.

package enum OutputFormat: String, Sendable {
  case text, json, jsonl, markdown, csv, html, junit, prometheus, sarif, github, atom, badge, opml
}

extension Report {
  /// Returns the report in a format that every report has; `nil` for any other.
  package func common(_ format: OutputFormat, _ style: Style) throws -> String? {
    switch format {
    case .text: text(style)
    case .json: try json()
    case .markdown: markdown()
    case .junit: JUnitDocument(findings, command: command, asOf: asOf).text
    case .sarif: try SARIFLog.json(annotations.located, rules: rules, command: command).prettyJSON()
    case .github: WorkflowCommands(annotations).text
    case .csv, .html, .jsonl, .prometheus, .atom, .badge, .opml: nil
    }
  }
}

package protocol OfferedFormats: Sendable {
  /// The default first.
  static var formats: [OutputFormat] { get }
}

package protocol CommonFormats: OfferedFormats {}

package enum TextAndJSON: CommonFormats {
  package static let formats: [OutputFormat] = [.text, .json]
}

package enum TextJSONAndMarkdown: CommonFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown]
}

/// The formats of findings, including those of code review services.
package enum FindingsFormats: CommonFormats {
  package static let formats: [OutputFormat] = [.text, .json, .sarif, .github, .junit, .markdown]
}

/// The formats of a plan, whose steps are not tests.
package enum PlanFormats: CommonFormats {
  package static let formats: [OutputFormat] = [.text, .json, .sarif, .github, .markdown]
}

extension OutputOptions where Offered: CommonFormats {
  package func write(_ report: some Report) throws {
    try write(report) { try report.common($0, $1) ?? report.text($1) }
  }
}

package protocol TableReport: Report {
  /// The table as comma-separated values with a header (RFC 4180).
  func csv() -> String
}

package enum ListFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .csv, .markdown]
}

extension OutputOptions where Offered == ListFormats {
  package func write(_ report: some TableReport) throws {
    try write(report) { try report.common($0, $1) ?? report.csv() }
  }
}

package protocol RecordsReport: TableReport {
  func jsonl() -> String
}

package enum RecordFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .jsonl, .csv]
}

extension OutputOptions where Offered == RecordFormats {
  package func write(_ report: some RecordsReport) throws {
    try write(report) { try report.common($0, $1) ?? ($0 == .jsonl ? report.jsonl() : report.csv()) }
  }
}

package protocol PageReport: Report {
  /// The report as a self-contained HTML page.
  func html() throws -> String
}

package enum DocumentFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown, .html]
}

extension OutputOptions where Offered == DocumentFormats {
  package func write(_ report: some PageReport) throws {
    try write(report) { try report.common($0, $1) ?? report.html() }
  }
}

package enum TabularFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown, .csv, .html]
}

extension OutputOptions where Offered == TabularFormats {
  package func write(_ report: some PageReport & TableReport) throws {
    try write(report) { try report.common($0, $1) ?? ($0 == .html ? try report.html() : report.csv()) }
  }
}

package protocol MonitoringReport: PageReport, TableReport {
  func prometheus() -> String
  /// The changes as an Atom feed (RFC 4287).
  func atom() -> String
  /// The state as a badge: JSON for the endpoint of shields.io.
  func badge() throws -> String
}

package enum HealthFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown, .html, .csv, .prometheus, .atom, .badge]
}

/// The formats of a list of feeds. The command passes the OPML, which is an export.
package enum FeedListFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .csv, .markdown, .opml]
}

extension OutputOptions where Offered == HealthFormats {
  package func write(_ report: some MonitoringReport) throws {
    try write(report) { format, style in
      switch format {
      case .prometheus: report.prometheus()
      case .atom: report.atom()
      case .badge: try report.badge()
      case .html: try report.html()
      default: try report.common(format, style) ?? report.csv()
      }
    }
  }
}

extension OutputOptions {
  /// Writes one of several reports of a command, which need not have all formats that the command offers.
  /// - Parameter documents: the formats that the command has written itself.
  /// - Throws: `CommandFailure` if the report does not have the format.
  package func write(offered report: any Report, documents: [OutputFormat: String] = [:]) throws {
    try write(report) { format, style in
      if let text = try documents[format] ?? report.common(format, style) { return text }
      switch format {
      case .csv:
        if let table = report as? any TableReport { return table.csv() }
      case .html:
        if let page = report as? any PageReport { return try page.html() }
      default: break
      }
      throw CommandFailure("this report of '\(report.command)' does not support --format \(format.rawValue)")
    }
  }
}
