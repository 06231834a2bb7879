import ArgumentParser

/// How a report is written. Which of them a command offers, its `OfferedFormats` say.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, json, markdown, csv, html, junit, prometheus
}

extension Report {
  /// The report in a format: the one place where formats are told apart.
  func render(as format: OutputFormat, _ style: Style) throws -> String {
    let document: String? =
      switch format {
      case .text: text(style)
      case .json: try Envelope(self).encoded()
      case .markdown: markdown()
      case .csv: csv()
      case .html: try html()
      case .junit: junit()
      case .prometheus: prometheus()
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

/// For people and for programs.
enum TextAndJSON: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json]
}

/// For people, for programs, and for pull requests and chats.
enum TextJSONAndMarkdown: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown]
}

/// For everything that shows tables.
enum TabularFormats: OfferedFormats {
  static let formats: [OutputFormat] = [.text, .json, .markdown, .csv, .html]
}

extension OutputFormat {
  /// A format the user asked for, with the file it goes to: `html=report.html`.
  struct Request<Offered: OfferedFormats>: ExpressibleByArgument, Hashable, Sendable {
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

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.format == rhs.format && lhs.file == rhs.file }

    func hash(into hasher: inout Hasher) {
      hasher.combine(format)
      hasher.combine(file)
    }
  }
}
