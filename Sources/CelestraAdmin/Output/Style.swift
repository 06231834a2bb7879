import ArgumentParser
import Diagnostics
import Foundation

/// Whether text is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never
}

/// How words are set off on a terminal; a plain style leaves them as they are, byte for byte.
struct Style: Sendable {
  /// What a word says.
  enum Meaning: String {
    case good = "32"
    case doubtful = "33"
    case bad = "31"
    case faint = "2"
    case strong = "1"
  }

  /// Leaves every word as it is.
  static let plain = Style(isColoured: false)

  private let isColoured: Bool

  private init(isColoured: Bool) { self.isColoured = isColoured }

  /// The style of a stream: coloured for a person, unless `NO_COLOR` is set (https://no-color.org) or the user chose.
  init(_ choice: ColorChoice, for terminal: Terminal) {
    let environment = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    switch choice {
    case .always: isColoured = true
    case .never: isColoured = false
    case .auto: isColoured = terminal.isInteractive && environment.isEmpty
    }
  }

  /// A word set off by what it says.
  func mark(_ text: String, _ meaning: Meaning) -> String {
    isColoured ? "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// A code frame with its severity set off.
  func frame(_ text: String, _ severity: Diagnostic.Severity) -> String {
    guard isColoured, let range = text.range(of: "\(severity.rawValue):") else { return text }
    let meaning: Meaning = severity == .error ? .bad : severity == .warning ? .doubtful : .faint
    return text.replacingCharacters(in: range, with: mark("\(severity.rawValue):", meaning))
  }
}
