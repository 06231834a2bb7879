import CloudKitRecords
import CommandLineTool
import FeedHealth
import ProbeHistory

/// Keeps the numbers of a run in the history beside the container. The run does not fail if the history cannot be
/// written.
struct NumberKeeper {
  private let kind: FeedNumber.Kind
  private let basis: String
  private let day: Int
  /// `nil` after a failure, and in a dry run.
  private var history: SQLiteProbeHistory?
  private var waiting: [RecordName: FeedNumber] = [:]
  /// Why not all numbers are kept; `nil` if they are.
  private(set) var problem: String?

  /// - Parameter history: The options that name the history; `nil` in a dry run, which keeps nothing.
  init(
    _ kind: FeedNumber.Kind, basis: String = "", in history: HistoryOptions?, of container: ContainerName,
    asOf: Timestamp
  ) {
    self.kind = kind
    self.basis = basis
    day = ProbedDay.day(of: asOf)
    do { self.history = try history?.open(for: container) } catch { fail(error) }
  }

  mutating func add(_ value: Int, of feed: RecordName, detail: String = "") {
    if history == nil { return }
    waiting[feed] = FeedNumber(value, day: day, detail: detail, basis: basis)
  }

  mutating func store() async {
    do throws(ProbeHistoryError) { try await history?.keep(waiting, kind) } catch { fail(error) }
    waiting = [:]
  }

  /// Stores the total of the catalog at the end of the run, unless no feed has the number.
  mutating func store(total: Int, of feeds: Int) async {
    await store()
    if feeds == 0 { return }
    let total = NumberTotal(day: day, feeds: feeds, sum: total, basis: basis)
    do throws(ProbeHistoryError) { try await history?.keep(total, kind) } catch { fail(error) }
  }

  /// The note on a problem in the text of a report; empty without one.
  static func note(_ problem: String?) -> String {
    problem.map { "note: the numbers of this run are not kept over time: \($0)\n" } ?? ""
  }

  private mutating func fail(_ error: any Error) {
    problem = "\(error)"
    history = nil
  }
}
