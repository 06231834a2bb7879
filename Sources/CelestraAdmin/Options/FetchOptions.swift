import ArgumentParser
import CommandLineTool
import Diagnostics
import FeedFetching
import FeedHealth
import Foundation
import SystemCalls

struct FetchOptions: ParsableArguments {
  @Option(
    name: .customLong("contact"),
    help: ArgumentHelp("Page or address for server operators. (default: configuration)", valueName: "url"))
  var contactOption: String?

  @Option(
    help: ArgumentHelp("Maximum concurrent fetches; fewer if the feeds are large.", valueName: "n", visibility: .hidden)
  )
  var concurrency = 256

  @Option(help: ArgumentHelp("Maximum concurrent connections per host: 1 or 2.", valueName: "n", visibility: .hidden))
  var perHost = 1

  @Option(
    help: ArgumentHelp("Minimum interval between two requests to a host.", valueName: "seconds", visibility: .hidden))
  var hostGap = 1.0

  @Option(help: ArgumentHelp("Time limit for opening a connection.", valueName: "seconds", visibility: .hidden))
  var connectTimeout = 5.0

  @Option(help: ArgumentHelp("Time limit for the start of a response.", valueName: "seconds", visibility: .hidden))
  var responseTimeout = 15.0

  @Option(help: ArgumentHelp("Time limit for fetching a feed.", valueName: "seconds", visibility: .hidden))
  var timeout = 30.0

  @Flag(help: ArgumentHelp("Also fetch feeds that robots.txt disallows.", visibility: .hidden))
  var ignoreRobots = false

  @OptionGroup var network: NetworkOptions

  func validate() throws {
    if !(1...10_000).contains(concurrency) {
      throw ValidationError("--concurrency must be between 1 and 10000, not \(concurrency)")
    }
    if !(1...2).contains(perHost) { throw ValidationError("--per-host must be 1 or 2, not \(perHost)") }
    for (name, value) in [
      ("connect-timeout", connectTimeout), ("response-timeout", responseTimeout), ("timeout", timeout),
    ]
    where !(value > 0 && value <= 3600) {
      throw ValidationError("--\(name) must be more than 0 and at most 3600 seconds, not \(value)")
    }
    if !(hostGap >= 0 && hostGap <= 3600) {
      throw ValidationError("--host-gap must be between 0 and 3600 seconds, not \(hostGap)")
    }
  }

  /// Returns the contact: from the option, the environment, or the configuration.
  /// - Throws: `ValidationError` if there is no usable one.
  func contact(_ configuration: EffectiveConfiguration) throws -> String {
    guard let contact = contactOption ?? CloudKitVariables.value(Program.contactVariable) ?? configuration.contact
    else {
      throw ValidationError(
        "pass --contact URL, or write 'contact: URL' into \(Program.current.configurationFile): server operators need a "
          + "way to reach you")
    }
    try Self.check(contact: contact)
    return contact
  }

  static func check(contact: String) throws {
    guard isAddress(contact) else {
      throw ValidationError(
        "the contact must be an http, https, or mailto address, not '\(DisplayText.short(contact))'")
    }
    guard fitsHeader(contact) else {
      throw ValidationError("the contact contains characters that a header cannot hold; percent-encode them")
    }
  }

  static func isAddress(_ contact: String) -> Bool {
    NetworkOptions.isWebAddress(contact) || contact.wholeMatch(of: #/mailto:[^@]+@.+/#.ignoresCase()) != nil
  }

  static func fitsHeader(_ contact: String) -> Bool { contact.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

  /// The addresses of host names in `CELESTRA_HOSTS`, for tests: lines with an address and names, as in `/etc/hosts`.
  static var hosts: [String: String] {
    let lines = (ProcessInfo.processInfo.environment["CELESTRA_HOSTS"] ?? "").split(separator: "\n")
    let pairs = lines.map { $0.split(separator: " ") }.flatMap { words in
      words.dropFirst().map { (String($0), String(words[0])) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// - Throws: `CommandFailure` if it is not readable, or there are no certificates at all.
  static func checked(certificateFile: String?) throws -> String? {
    if let certificateFile, !FileManager.default.isReadableFile(atPath: certificateFile) {
      throw CommandFailure("cannot read the certificates in \(certificateFile): no such file")
    }
    if certificateFile == nil, SystemCertificates.areMissing {
      throw CommandFailure(
        "this machine has no certificates to trust; install the package ca-certificates, or pass --ca-file FILE")
    }
    return certificateFile
  }

  func hasContact(_ configuration: EffectiveConfiguration) -> Bool { (try? contact(configuration)) != nil }

  /// - Throws: `ValidationError` without a contact, or `CommandFailure` if the certificate file is not readable, or
  ///   there are no certificates at all.
  func settings(_ configuration: EffectiveConfiguration) throws -> FetchSettings {
    var settings = FetchSettings(userAgent: "celestra-admin/\(ProgramVersion.number) (+\(try contact(configuration)))")
    settings.addresses = AddressPolicy(allowsPrivate: network.allowPrivate)
    settings.honoursRobots = !ignoreRobots
    settings.pacing.connections = perHost
    settings.pacing.gap = .milliseconds(Int64(hostGap * 1000))
    settings.connectTimeout = .milliseconds(Int64(connectTimeout * 1000))
    settings.responseTimeout = .milliseconds(Int64(responseTimeout * 1000))
    settings.totalTimeout = .milliseconds(Int64(timeout * 1000))
    settings.certificateFile = try Self.checked(certificateFile: network.certificateFile)
    settings.hosts = Self.hosts
    // A connection stays open for the gap after its answer. macOS allows 256 files by default.
    _ = CurrentProcess.raiseOpenFileLimit(to: 16_384)
    return settings
  }
}
