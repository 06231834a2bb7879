import Foundation
import TestEnvironment

/// A headless Chromium, if installed.
enum Browser {
  private static let program = TestProgram("chromium", "chromium-browser", "google-chrome")

  /// Whether tests use the browser.
  static var isAvailable: Bool { TestEnvironment.comparesPeers && program != nil }

  /// A page's document after its script ran, and its console messages.
  static func open(_ address: String) throws -> (document: String, console: [String]) {
    let text = try run(["--enable-logging=stderr", "--dump-dom", address])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (text, lines.filter { $0.contains(":CONSOLE") })
  }

  /// Writes a screenshot of a page in a window of a width, as PNG.
  static func picture(of address: String, width: Int, at path: String) throws -> Data {
    _ = try run(["--hide-scrollbars", "--window-size=\(width),1600", "--screenshot=\(path)", address])
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private static func run(_ arguments: [String]) throws -> String {
    let standard = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-component-update",
    ]
    return try program?.run(standard + arguments).text ?? ""
  }
}
