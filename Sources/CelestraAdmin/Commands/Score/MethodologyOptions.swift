import ArgumentParser
import Diagnostics
import Scoring

/// Which methodology scores are made by.
struct MethodologyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How a score is put together: celestra, balanced, or a JSON file of weights, caps and thresholds. (default: "
        + "celestra)", valueName: "name|file"))
  var methodology: String?

  /// The methodology; what is wrong with a file is told.
  /// - Throws: `CommandFailure` where it cannot be used.
  func read() throws -> ScoreMethodology {
    guard let methodology else { return .celestra }
    if let known = ScoreMethodology.builtIn.first(where: { $0.name == methodology }) { return known }
    let source = try InputFile.read(methodology)
    let file = MethodologyFile(source)
    var findings = Findings()
    findings.add(file.diagnostics, in: source)
    Terminal.standardError.write(findings.text(Style(.auto, for: .standardError)))
    guard let read = file.methodology else {
      throw CommandFailure("\(methodology) cannot be used as a methodology; mend what is named above")
    }
    return read
  }
}

/// A methodology as reports name it, with what a score is computed again from.
struct MethodologyItem: Encodable {
  let name: String
  let version: Int
  let hash: String
  /// Subscribers that make relative popularity full; absent where that is not asked.
  let fullSubscribers: Double?
  /// What ratings are drawn to; absent where that is not asked.
  let meanRating: Double?

  /// A methodology, and what it held feeds against.
  init(_ methodology: ScoreMethodology, _ population: CataloguePopulation) {
    name = methodology.name
    version = methodology.version
    hash = methodology.hash
    fullSubscribers = population.fullSubscribers
    meanRating = population.meanRating
  }

  /// One line, without its end.
  var text: String {
    let pins = [
      fullSubscribers.map { "full at \($0) subscribers" }, meanRating.map { "ratings drawn to \($0)" },
    ]
    return (["methodology \(DisplayText.line(name)) \(version), hash \(hash)"] + pins.compactMap { $0 })
      .joined(separator: ", ")
  }
}
