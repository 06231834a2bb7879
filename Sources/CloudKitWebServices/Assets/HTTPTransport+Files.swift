import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import SystemCalls

extension HTTPTransport {
  enum DownloadFailure: Error {
    case answered(status: Int, retryAfter: String?)
    /// There was no answer, or it broke off.
    case unanswered(String)
    /// The local file cannot be written.
    case unwritable(SystemError)
  }

  /// Downloads a file. Its size is not limited, only the time without a byte.
  static func download(_ url: String, to path: String) async throws(DownloadFailure) {
    let file: FileStream
    do { file = try FileStream(path, .write) } catch { throw .unwritable(error) }
    do {
      let response = try await client.execute(HTTPClientRequest(url: url), deadline: .distantFuture)
      guard response.status == .ok else {
        throw DownloadFailure.answered(
          status: Int(response.status.code), retryAfter: response.headers.first(name: "Retry-After"))
      }
      for try await buffer in response.body {
        do { try file.write(buffer.readableBytesView) } catch { throw DownloadFailure.unwritable(error) }
      }
      do { try file.flush() } catch { throw DownloadFailure.unwritable(error) }
    } catch let failure as DownloadFailure {
      throw failure
    } catch {
      throw .unanswered(text(error))
    }
  }

  /// Uploads a file in the body of a request.
  /// - Parameter patience: maximum time for the whole exchange.
  static func upload(_ path: String, size: Int64, to url: String, patience: Duration) async -> Result<Answer, Failure> {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers = ["Content-Type": "application/octet-stream", "Accept": "application/json"]
    request.body = .stream(FileChunks(path: path), length: .known(size))
    return await exchange(request, patience: patience)
  }
}

/// The content of a file in chunks, read as they are sent.
private struct FileChunks: AsyncSequence, Sendable {
  let path: String

  struct Iterator: AsyncIteratorProtocol {
    let path: String
    private var file: FileStream?

    init(path: String) { self.path = path }

    mutating func next() async throws(SystemError) -> ByteBuffer? {
      let file: FileStream
      if let opened = self.file { file = opened } else { file = try FileStream(path, .read) }
      self.file = file
      let chunk = try file.read()
      return chunk.isEmpty ? nil : ByteBuffer(bytes: chunk)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(path: path) }
}
