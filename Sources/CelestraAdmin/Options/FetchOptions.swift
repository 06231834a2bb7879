import ArgumentParser
import FeedFetching
import FeedProbes
import Foundation

/// How feeds are fetched.
struct FetchOptions: ParsableArguments {
  private static let contactVariable = "CELESTRA_CONTACT_URL"

  @Option(
    name: .customLong("contact"),
    help: ArgumentHelp(
      "A URL where owners of servers find whom to ask; it is sent with every request. (default: $\(contactVariable))",
      valueName: "url"))
  var contactOption: String?

  @Option(help: "How many feeds to fetch at once.")
  var concurrency = 64

  @Option(help: "How many connections to one host at once: 1 or 2.")
  var perHost = 1

  @Option(help: ArgumentHelp("How long to leave a host alone between two requests.", valueName: "seconds"))
  var hostGap = 1.0

  @Option(help: ArgumentHelp("How long a connection may take to be made.", valueName: "seconds"))
  var connectTimeout = 5.0

  @Option(help: ArgumentHelp("How long a server may take to begin its answer.", valueName: "seconds"))
  var responseTimeout = 15.0

  @Option(help: ArgumentHelp("How long a feed may take in all.", valueName: "seconds"))
  var timeout = 30.0

  @Flag(help: "Fetch what a host's robots.txt forbids, too.")
  var ignoreRobots = false

  @Flag(help: "Fetch from private, loopback and link-local addresses, too: for tests.")
  var allowPrivate = false

  @Option(
    name: .customLong("ca-file"),
    help: ArgumentHelp("Certificates to trust beside the system's, in PEM.", valueName: "file"))
  var certificateFile: String?

  func validate() throws {
    if !(1...10_000).contains(concurrency) { throw ValidationError("--concurrency is 1 to 10000, not \(concurrency)") }
    if !(1...2).contains(perHost) { throw ValidationError("--per-host is 1 or 2, not \(perHost)") }
    for (name, value) in [
      ("connect-timeout", connectTimeout), ("response-timeout", responseTimeout), ("timeout", timeout),
    ]
    where !(value > 0 && value <= 3600) {
      throw ValidationError("--\(name) is more than 0 seconds and at most 3600, not \(value)")
    }
    if !(hostGap >= 0 && hostGap <= 3600) { throw ValidationError("--host-gap is 0 to 3600 seconds, not \(hostGap)") }
    guard let contact, ["http", "https", "mailto"].contains(URL(string: contact)?.scheme?.lowercased()) else {
      throw ValidationError(
        "name a URL by --contact, or in \(Self.contactVariable), where owners of servers find whom to ask")
    }
    guard contact.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ValidationError("--contact has characters a header cannot hold; escape them")
    }
  }

  private var contact: String? {
    contactOption ?? ProcessInfo.processInfo.environment[Self.contactVariable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The settings these options make.
  /// - Throws: where the file of certificates is not there.
  var settings: FetchSettings {
    get throws {
      var settings = FetchSettings(userAgent: "celestra-admin/\(CelestraAdmin.version) (+\(contact ?? ""))")
      settings.addresses = AddressPolicy(allowsPrivate: allowPrivate)
      settings.honoursRobots = !ignoreRobots
      settings.pacing.connections = perHost
      settings.pacing.gap = .milliseconds(Int64(hostGap * 1000))
      settings.connectTimeout = .milliseconds(Int64(connectTimeout * 1000))
      settings.responseTimeout = .milliseconds(Int64(responseTimeout * 1000))
      settings.totalTimeout = .milliseconds(Int64(timeout * 1000))
      if let certificateFile, !FileManager.default.isReadableFile(atPath: certificateFile) {
        throw CommandFailure("cannot read the certificates in \(certificateFile): no such file")
      }
      settings.certificateFile = certificateFile
      return settings
    }
  }
}
