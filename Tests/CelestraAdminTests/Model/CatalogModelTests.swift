import CloudKitRecords
import CloudKitSchema
import ConfigurationFile
import Diagnostics
import EmulatedDatabase
import Foundation
import SQLiteStore
import TestEnvironment
import Testing

@testable import CelestraAdmin

/// `CELESTRA_MODEL_STEPS` is the number of steps per kind of catalog; 100 by default.
@Suite("Files, container, and web agree after any sequence of steps")
struct CatalogModelTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let schema: String
    let truth: Configuration.Truth?
    var isEmulated = false

    var testDescription: String { "\(schema) \(truth?.rawValue ?? "none")\(isEmulated ? " emulated" : "")" }
  }

  static let kinds = ["celestra", "celestrakit"].flatMap { schema in
    [nil, .files, .container].map { Kind(schema: schema, truth: $0) }
      + [Kind(schema: schema, truth: nil, isEmulated: true)]
  }

  /// Steps of one sequence. A catalog that grew old has seen every state; a new one is cheaper to shrink.
  private static let length = 100

  @Test("no feed is lost, renamed, or stored twice, and a second seed changes nothing", arguments: kinds)
  func agree(kind: Kind) async throws {
    let steps = Self.number("CELESTRA_MODEL_STEPS") ?? 100
    let first = Self.number("CELESTRA_MODEL_SEED") ?? 1
    for seed in first..<first + max(1, steps / Self.length) {
      var random = SeededGenerator(seed: UInt64(seed))
      let sequence = (0..<Self.length).map { _ in
        CatalogModel.Step(
          kind: CatalogModel.Step.Kind.allCases.randomElement(using: &random) ?? .seed,
          first: Int.random(in: 0..<1000, using: &random), second: Int.random(in: 0..<1000, using: &random))
      }
      guard try await failure(of: sequence, kind) != nil else { continue }
      let shortest = try await shrunk(sequence, kind)
      let message = try await failure(of: shortest, kind) ?? "it does not fail every time"
      Issue.record("seed \(seed): \(message) after \(shortest.map(\.description).joined(separator: ", "))")
      return
    }
  }

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
  }

  /// Returns what does not hold after a sequence, or `nil`.
  private func failure(of sequence: [CatalogModel.Step], _ kind: Kind) async throws -> String? {
    let source = try String(
      contentsOf: TestEnvironment.root.appending(path: "schema/\(kind.schema).ckdb"), encoding: .utf8)
    let schema = Schema(SchemaFile(SourceText(name: "schema", text: source)))
    let time = Timestamp(milliseconds: 1_795_219_200_000)
    if kind.isEmulated {
      return try await EmulatedDatabase.with(schema, at: time, roles: ["Admin"]) {
        try await failure(of: sequence, kind, schema, in: $0)
      }
    }
    return try await failure(of: sequence, kind, schema, in: LocalContainer.inMemory(schema: schema) { time })
  }

  private func failure(
    of sequence: [CatalogModel.Step], _ kind: Kind, _ schema: Schema, in store: any RecordStore
  ) async throws -> String? {
    let model = try CatalogModel(truth: kind.truth, schema: schema, store: store, feeds: 6)
    for step in sequence {
      do { try await model.take(step) } catch { return "\(error)" }
    }
    return nil
  }

  /// Returns a shorter sequence that fails, too: chunks are left out while it still does.
  private func shrunk(_ sequence: [CatalogModel.Step], _ kind: Kind) async throws -> [CatalogModel.Step] {
    var sequence = sequence
    var size = sequence.count / 2
    while size > 0 {
      var start = 0
      while start < sequence.count {
        let rest = Array(sequence[..<start] + sequence[min(start + size, sequence.count)...])
        if try await failure(of: rest, kind) != nil { sequence = rest } else { start += size }
      }
      size /= 2
    }
    return sequence
  }
}
