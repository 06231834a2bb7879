import CloudKitRecords
import CloudKitWire
import JSON

/// The records of an answer with their decoded values. Missing records are left out.
struct RecordPage {
  let records: [Record]
  let continuationMarker: String?
  /// The number of records and failures in the answer.
  let answered: Int

  /// - Returns: the page, or a failure if the server could not read a record, temporarily or permanently.
  /// - Throws: `.malformedReply` if the answer is invalid; another try would not help.
  static func read(
    _ answer: JSONObject, _ types: FieldTypes
  ) throws(RecordStoreError) -> Result<RecordPage, RequestFailure> {
    do throws(RecordStoreError) {
      let answer = try RecordsAnswer(answer)
      var records: [Record] = []
      records.reserveCapacity(answer.items.count)
      for item in answer.items {
        switch item {
        case .record(let wire):
          records.append(try Self.record(wire, types))
        case .deleted: break
        case .failed(_, let error) where error.code == .notFound: break
        case .failed(_, let error): return .failure(error.failure("cannot read a record: \(error)"))
        }
      }
      return .success(
        RecordPage(
          records: records, continuationMarker: answer.continuationMarker, answered: answer.items.count))
    } catch {
      throw .malformedReply(reason: "CloudKit's answer is invalid: \(error)")
    }
  }

  private static func record(_ wire: WireRecord, _ types: FieldTypes) throws(RecordStoreError) -> Record {
    do throws(RecordError) {
      if let record = try wire.record(types) { return record }
    } catch {
      throw .malformedReply(
        reason: "record '\(wire.name?.rawValue ?? "")' of type '\(wire.type ?? "")': \(error.reason)")
    }
    throw .malformedReply(reason: "a record has no name or no type")
  }
}
