import Foundation

/// A real headless Chromium, where there is one.
enum Browser {
  private static let name = ["chromium", "chromium-browser", "google-chrome"].first {
    (try? PublishedSchema.run([$0, "--version"]).status) == 0
  }

  /// Whether there is one here.
  static var isAvailable: Bool { name != nil }

  /// What a page became: its document after its script ran, and what the console said.
  static func open(_ address: String) throws -> (document: String, console: [String]) {
    let (_, text) = try run(["--enable-logging=stderr", "--dump-dom", address])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (text, lines.filter { $0.contains(":CONSOLE") })
  }

  /// A picture of a page in a window of a width, as PNG.
  static func picture(of address: String, width: Int, at path: String) throws -> Data {
    _ = try run(["--hide-scrollbars", "--window-size=\(width),1600", "--screenshot=\(path)", address])
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    try PublishedSchema.run(
      [
        name ?? "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-component-update",
      ] + arguments)
  }
}
