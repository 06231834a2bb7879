import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Diagnostics
import Foundation
import JSON

/// A read of `browse`, as the cache identifies it.
struct AppRead {
  /// The seconds for which a copy of an answer counts as current.
  ///
  /// Source: seed 000, Caching Layer and Rate Limiting: categories for 24 hours, featured feeds for 1 hour, most queries
  /// for 1 to 24 hours. The app always asks for articles.
  enum Lifetime: Double {
    case none = 0
    case hour = 3600
    case day = 86_400
  }

  let command: String
  let arguments: [String?]
  let lifetime: Lifetime

  /// Creates a read from the arguments that determine its answer.
  init(_ command: String, _ arguments: [String?], lifetime: Lifetime) {
    self.command = command
    self.arguments = arguments
    self.lifetime = lifetime
  }
}

/// Copies of a container's answers in a folder, one file per read.
///
/// A file is replaced atomically, so several processes can share a folder. A file that is damaged or belongs to something
/// else is ignored and replaced.
struct AnswerCopies {
  /// The age at which a copy is no longer shown, in seconds: the catalog keeps articles for 90 days at most.
  private static let maximumAge = 90 * 86_400.0
  private static let version: Int64 = 1

  private let folder: String
  private let container: String
  private let types: FieldTypes

  /// Creates the copies of a container's answers.
  init(in folder: String, of container: String, schema: Schema) {
    self.folder = folder
    self.container = container
    types = FieldTypes(schema)
  }

  /// Returns a current copy of an answer; otherwise the answer from `body`, which is copied. If `body` cannot reach the
  /// container, returns the last copy.
  func answer(
    _ read: AppRead, asOf: Timestamp, _ body: () async throws -> AppAnswer
  ) async throws -> AppAnswer {
    let copy = copy(of: read, asOf: asOf)
    if let copy, asOf.seconds(since: copy.storedAt) < read.lifetime.rawValue {
      note("showing the copy of \(copy.storedAt) from \(folder)")
      return copy.answer
    }
    do {
      let answer = try await body()
      store(answer, of: read, at: asOf)
      return answer
    } catch let error as RecordStoreError where error.isOutage {
      guard let copy else { throw error }
      note("cannot reach the container: \(error); showing the copy of \(copy.storedAt) from \(folder)")
      return copy.answer
    }
  }

  private func note(_ text: String) { Terminal.standardError.write("note: \(DisplayText.line(text, atMost: 1000))\n") }

  /// The text that identifies a read of the container.
  private func key(_ read: AppRead) -> [String] { [container, read.command] + read.arguments.map { $0 ?? "" } }

  private func path(_ read: AppRead) -> String {
    let name = ContentDigest.sha256(key(read).joined(separator: "\0")).prefix(32)
    return URL(fileURLWithPath: folder).appendingPathComponent("\(name).json").path
  }

  private func store(_ answer: AppAnswer, of read: AppRead, at date: Timestamp) {
    let bytes = JSONWriter.document { writer in
      writer.object { writer in
        writer.member("celestraAnswer", Self.version)
        writer.member("read", key(read))
        writer.member("storedAt", date.description)
        writer.member("hasMore", answer.hasMore)
        writer.member("continuationMarker", answer.next?.token)
        writer.name("records")
        writer.array(answer.records) { writer, record in
          // A copy does not keep the users that wrote a record: they are private.
          var record = record
          (record.created, record.modified) = (nil, nil)
          writer.record(record, fields: record.fields.keys.sorted(), types: types)
        }
      }
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try OutputFile.write(String(decoding: bytes, as: UTF8.self), to: path(read))
    } catch let failure as CommandFailure {
      note("the answer is not cached: \(failure)")
    } catch {
      note("the answer is not cached: cannot create the folder \(folder); check its permissions")
    }
  }

  /// Returns the copy of a read, or `nil` if there is none.
  private func copy(of read: AppRead, asOf: Timestamp) -> (answer: AppAnswer, storedAt: Timestamp)? {
    let path = path(read)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let bytes = try? InputFile.read(path, mayHaveKey: true).bytes,
      let object = try? JSONValue(strict: bytes).object,
      object["celestraAnswer"]?.integer == Self.version,
      let storedAt = object["storedAt"]?.string.flatMap(Timestamp.init(iso8601:)),
      let hasMore = object["hasMore"]?.bool,
      object["read"]?.array.map({ $0.map { $0.string ?? "" } }) == key(read), let found = try? RecordsAnswer(object),
      let records = records(of: found)
    else {
      note("ignored \(path): not a copy of this answer")
      return nil
    }
    let age = asOf.seconds(since: storedAt)
    guard (0..<Self.maximumAge).contains(age) else { return nil }
    let next = found.continuationMarker.map { Cursor(token: $0) }
    return (AppAnswer(records, next: next, hasMore: hasMore), storedAt)
  }

  private func records(of answer: RecordsAnswer) -> [Record]? {
    let records = answer.items.compactMap { item -> Record? in
      guard case .record(let wire) = item else { return nil }
      return try? wire.record(types)
    }
    return records.count == answer.items.count ? records : nil
  }
}

extension RecordStoreError {
  /// Whether the store could not be reached, so that an earlier answer is better than none.
  fileprivate var isOutage: Bool {
    switch self {
    case .unavailable, .throttled: true
    case .unauthorized, .accessDenied, .badRequest, .limitExceeded, .malformedReply, .stopped: false
    }
  }
}
