package import CloudKitRecords
import CloudKitSchema
import JSON

/// One condition of a query, as it stands on the wire.
package struct WireFilter: Sendable {
  /// The field by its schema name, system fields too.
  package let field: String
  /// The comparator, which a newer client might spell as nobody knows.
  package let comparator: String
  /// What is compared with; `nil` for a filter that is to be written.
  private let value: WireField?
  /// Metres, for `NEAR`.
  package let distance: Double?
  /// The value as it is to be written; `nil` for a filter that was read.
  private let written: Written?

  private struct Written: Hashable {
    let value: FieldValue
    let declared: FieldType?
  }

  init(_ filter: Filter, declared: FieldType?) {
    field = filter.field
    comparator = filter.comparator.rawValue
    value = nil
    distance = filter.distance
    // An empty list of values has the type of the field's lists, whatever the field.
    written = Written(value: filter.value, declared: declared.map { .list($0.primitive) })
  }

  init(_ object: JSONObject) throws(RequestError) {
    field = try SystemFieldName.field(object)
    guard let comparator = object["comparator"]?.string else { throw .missing("comparator") }
    guard let value = object["fieldValue"].flatMap(WireField.init) else { throw .missing("fieldValue") }
    self.comparator = comparator
    self.value = value
    distance = object["distance"]?.double
    written = nil
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("comparator", comparator)
      writer.fieldName(field)
      writer.name("fieldValue")
      if let written { writer.field(written.value, declared: written.declared) }
      writer.member("distance", distance)
    }
  }

  func filter(declared: FieldType?, _ tolerance: WireField.Tolerance) throws(RequestError) -> Filter {
    guard let comparator = Filter.Comparator(rawValue: comparator) else { throw .unexpected }
    // A list of values has to say so, at any size (reported from live use).
    let takesValues = comparator == .in || comparator == .notIn
    if takesValues, tolerance == .strict, value?.type?.hasSuffix("_LIST") != true { throw .unexpected }
    let isMember = comparator.takesMember
    let expected = declared.map { type in
      takesValues ? FieldType.list(type.primitive) : isMember ? FieldType(type.primitive) : type
    }
    do {
      guard let value = try fieldValue(expected, tolerance) else { throw RequestError.unexpected }
      return Filter(field, comparator, value, distance: distance)
    } catch let error as InvalidValue {
      throw RequestError(reason: error.reason)
    } catch {
      throw .unexpected
    }
  }

  /// A record's name may be a bare string; the documentation's example has a reference.
  private func fieldValue(_ expected: FieldType?, _ tolerance: WireField.Tolerance) throws -> FieldValue? {
    let value = try value?.fieldValue(declared: expected, tolerance)
    guard SystemField(rawValue: field)?.type.primitive == .reference else { return value }
    return switch value {
    case .string(let name): .reference(Reference(RecordName(name)))
    case .list(let members): .list(members.map { $0.string.map { .reference(Reference(RecordName($0))) } ?? $0 })
    default: value
    }
  }
}

extension Filter.Comparator {
  /// Whether it compares the members of a list with one value.
  fileprivate var takesMember: Bool {
    switch self {
    case .listContains, .notListContains, .listMemberBeginsWith, .notListMemberBeginsWith, .containsAllTokens,
      .containsAnyTokens:
      true
    default: false
    }
  }
}

/// One key of a query's order, as it stands on the wire.
package struct WireSort: Hashable, Sendable {
  /// The field by its schema name, system fields too.
  package let field: String
  /// Smallest first.
  package let isAscending: Bool
  /// For a place: nearest to this one first.
  package let relativeTo: Location?

  init(_ sort: Sort) {
    field = sort.field
    isAscending = sort.ascending
    relativeTo = sort.relativeTo
  }

  init(_ object: JSONObject) throws(RequestError) {
    field = try SystemFieldName.field(object)
    isAscending = try object.flag("ascending") ?? true
    guard let place = object["relativeLocation"] else {
      relativeTo = nil
      return
    }
    // The documentation has a bare dictionary; a field's is taken as well.
    let field = WireField(place) ?? WireField(place, type: "LOCATION")
    guard case .location(let location)? = try? field.fieldValue(declared: FieldType(.location), .lenient) else {
      throw .unexpected
    }
    relativeTo = location
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.fieldName(field)
      writer.member("ascending", isAscending)
      if let relativeTo {
        writer.name("relativeLocation")
        writer.location(relativeTo)
      }
    }
  }
}
