import CloudKitRecords
import Diagnostics
import Foundation
import Scoring
import Testing

@Suite("The worked examples of the documentation page")
struct DocumentedExampleTests {
  private static let now = Timestamp(milliseconds: 1_795_219_200_000)

  /// A row of a table of examples.
  struct Example: CustomTestStringConvertible, Sendable {
    /// The component's heading above it; `nil` for whole scores.
    let component: ScoreComponent?
    let inputs: [String: String]
    let expected: String

    var testDescription: String { "\(component?.name ?? "whole") \(inputs)" }

    private func number(_ name: String) -> Double? { inputs[name].flatMap(Double.init) }
    private func count(_ name: String) -> Int? { inputs[name].flatMap { Int($0) } }

    /// The example's inputs as a score takes them.
    var scoreInputs: ScoreInputs {
      var hours = (inputs["hours"] ?? "").split(separator: ",").compactMap { Double($0) }
      if let age = number("age") { hours.append(age * 24) }
      let missing = count("parts").map { present in (present..<7).map { "part \($0)" } }
      return ScoreInputs(
        attempts: count("attempts"), successes: count("successes") ?? count("attempts"),
        failuresInRow: count("failures"), uptimePercentage: number("uptime"), subscribers: count("subscribers"),
        isVerified: inputs["verified"] == "1", isFeatured: inputs["featured"] == "1",
        lastSuccess: number("success").map { Timestamp(milliseconds: now.milliseconds - Int64($0 * 86_400_000)) },
        updateFrequency: number("gap"),
        articlesPerWeek: number("week"), averageRating: number("rating"), ratingCount: count("ratings"),
        missingParts: missing,
        publicationDates: hours.map { Timestamp(milliseconds: now.milliseconds - Int64($0 * 3_600_000)) })
    }

    var population: CatalogPopulation {
      CatalogPopulation(fullSubscribers: number("full"), meanRating: number("mean"))
    }
  }

  private static func examples() throws -> [Example] {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".github/docs/scores.md")
    var component: ScoreComponent?
    var examples: [Example] = []
    for line in String(decoding: try Data(contentsOf: page), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("#") {
        component = ScoreComponent.all.first { $0.name == line.filter { !"#` ".contains($0) } }
        continue
      }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 2, cells[0].contains("=") else { continue }
      let pairs = cells[0].split(separator: " ").map { $0.split(separator: "=").map(String.init) }
      examples.append(
        Example(
          component: component, inputs: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }),
          expected: cells[1]))
    }
    return examples
  }

  @Test("every component stands on the page with examples, and each is what the program computes")
  func components() throws {
    let examples = try Self.examples()
    #expect(Set(examples.compactMap(\.component)) == Set(ScoreComponent.all))
    for example in examples {
      guard let component = example.component else { continue }
      let text = #"{"name":"x","weights":{"\#(component.name)":100}}"#
      let methodology = try #require(MethodologyFile(SourceText(name: "x.json", text: text)).methodology)
      let score = QualityScore(example.scoreInputs, by: methodology, among: example.population, asOf: Self.now)
      let value = try #require(score.parts.first).value
      let shown = value.map { String(format: "%.3f", $0) } ?? "unknown"
      #expect(shown == example.expected, "\(example.testDescription)")
    }
  }

  @Test("the whole scores of the page are what the program computes")
  func wholes() throws {
    let examples = try Self.examples().filter { $0.component == nil }
    #expect(examples.count == 3)
    for example in examples {
      let score = QualityScore(
        example.scoreInputs, by: .celestra, among: example.population, asOf: Self.now)
      #expect("\(score.total)" == example.expected, "\(example.testDescription)")
    }
  }
}
