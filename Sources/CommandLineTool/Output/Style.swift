import ArgumentParser
import Diagnostics
import Foundation

package enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never
}

/// The terminal style of words. A plain style returns them unchanged.
package struct Style: Sendable {
  package enum Meaning: String {
    case good = "32"
    case doubtful = "33"
    case bad = "31"
    case faint = "2"
    case strong = "1"
  }

  package static let plain = Style(isColored: false, width: nil)

  /// Returns the plain style of a window.
  static func window(_ width: Int) -> Style { Style(isColored: false, width: width) }

  private let isColored: Bool
  /// The width of the window that tables fit; `nil` if they are not shown in one.
  let width: Int?

  private init(isColored: Bool, width: Int?) {
    self.isColored = isColored
    self.width = width
  }

  /// Creates the style of a stream. By default, terminals are colored unless `NO_COLOR` is set (https://no-color.org).
  package init(_ choice: ColorChoice, for terminal: Terminal) {
    width = terminal.window
    switch choice {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      isColored = terminal.isInteractive && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    }
  }

  /// The style without a window, for values that are not cut.
  package var unbounded: Style { Style(isColored: isColored, width: nil) }

  package func mark(_ text: String, _ meaning: Meaning) -> String {
    isColored ? "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns a code frame with its severity in color.
  func frame(_ text: String, _ severity: Diagnostic.Severity) -> String {
    guard let range = text.range(of: "\(severity.rawValue):") else { return text }
    let meaning: Meaning = severity == .error ? .bad : severity == .warning ? .doubtful : .faint
    return text.replacingCharacters(in: range, with: mark("\(severity.rawValue):", meaning))
  }
}
