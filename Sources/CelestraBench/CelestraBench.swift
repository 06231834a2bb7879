import Foundation

/// `celestra-bench [NAME…]`: what the program costs, each figure beside the floor it was measured against in the same run.
@main
struct CelestraBench {
  private static let benchmarks: [any Benchmark] = [
    SchemaReadingBenchmark.parse,
    SchemaReadingBenchmark.lint,
    SchemaDiffBenchmark(),
    SchemaProcessBenchmark(),
    OPMLBenchmark(),
    SeedBenchmark(),
    SeedPlanBenchmark(),
    FeedBenchmark(),
    ProbeBenchmark(),
    HealthReportBenchmark(),
    ScoreBenchmark(),
    SubscriberBenchmark(),
    WireBenchmark(),
    ClientBenchmark(),
    EmulatorBenchmark(),
  ]

  static func main() {
    let names = CommandLine.arguments.dropFirst()
    if names.first == ChildProcess.measureFlag { ChildProcess.measure(names.dropFirst()) }
    let unknown = names.filter { name in !benchmarks.contains { $0.name == name } }
    guard unknown.isEmpty else {
      print(
        "no benchmark '\(unknown.joined(separator: "', '"))'; there are \(benchmarks.map(\.name).joined(separator: ", "))"
      )
      exit(64)
    }
    var isMet = true
    for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
      print("\(benchmark.name): \(benchmark.summary)")
      do {
        for figure in try benchmark.run() {
          print("  \(figure)")
          isMet = isMet && figure.isMet
        }
      } catch {
        print("  could not be measured: \(error)")
        exit(2)
      }
    }
    if !isMet { exit(1) }
  }
}

/// One thing that is measured.
protocol Benchmark: Sendable {
  /// What the command line calls it.
  var name: String { get }
  /// What is done, on how much.
  var summary: String { get }
  /// Does it, the floor and the program in turn.
  func run() throws -> [Figure]
}
