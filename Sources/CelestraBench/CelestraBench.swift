import Foundation

/// `celestra-bench [NAME…]`: measures the program, and compares each figure with a baseline from the same run.
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
    ArticleBenchmark(),
    HealthReportBenchmark(),
    ScoreBenchmark(),
    SubscriberBenchmark(),
    BrowseBenchmark(),
    WireBenchmark(),
    ClientBenchmark(),
    EmulatorBenchmark(),
    CopyBenchmark(),
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
    do { try ChildProcess.build() } catch {
      print("the program could not be built: \(error)")
      exit(2)
    }
    var isMet = true
    for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
      print("\(benchmark.name): \(benchmark.summary)")
      do {
        for figure in try BenchmarkFolder.with(benchmark.run) {
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

/// A benchmark.
protocol Benchmark: Sendable {
  /// The name on the command line.
  var name: String { get }
  /// The work and its size.
  var summary: String { get }
  /// Runs the benchmark with files in a temporary folder, alternating the baseline and the program.
  func run(in folder: BenchmarkFolder) throws -> [Figure]
}
