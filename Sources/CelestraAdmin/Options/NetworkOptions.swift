import ArgumentParser
import CommandLineTool
import FeedFetching
import Foundation
import Notation

/// Which addresses are allowed, and which certificates are trusted.
struct NetworkOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp("Also connect to private, loopback, and link-local addresses (for tests).", visibility: .hidden))
  var allowPrivate = false

  @Option(
    name: .customLong("ca-file"),
    help: ArgumentHelp(
      "PEM file of certificates to trust in addition to the system's.", valueName: "file", visibility: .hidden),
    completion: .file())
  var certificateFile: String?

  /// The settings of notices and pings: shorter times than for feeds, and addresses from the tests' variable.
  var notices: FetchSettings {
    get throws {
      var settings = FetchSettings(userAgent: "celestra-admin/\(ProgramVersion.number)")
      settings.addresses = AddressPolicy(allowsPrivate: allowPrivate)
      settings.responseTimeout = .seconds(10)
      settings.totalTimeout = .seconds(15)
      settings.bodyLimit = 1_000_000
      settings.hosts = FetchOptions.hosts
      settings.certificateFile = try FetchOptions.checked(certificateFile: certificateFile)
      return settings
    }
  }

  /// Whether a text is an address of the web that a request can have.
  static func isWebAddress(_ text: String) -> Bool {
    URLParts.isWeb(text) && URL(string: text) != nil && !text.utf8.contains { $0 < 0x20 }
  }

  static func checkAddress(_ url: String?, of option: String) throws {
    if let url, !isWebAddress(url) { throw ValidationError("\(option) requires an http or https address") }
  }
}
