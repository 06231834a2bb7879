import Foundation

/// `celestra-bench [NAME…]`: measures the program where users would notice a difference, beside other programs and
/// libraries in the same run.
@main
struct CelestraBench {
  private static let benchmarks: [any Benchmark] = [
    SeedBenchmark(), UpdateBenchmark(), ProbeBenchmark(), OPMLBenchmark(), CopyBenchmark(), EmulatorBenchmark(),
  ]

  static func main() {
    let names = CommandLine.arguments.dropFirst()
    let unknown = names.filter { name in !benchmarks.contains { $0.name == name } }
    guard unknown.isEmpty else {
      let known = benchmarks.map(\.name).joined(separator: ", ")
      print("no benchmark '\(unknown.joined(separator: "', '"))'; there are \(known)")
      exit(64)
    }
    do {
      try ChildProcess.build()
      var isMet = true
      for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
        print("\(benchmark.name): \(benchmark.summary)")
        for figure in try BenchmarkFolder.with(benchmark.run) {
          print("  \(figure)")
          isMet = isMet && figure.isMet
        }
      }
      exit(isMet ? 0 : 1)
    } catch {
      print("could not be measured: \(error)")
      exit(2)
    }
  }
}

protocol Benchmark: Sendable {
  /// The name on the command line.
  var name: String { get }
  /// The work, its size, and what it is compared with.
  var summary: String { get }
  /// Runs the benchmark with files in a temporary folder, alternating the peer and the program.
  func run(in folder: BenchmarkFolder) throws -> [Figure]
}
