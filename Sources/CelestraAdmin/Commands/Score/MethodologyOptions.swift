import ArgumentParser
import CommandLineTool
import Diagnostics
import Scoring

struct MethodologyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Scoring methodology: celestra (version 2), celestra-1, or a JSON file of weights, caps, and thresholds. "
        + "(default: celestra)",
      valueName: "name|file"), completion: .file())
  var methodology: String?

  /// Returns the methodology, and prints the findings in its file.
  /// - Throws: `CommandFailure` if the file is not valid.
  func read() throws -> ScoreMethodology {
    guard let methodology else { return .celestra }
    if let known = ScoreMethodology.named(methodology) { return known }
    let source = try InputFile.read(methodology)
    let file = MethodologyFile(source)
    let findings = Findings(file.diagnostics, in: [source])
    Terminal.standardError.write(findings.text(Style(.auto, for: .standardError)))
    guard let read = file.methodology else {
      throw CommandFailure("cannot use the methodology \(methodology); fix the errors above")
    }
    return read
  }
}

/// A methodology in a report, with the values that reproduce a score.
struct MethodologyItem: Codable {
  let name: String
  let version: Int
  let hash: String
  /// The subscribers that give full relative popularity; absent unless the methodology uses it.
  let fullSubscribers: Double?
  /// The mean that ratings are adjusted toward; absent unless the methodology uses it.
  let meanRating: Double?

  /// Creates an item from a methodology and the population it compares feeds with.
  init(_ methodology: ScoreMethodology, _ population: CatalogPopulation) {
    name = methodology.name
    version = methodology.version
    hash = methodology.hash
    fullSubscribers = population.fullSubscribers
    meanRating = population.meanRating
  }

  var text: String {
    let pins = [
      fullSubscribers.map { "full popularity at \($0) subscribers" },
      meanRating.map { "ratings adjusted toward \($0)" },
    ]
    return (["methodology \(DisplayText.line(name)) \(version), hash \(hash)"] + pins.compactMap { $0 })
      .joined(separator: ", ")
  }
}
