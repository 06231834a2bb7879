import ArgumentParser
import CloudKitRecords

/// Options that limit how many records a command deletes.
struct DeletionOptions: ParsableArguments {
  /// A maximum number or percentage of the records of a type.
  enum Limit: ExpressibleByArgument, CustomStringConvertible {
    case count(Int)
    case percentage(Double)

    init?(argument: String) {
      if let count = Int(argument), count >= 0 {
        self = .count(count)
      } else if argument.hasSuffix("%"), let number = Double(argument.dropLast()), (0...100).contains(number) {
        self = .percentage(number)
      } else {
        return nil
      }
    }

    var description: String {
      switch self {
      case .count(let count): "\(count)"
      case .percentage(let number): Int(exactly: number).map { "\($0)%" } ?? "\(number)%"
      }
    }

    /// Returns the maximum number of deleted records among a total.
    func maximum(of total: Int) -> Int {
      switch self {
      case .count(let count): count
      case .percentage(let number): Int(Double(total) * number / 100)
      }
    }
  }

  /// The number of records of a type that a command may always delete, unless `--max-delete` is less.
  private static let few = 10

  @Option(
    help: ArgumentHelp(
      "Maximum records of a type to delete: a number, or a percentage of the stored records. (default: 10%, "
        + "at least \(Self.few))", valueName: "limit"))
  var maxDelete: Limit?

  /// Ends the command with exit status 1 if changes delete more records of a type than the limit.
  func check(_ changes: some Sequence<PlannedChange>, in opened: ContainerHandle) async throws {
    try await check(changes, in: opened.store, of: opened.name)
  }

  /// Ends the command with exit status 1 if changes delete more records of a type than the limit.
  func check(
    _ changes: some Sequence<PlannedChange>, in store: any RecordStore, of container: String
  ) async throws {
    let doomed = Dictionary(grouping: changes.lazy.filter { $0.operation.kind.isDelete }, by: \.recordType)
    for (type, changes) in doomed.sorted(by: { $0.key < $1.key }) where maxDelete != nil || changes.count > Self.few {
      // A number needs no total, which takes a query for each 200 records.
      if case .count(let limit) = maxDelete, changes.count <= limit { continue }
      if case .percentage(100...) = maxDelete { continue }
      var total = 0
      try await store.forEachPage(of: Query(type, desiredFields: [])) { total += $0.count }
      let limit = maxDelete ?? .percentage(10)
      if changes.count <= max(limit.maximum(of: total), maxDelete == nil ? Self.few : 0) { continue }
      Terminal.standardError.write(
        "celestra-admin: error: cannot delete \(changes.count) of \(total) \(type) records of \(container): the limit is"
          + " \(limit); check the plan with --dry-run, then pass --max-delete \(changes.count)\nnothing was written\n")
      throw ExitStatus.answerIsNo.code
    }
  }
}
