import CloudKitSchema

/// How to reach the result of a refused change of a record type, in sentences.
///
/// Who can change the records decides: an operator in the public database, only the app of each user in private ones,
/// and Core Data by the attributes of its model.
struct MigrationRecipe {
  let recordType: RecordType.Name
  let isPrivate: Bool

  private static let coreDataPrefix = "CD_"

  private var isCoreData: Bool { recordType.hasPrefix(Self.coreDataPrefix) }

  /// Returns the name of an entity or attribute of Core Data.
  private func modelName(_ name: String) -> String {
    name.hasPrefix(Self.coreDataPrefix) ? String(name.dropFirst(Self.coreDataPrefix.count)) : name
  }

  // MARK: Fields

  func retire(_ field: Field) -> [String] {
    if isCoreData {
      return [
        "Keep the line `\(field)` in \(recordType) and mark it `// DEPRECATED`: shipped models still write it.",
        "Remove the attribute \(modelName(field.name)) from \(modelName(recordType)) in the next model version; the "
          + "field stays in CloudKit.",
      ]
    }
    let steps = [
      "Keep the line `\(field)` in \(recordType) and mark it `// DEPRECATED`.",
      "Ship \(programs) that neither read nor write \(recordType).\(field.name).",
    ]
    guard !field.indexes.isEmpty else { return steps }
    return steps + [
      "Remove \(field.indexes) from the line once no app in use queries \(recordType).\(field.name), and keep the "
        + "field."
    ]
  }

  /// Returns the sentences that move values to a field, which gets the indexes of the old one as far as its type
  /// supports them.
  /// - Parameter isDeclared: Whether the new schema declares the new field.
  func move(_ old: Field, to new: Field, isDeclared: Bool) -> [String] {
    var declared = new
    declared.indexes.formUnion(old.indexes.intersection(new.type.supportedIndexes))
    let beside = isDeclared && declared == new ? " beside the new `\(new)`" : ", declare `\(declared)` beside it"
    let keep = "Keep the line `\(old)` in \(recordType)\(beside), and deploy the schema."
    let isEncryption = new.type.isEncrypted && !old.type.isEncrypted
    if isEncryption, !isPrivate, !isCoreData {
      return [
        "The public database does not support encrypted fields: add a record type for private databases, and encrypt "
          + "the values there.",
        "Keep the line `\(old)` in \(recordType).",
      ]
    }
    let steps = isCoreData ? moveAttribute(old, new, keep) : moveValues(old, new, keep)
    return isEncryption ? steps + clear(old) : steps + stop(old)
  }

  private func moveValues(_ old: Field, _ new: Field, _ keep: String) -> [String] {
    let both = "\(recordType).\(old.name) and \(recordType).\(new.name)"
    let converting = old.type == new.type ? "" : ", converting \(old.type) to \(new.type)"
    if isPrivate {
      return [
        keep,
        "Ship an app version that writes \(both), and reads \(new.name) before \(old.name). When it first runs, it "
          + "copies \(old.name) to \(new.name) in all of the user's records\(converting): no operator can change private "
          + "databases.",
        "Let it copy again whenever it receives a record with \(old.name) and without \(new.name): older versions "
          + "write such records.",
      ]
    }
    return [
      keep, "Ship apps and jobs that write \(both), and read \(new.name) before \(old.name).",
      "Copy \(old.name) to \(new.name) in every record of \(recordType)\(converting), as an operator with a key that "
        + "may WRITE\(backfill(old, new)). Repeat it while older app versions create records.",
    ]
  }

  /// Returns the command that copies values as a part of a sentence.
  private func backfill(_ old: Field, _ new: Field) -> String {
    let types = [old.type.primitive, new.type.primitive]
    if types.contains(.asset) { return ", with a program of your own: no command converts files" }
    let command =
      "celestra-admin records backfill --type \(recordType) --from-field \(old.name) --to-field \(new.name)"
    let isMoment = types.map { $0 == .timestamp }
    let isNumber = types.map { [.int64, .double, .number].contains($0) }
    guard isMoment[0] && isNumber[1] || isNumber[0] && isMoment[1] else { return ": `\(command)`" }
    return ": `\(command) --convert seconds`, or `--convert milliseconds`, as the numbers are"
  }

  private func moveAttribute(_ old: Field, _ new: Field, _ keep: String) -> [String] {
    let (entity, attribute, copy) = (modelName(recordType), modelName(old.name), modelName(new.name))
    return [
      keep,
      "Add the attribute \(copy) to \(entity) in the next model version, optional"
        + (new.type.isEncrypted ? ", with Allows Cloud Encryption," : "")
        + " and beside \(attribute). Core Data calls its field \(new.name).",
      "Ship an app version that writes both attributes, reads \(copy) before \(attribute), and sets \(copy) from "
        + "\(attribute) in every object where it is nil, also in those that arrive later.",
    ]
  }

  private func stop(_ old: Field) -> [String] {
    [
      "Once no app in use reads \(recordType).\(old.name), stop writing it, mark its line `// DEPRECATED` and keep it."
        + (isCoreData ? " The attribute can leave the model then." : "")
    ]
  }

  /// Returns the last sentences of an encryption: the plaintext stays in each record until it is removed.
  private func clear(_ old: Field) -> [String] {
    let place = isCoreData ? "the attribute \(modelName(old.name))" : "\(recordType).\(old.name)"
    return [
      "Once no app in use reads \(place), stop writing it, and mark its line `// DEPRECATED`.",
      "Ship an app version that sets \(place) to nil in every record, also in records that arrive later: until then the "
        + "plaintext stays in iCloud and on each device.",
      "Repeat the last step until no app in use writes \(place). The line stays, without values.",
    ]
  }

  // MARK: Record types

  func retireType() -> [String] {
    let keep = "Keep the record type \(recordType) in the schema and mark it `// DEPRECATED`."
    if isCoreData {
      return [
        keep,
        "Delete the objects of \(modelName(recordType)) in an app version that still has the entity, so that their "
          + "records are deleted, too; then remove the entity from the model.",
      ]
    }
    let delete =
      isPrivate
      ? "Let the app delete the user's records of \(recordType) once no app in use reads them: no operator can. Keep the "
        + "empty record type."
      : "Delete the records of \(recordType) once no app in use reads them, and keep the empty record type."
    return [keep, "Ship \(programs) that neither read nor write \(recordType).", delete]
  }

  func moveRecords(to new: RecordType.Name) -> [String] {
    let keep = "Keep the record type \(recordType) in the schema beside the new \(new), and deploy the schema."
    let end = "mark it `// DEPRECATED`, delete its records and keep the empty record type."
    if isCoreData {
      return [
        keep,
        "Keep the entity \(modelName(recordType)) in the model beside \(modelName(new)): Core Data cannot rename a "
          + "mirrored entity.",
        "Ship an app version that writes both, reads \(modelName(new)) first, and copies each object when it first "
          + "runs.",
        "Once no app in use reads \(recordType), \(end)",
      ]
    }
    return [
      keep, "Ship \(programs) that write both, and read \(new) before \(recordType).",
      isPrivate
        ? "Let each app version copy the user's records of \(recordType) to \(new) when it first runs: no operator can."
        : "Copy every record of \(recordType) to \(new).",
      "Once no app in use reads \(recordType), \(end)",
    ]
  }

  private var programs: String { isPrivate ? "app versions" : "apps and jobs" }
}
