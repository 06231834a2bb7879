import ArgumentParser

/// How a report is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, json
}

extension Report {
  /// The report in a format: the one place where formats are told apart.
  func render(as format: OutputFormat, _ style: Style) throws -> String {
    switch format {
    case .text: text(style)
    case .json: try Envelope(self).encoded()
    }
  }
}
