import CloudKitRecords
import CloudKitWire
import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore

/// The HTTP layer of the emulator. It reads bodies within limits and writes complete or truncated answers.
struct Responder: HTTPResponder {
  let dispatcher: RequestDispatcher
  let budget = BodyBudget()

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    var taken = 0
    defer { budget.give(taken) }
    var answer: Answer
    do {
      let body = try await read(request, taken: &taken)
      answer = await dispatcher.answer(serverRequest(request, body: body))
    } catch let refusal as Refusal {
      answer = dispatcher.refuse(refusal, method: request.method.rawValue, path: request.uri.path)
      if refusal.status == Self.tooSlow { answer.delivery = .last }
    }
    if answer.delay > .zero { try await Task.sleep(for: answer.delay) }
    if answer.delivery == .reset { try await context.reset() }
    return response(answer)
  }

  private static let tooSlow = 408

  private func read(_ request: Request, taken: inout Int) async throws -> [UInt8] {
    var body: [UInt8] = []
    var refusal: Refusal?
    let start = ContinuousClock.now
    for try await buffer in request.body {
      // Together with the idle timeout, this prevents slow clients from holding connections.
      if ContinuousClock.now - start > dispatcher.configuration.patience {
        throw Refusal(.badRequest, "the request's body took too long", status: Self.tooSlow)
      }
      // Read the rest of a rejected body, so that the client goes on to read the answer.
      guard refusal == nil else { continue }
      let size = body.count + buffer.readableBytes
      let counted = max(0, size - BodyBudget.bytesUncounted) - taken
      if size > BodyBudget.bytesPerRequest {
        refusal = Refusal(.quotaExceeded, "request body too large")
      } else if !budget.take(counted) {
        refusal = Refusal(.tryAgainLater, "too many large requests at once", retryAfter: 1)
      } else {
        taken += counted
        body.append(contentsOf: buffer.readableBytesView)
      }
      if refusal != nil {
        body = []
        budget.give(taken)
        taken = 0
      }
    }
    if let refusal { throw refusal }
    return body
  }

  private func serverRequest(_ request: Request, body: [UInt8]) -> ServerRequest {
    var headers: [String: String] = [:]
    for field in request.headers { headers[field.name.canonicalName] = field.value }
    let target = request.head.path ?? "/"
    // A TLS proxy in front of the emulator, for a client with a fixed host, adds this header.
    let scheme = headers["x-forwarded-proto"] == "https" ? "https" : "http"
    let origin = "\(scheme)://\(request.head.authority ?? "127.0.0.1")"
    return ServerRequest(
      method: request.method.rawValue, path: Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }), target: target,
      headers: headers, body: body,
      origin: origin)
  }

  private func response(_ answer: Answer) -> Response {
    var headers: HTTPFields = [
      .contentType: answer.contentType, .server: "celestra-admin emulator", Self.version: "1.0",
      Self.requestID: answer.requestID,
    ]
    if let retryAfter = answer.retryAfter { headers[.retryAfter] = String(Int(retryAfter.rounded(.up))) }
    let status = HTTPResponse.Status(code: answer.status)
    // Data written to a reset connection is discarded.
    guard answer.delivery == .truncated || answer.delivery == .last else {
      return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
    let sent = answer.delivery == .last ? answer.body : Array(answer.body.prefix(answer.body.count / 2))
    let body = ResponseBody(contentLength: answer.body.count) { writer in
      try await writer.write(ByteBuffer(bytes: sent))
      throw ConnectionEnd()
    }
    return Response(status: status, headers: headers, body: body)
  }

  /// An error that closes the connection after the data written so far.
  private struct ConnectionEnd: Error {}

  // `HTTPField.Name` accepts tokens, and these names are tokens.
  private static let version = HTTPFields.Element.Name("X-Apple-CloudKit-Version") ?? .server
  private static let requestID = HTTPFields.Element.Name("X-Apple-Request-UUID") ?? .server
}

struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  /// Resets the connection. The client sees `ECONNRESET`, as after a server crash.
  func reset() async throws {
    // Without lingering, closing discards unsent data and sends a reset.
    if let socket = channel as? any SocketOptionProvider {
      try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    try await channel.close()
  }
}
