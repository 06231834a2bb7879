// A format is a case here, with the commands that offer it.

package enum OutputFormat: String, Sendable {
  case text, json, jsonl, markdown, csv, html, junit, prometheus, sarif, github, atom, badge, opml
}

extension Report {
  /// Returns the report in a format; `nil` if this kind of report does not have it.
  func rendered(_ format: OutputFormat, _ style: Style) throws -> String? {
    switch format {
    case .text: text(style)
    case .json: try json()
    case .markdown: markdown()
    case .junit: JUnitDocument(findings, command: command, asOf: asOf).text
    case .sarif: try SARIFLog.json(annotations.located, rules: rules, command: command).prettyJSON()
    case .github: WorkflowCommands.text(annotations)
    case .csv: (self as? any TableReport)?.csv()
    case .jsonl: (self as? any RecordsReport)?.jsonl()
    case .html: try (self as? any PageReport)?.html()
    case .prometheus: (self as? any MonitoringReport)?.prometheus()
    case .atom: (self as? any MonitoringReport)?.atom()
    case .badge: try (self as? any MonitoringReport)?.badge()
    case .opml: nil
    }
  }
}

package protocol TableReport: Report {
  /// The table as comma-separated values with a header (RFC 4180).
  func csv() -> String
}

package protocol RecordsReport: TableReport {
  func jsonl() -> String
}

package protocol PageReport: Report {
  /// The report as a self-contained HTML page.
  func html() throws -> String
}

package protocol MonitoringReport: PageReport, TableReport {
  func prometheus() -> String
  /// The changes as an Atom feed (RFC 4287).
  func atom() -> String
  /// The state as a badge: JSON for the endpoint of shields.io.
  func badge() throws -> String
}

package protocol OfferedFormats: Sendable {
  /// The default first.
  static var formats: [OutputFormat] { get }
}

package enum TextAndJSON: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json]
}

package enum TextJSONAndMarkdown: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown]
}

/// The formats of findings, including those of code review services.
package enum FindingsFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .sarif, .github, .junit, .markdown]
}

/// The formats of a plan, whose steps are not tests.
package enum PlanFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .sarif, .github, .markdown]
}

package enum ListFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .csv, .markdown]
}

package enum RecordFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .jsonl, .csv]
}

package enum DocumentFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown, .html]
}

package enum TabularFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown, .csv, .html]
}

package enum HealthFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .markdown, .html, .csv, .prometheus, .atom, .badge]
}

/// The formats of a list of feeds. The command passes the OPML, which is an export.
package enum FeedListFormats: OfferedFormats {
  package static let formats: [OutputFormat] = [.text, .json, .csv, .markdown, .opml]
}
