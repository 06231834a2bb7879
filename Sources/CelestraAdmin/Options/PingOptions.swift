import ArgumentParser
import CommandLineTool
import FeedFetching
import Foundation

/// The address of a dead man's switch, which reports a job that does not run.
struct PingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Request URL/start, then URL or URL/fail.", valueName: "url"))
  var ping: String?

  func validate() throws { try NetworkOptions.checkAddress(ping, of: "--ping") }

  /// Runs a job between two pings. A ping that fails is a note, and changes nothing else.
  ///
  /// Source: healthchecks.io, "Pinging API", read 2026-11.
  func around(_ settings: @autoclosure () throws -> FetchSettings, _ job: () async throws -> Void) async throws {
    guard let ping else { return try await job() }
    let fetching = try settings()
    await send(Self.address(ping, "start"), fetching)
    do { try await job() } catch {
      await send(Self.address(ping, (error as? ExitCode) == .success ? nil : "fail"), fetching)
      throw error
    }
    await send(ping, fetching)
  }

  /// Sends a ping, also in a task that was cancelled.
  private func send(_ address: String, _ settings: FetchSettings) async {
    let failure = await Task { () -> (any Error)? in
      do {
        try await NoticeSender.with(settings, pauses: [.seconds(1)]) { try await $0.ping(address) }
        return nil
      } catch { return error }
    }.value
    if let failure { Terminal.note("the ping failed: \(failure)") }
  }

  /// Returns an address with another last part of its path, before the query.
  static func address(_ url: String, _ part: String?) -> String {
    guard let part, var parts = URLComponents(string: url) else { return url }
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    parts.percentEncodedPath += "/" + part
    return parts.string ?? url
  }
}
