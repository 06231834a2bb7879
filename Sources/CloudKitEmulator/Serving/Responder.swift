import CloudKitRecords
import CloudKitWire
import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore

/// What stands between HTTP and the emulator: reads bodies within bounds, and writes answers, whole or not.
struct Responder: HTTPResponder {
  /// How long a body may take, in seconds; with it and the idle timeout no slow client holds a connection for long.
  private static let secondsPerBody = 60.0

  let service: EmulatorService
  let budget = BodyBudget()

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    var taken = 0
    defer { budget.give(taken) }
    let answer: Answer
    do {
      let body = try await read(request, taken: &taken)
      answer = await service.answer(serverRequest(request, body: body))
    } catch let refusal as Refusal {
      answer = service.refuse(refusal, method: request.method.rawValue, path: request.uri.path)
    }
    if answer.delay > .zero { try await Task.sleep(for: answer.delay) }
    if answer.delivery == .reset { try await context.reset() }
    return response(answer)
  }

  private func read(_ request: Request, taken: inout Int) async throws -> [UInt8] {
    var body: [UInt8] = []
    let start = ContinuousClock.now
    for try await buffer in request.body {
      guard taken + buffer.readableBytes <= BodyBudget.bytesPerRequest else {
        throw Refusal(.quotaExceeded, "request body too large")
      }
      guard budget.take(buffer.readableBytes) else {
        throw Refusal(.tryAgainLater, "too many large requests at once", retryAfter: 1)
      }
      taken += buffer.readableBytes
      body.append(contentsOf: buffer.readableBytesView)
      if ContinuousClock.now - start > .seconds(Self.secondsPerBody) {
        throw Refusal(.badRequest, "the request's body took too long", status: 408)
      }
    }
    return body
  }

  private func serverRequest(_ request: Request, body: [UInt8]) -> ServerRequest {
    var headers: [String: String] = [:]
    for field in request.headers { headers[field.name.canonicalName] = field.value }
    let target = request.head.path ?? "/"
    let origin = "http://\(request.head.authority ?? "127.0.0.1")"
    return ServerRequest(
      method: request.method.rawValue, path: target.prefix { $0 != "?" }, target: target, headers: headers, body: body,
      origin: origin)
  }

  private func response(_ answer: Answer) -> Response {
    var headers: HTTPFields = [
      .contentType: answer.contentType, .server: "celestra-admin emulator", Self.version: "1.0",
      Self.requestID: UUID().uuidString.lowercased(),
    ]
    if let retryAfter = answer.retryAfter { headers[.retryAfter] = String(Int(retryAfter.rounded(.up))) }
    let status = HTTPResponse.Status(code: answer.status)
    // To a connection that has been reset, what is written goes nowhere.
    guard answer.delivery == .truncated else {
      return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
    let body = ResponseBody(contentLength: answer.body.count) { writer in
      try await writer.write(ByteBuffer(bytes: answer.body.prefix(answer.body.count / 2)))
      throw CutShort()
    }
    return Response(status: status, headers: headers, body: body)
  }

  /// Ends a connection in the middle of an answer.
  private struct CutShort: Error {}

  // `HTTPField.Name` takes what is a token; these are.
  private static let version = HTTPFields.Element.Name("X-Apple-CloudKit-Version") ?? .server
  private static let requestID = HTTPFields.Element.Name("X-Apple-Request-UUID") ?? .server
}
