import ArgumentParser
import Catalog

/// What values given on the command line have to be, whichever record they are for.
enum EditedValue {
  /// Refuses a name that has nothing to show.
  static func checkName(_ flag: String, _ name: String?) throws {
    if let name, CleanText(name, limit: .title).text.isEmpty { throw ValidationError("\(flag) cannot be empty") }
  }

  /// Refuses an address of a page or picture that is not fetched over the web.
  static func checkAddress(_ flag: String, _ address: String?) throws {
    guard let address, !address.isEmpty else { return }
    let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
    if !isWeb { throw ValidationError("\(flag) wants an address that begins with https:// or http://") }
    do {
      _ = try FeedURL(address)
    } catch {
      throw ValidationError("\(flag): \(error)")
    }
  }
}
