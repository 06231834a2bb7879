import ArgumentParser
import CommandLineTool
import FeedFetching
import FeedHealth
import Foundation
import Notation

/// How notices and pings are sent.
struct NoticeSettings {
  var allowsPrivate = false
  var certificateFile: String?

  /// The settings of the exchange: shorter times than for feeds, and addresses from the tests' variable.
  var fetching: FetchSettings {
    get throws {
      var settings = FetchSettings(userAgent: "celestra-admin/\(ProgramVersion.number)")
      settings.addresses = AddressPolicy(allowsPrivate: allowsPrivate)
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

  static func check(_ url: String?, of option: String) throws {
    guard let url else { return }
    if !isWebAddress(url) {
      throw ValidationError("\(option) requires an http or https address")
    }
  }
}
