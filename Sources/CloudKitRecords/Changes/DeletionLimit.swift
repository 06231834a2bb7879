package import CloudKitSchema

/// The maximum number of records of a type that a command deletes: by default 10%, but always a few.
package struct DeletionLimit: Hashable, Sendable {
  /// A number, or a percentage of the stored records of a type.
  package enum Amount: Hashable, Sendable, CustomStringConvertible {
    case count(Int)
    case percentage(Double)

    /// Reads `12` or `10%`; `nil` for anything else.
    package init?(_ text: String) {
      if let count = Int(text), count >= 0 {
        self = .count(count)
      } else if text.hasSuffix("%"), let number = Double(text.dropLast()), (0...100).contains(number) {
        self = .percentage(number)
      } else {
        return nil
      }
    }

    package var description: String {
      switch self {
      case .count(let count): "\(count)"
      case .percentage(let number): Int(exactly: number).map { "\($0)%" } ?? "\(number)%"
      }
    }

    fileprivate func maximum(of total: Int) -> Int {
      switch self {
      case .count(let count): count
      case .percentage(let number): Int(Double(total) * number / 100)
      }
    }
  }

  /// More deletions of a type than the limit allows.
  package struct Excess: Hashable, Sendable {
    package let recordType: RecordType.Name
    package let deletions, stored: Int
    package let limit: Amount
  }

  private let amount: Amount?
  private let least: Int

  /// - Parameters:
  ///   - amount: what the user permits; `nil` for the default.
  ///   - least: the number of records of a type that may always be deleted by default.
  package init(_ amount: Amount?, least: Int) {
    self.amount = amount
    self.least = least
  }

  /// Returns the first type, by name, whose deletions exceed the limit; `nil` if none do.
  /// - Parameter stored: the numbers of stored records, as far as they are known. The others are counted if the limit
  ///   depends on them, which takes a query per 200 records.
  package func excess(
    of changes: [PlannedChange], in store: any RecordStore, stored: [RecordType.Name: Int] = [:]
  ) async throws(RecordStoreError) -> Excess? {
    let doomed = Dictionary(grouping: changes.filter(\.operation.kind.isDelete), by: \.recordType)
    for (type, deletions) in doomed.mapValues(\.count).sorted(by: { $0.key < $1.key }) {
      if isWithin(deletions) { continue }
      let total = if let known = stored[type] { known } else { try await store.count(of: type) }
      let limit = amount ?? .percentage(10)
      if deletions > max(limit.maximum(of: total), amount == nil ? least : 0) {
        return Excess(recordType: type, deletions: deletions, stored: total, limit: limit)
      }
    }
    return nil
  }

  /// Whether deletions are within the limit, however many records are stored.
  private func isWithin(_ deletions: Int) -> Bool {
    switch amount {
    case nil: deletions <= least
    case .count(let count): deletions <= count
    case .percentage(let number): number == 100
    }
  }
}

extension RecordStore {
  /// Returns the number of records of a type, by paging through their names.
  package func count(of type: RecordType.Name) async throws(RecordStoreError) -> Int {
    var total = 0
    try await forEachPage(of: Query(type, desiredFields: [])) { total += $0.count }
    return total
  }
}
