import CloudKitRecords
import CloudKitSchema
import JSON

extension Filter {
  /// - Throws: `.badRequest` for a comparator or a value that CloudKit rejects.
  init(
    _ object: JSONObject, in type: RecordType.Name, _ types: FieldTypes, _ tolerance: ValueDialect
  ) throws(RecordStoreError) {
    let field = try SystemFieldName.field(object)
    guard let name = object["comparator"]?.string else { throw .missing("comparator") }
    guard let wireField = object["fieldValue"].flatMap(WireField.init) else { throw .missing("fieldValue") }
    guard let comparator = Comparator(rawValue: name) else { throw .unexpected }
    // A list of values requires a list type, whatever its size (reported from live use).
    let takesValues = comparator == .in || comparator == .notIn
    if takesValues, tolerance == .wire, wireField.type?.hasSuffix("_LIST") != true { throw .unexpected }
    let expected = types.type(of: field, in: type).map { comparator.valueType(for: $0) ?? $0 }
    do throws(RecordError) {
      guard let value = try wireField.fieldValue(declared: expected, tolerance) else {
        throw RecordError(.badRequest, RecordStoreError.unexpected.description)
      }
      self.init(
        field, comparator, Self.names(value, of: field) ?? value, distance: object["distance"]?.double)
    } catch {
      throw .badRequest(reason: error.reason)
    }
  }

  /// Returns references for record names sent as plain strings, as some clients do. The documentation's example has a
  /// reference.
  private static func names(_ value: FieldValue, of field: String) -> FieldValue? {
    guard SystemField(rawValue: field)?.type.primitive == .reference else { return nil }
    return switch value {
    case .string(let name): .reference(Reference(RecordName(name)))
    case .list(let members): .list(members.map { names($0, of: field) ?? $0 })
    default: nil
    }
  }
}

extension Sort {
  /// - Throws: `.badRequest` for a member that CloudKit rejects.
  init(_ object: JSONObject) throws(RecordStoreError) {
    self.init(try SystemFieldName.field(object), ascending: try object.flag("ascending") ?? true)
    guard let place = object["relativeLocation"] else { return }
    // The documentation shows a plain location dictionary; a field dictionary is accepted too.
    let value = place.object?["value"] ?? place
    guard
      case .location(let location)? = try? WireField(type: "LOCATION", value: value).fieldValue(
        declared: nil, .lenientWire)
    else {
      throw .unexpected
    }
    relativeTo = location
  }
}

extension JSONWriter {
  mutating func filter(_ filter: Filter, declared: FieldType?) {
    object { writer in
      writer.member("comparator", filter.comparator.rawValue)
      writer.fieldName(filter.field)
      writer.name("fieldValue")
      // An empty list of values gets the list type of the field's primitive type, even if the field is not a list.
      writer.field(filter.value, declared: declared.map { .list($0.primitive) })
      writer.member("distance", filter.distance)
    }
  }

  mutating func sort(_ sort: Sort) {
    object { writer in
      writer.fieldName(sort.field)
      writer.member("ascending", sort.ascending)
      if let place = sort.relativeTo {
        writer.name("relativeLocation")
        writer.location(place)
      }
    }
  }
}
