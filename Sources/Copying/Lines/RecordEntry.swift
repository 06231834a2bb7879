package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics
package import JSON

/// The record that a file states, and the fields that it states to have no value.
package struct RecordEntry: Hashable, Sendable {
  /// The record, with the change tag that the file states.
  package var record: Record
  /// The fields whose value is `null`.
  package var cleared: Set<String>

  package init(_ record: Record, clearing cleared: Set<String> = []) {
    self.record = record
    self.cleared = cleared
  }
}

/// A mistake in a file of records.
package struct EntryMistake: Error, Hashable, Sendable {
  /// The message, in lower case and without a final period.
  package let message: String
  /// The bytes with the mistake, in the text of the record.
  package let range: SourceRange
}

/// A reader of records in JSON, which checks them against a schema.
package struct RecordEntryReader: Sendable {
  private static let keys: Set<String> = [
    "recordType", "recordName", "fields", "created", "modified", "recordChangeTag",
  ]

  private let schema: Schema
  private let rules: RecordRules

  package init(_ schema: Schema) {
    self.schema = schema
    rules = RecordRules(schema)
  }

  /// Returns the record that a JSON object states, or `nil` after adding its mistakes.
  package func entry(_ json: JSONValue, adding mistakes: inout [EntryMistake]) -> RecordEntry? {
    let before = mistakes.count
    do throws(EntryMistake) {
      let entry = try entry(json, &mistakes)
      return mistakes.count == before ? entry : nil
    } catch {
      mistakes.append(error)
      return nil
    }
  }

  /// - Throws: a mistake after which nothing more of the record can be read.
  private func entry(_ json: JSONValue, _ mistakes: inout [EntryMistake]) throws(EntryMistake) -> RecordEntry {
    guard let object = json.object else { throw EntryMistake("a record is an object, not \(json.kindName)", json) }
    for member in object where !Self.keys.contains(member.key) {
      if member.key == "partial", member.value.bool == true {
        throw EntryMistake(
          "the record has only the fields that --fields named, and would lose all others; show it without --fields, or "
            + "use 'records set'", member.keyRange)
      }
      throw EntryMistake(
        "unknown key '\(DisplayText.line(member.key, atMost: 60))'; a record has \(Self.keys.sorted().joined(separator: ", "))",
        member.keyRange)
    }
    let type = try type(object, json)
    let record = Record(
      type: type.name, name: try name(object, json), changeTag: try text("recordChangeTag", object, json))
    var entry = RecordEntry(record)
    if let fields = object["fields"] {
      guard let members = fields.object else { throw EntryMistake("fields are an object", fields) }
      for member in members {
        do throws(EntryMistake) { try read(member, of: type, into: &entry) } catch { mistakes.append(error) }
      }
    }
    if let problem = rules.problem(of: entry.record) { throw EntryMistake(problem.reason, json) }
    return entry
  }

  private func type(_ object: JSONObject, _ json: JSONValue) throws(EntryMistake) -> RecordType {
    guard let name = try text("recordType", object, json) else { throw EntryMistake("the recordType is missing", json) }
    do throws(RequestMistake) { return try schema.type(named: name) } catch {
      throw EntryMistake(error.description, object["recordType"] ?? json)
    }
  }

  private func name(_ object: JSONObject, _ json: JSONValue) throws(EntryMistake) -> RecordName {
    guard let name = try text("recordName", object, json) else {
      throw EntryMistake("the recordName is missing; without it, each run would create the record again", json)
    }
    if let problem = RecordName(name).problem { throw EntryMistake(problem, object["recordName"] ?? json) }
    return RecordName(name)
  }

  private func text(_ key: String, _ object: JSONObject, _ json: JSONValue) throws(EntryMistake) -> String? {
    guard let value = object[key] else { return nil }
    guard let text = value.string else { throw EntryMistake("the \(key) is a string, not \(value.kindName)", value) }
    return text
  }

  private func read(
    _ member: JSONMember, of type: RecordType, into entry: inout RecordEntry
  ) throws(EntryMistake) {
    let field: Field
    do throws(RequestMistake) { field = try type.settableField(member.key) } catch {
      throw EntryMistake(error.description, member.keyRange)
    }
    if entry.record[field.name] != nil || entry.cleared.contains(field.name) {
      throw EntryMistake("\(field.name) is stated twice", member.keyRange)
    }
    if member.value.isNull || member.value.object.map({ $0.value("value")?.isNull == true }) == true {
      entry.cleared.insert(field.name)
      return
    }
    // 'records show' states a file by its checksum, so that it can stay as it is.
    if field.type.primitive == .asset, FieldValue(tagged: member.value)?.assets.isEmpty ?? true {
      throw EntryMistake(
        "\(field.name) is \(field.type): files cannot be written here; leave the field out to keep its file",
        member.value)
    }
    let isTagged = member.value.object.map { $0.has("type") && $0.has("value") } ?? false
    let value =
      isTagged
      ? FieldValue(tagged: member.value) ?? Self.plainValue(member.value, as: field.type)
      : FieldValue(member.value, as: field.type, in: .plain)
    guard let value, value.fits(field.type), value.isFinite else {
      let stated =
        isTagged ? member.value.object?["type"]?.string.map { " of type \(DisplayText.line($0, atMost: 30))" } : nil
      let text = member.value.string.map { " '\(DisplayText.line($0, atMost: 60))'" }
      let others = field.type.isList && member.value.array != nil ? " of other values" : nil
      let found = member.value.kindName + (stated ?? text ?? others ?? "")
      throw EntryMistake("\(field.name) is \(field.type): \(found) is not \(field.type.example)", member.value)
    }
    entry.record[field.name] = value
  }
}

extension RecordEntryReader {
  /// Returns a value beside the name of its type that is written as people write it, such as a date in ISO 8601.
  private static func plainValue(_ json: JSONValue, as type: FieldType) -> FieldValue? {
    guard let object = json.object, object["type"]?.string == type.wireName, let value = object["value"] else {
      return nil
    }
    return FieldValue(value, as: type, in: .plain)
  }
}

extension EntryMistake {
  fileprivate init(_ message: String, _ range: SourceRange) { self.init(message: message, range: range) }
  fileprivate init(_ message: String, _ json: JSONValue) { self.init(message: message, range: json.range) }
}
