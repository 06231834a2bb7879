import CloudKitSchema
package import Diagnostics

/// Checks models by the rules of NSPersistentCloudKitContainer.
package struct ModelCheck: Sendable {
  /// In the order of the declarations.
  package private(set) var diagnostics: [Diagnostic] = []

  private let index: EntityIndex
  private let members: Set<String>?
  private var seen: Set<[String]> = []

  /// - Parameters:
  ///   - configurations: The names of the mirrored configurations; `nil` for those that the model marks.
  ///   - others: Other versions of the same model.
  package init(_ model: ManagedModel, configurations: [String]? = nil, others: [ManagedModel] = []) {
    index = EntityIndex(model)
    members = model.members(of: configurations)
    let entities = model.entities.filter { members?.contains($0.name) ?? true }
    for entity in entities {
      check(entity)
      for attribute in entity.attributes { check(attribute, of: entity) }
      for relationship in entity.relationships { check(relationship, of: entity) }
    }
    for type in WrittenSchema(model, configurations: configurations).recordTypes { check(type) }
    for other in others { compare(entities, with: EntityIndex(other), of: other) }
    if configurations == nil, members == nil, !model.configurations.isEmpty { reportConfigurations(of: model) }
  }

  private mutating func check(_ entity: ManagedModel.Entity) {
    for place in entity.uniqueConstraints {
      report(.uniqueConstraint, "'\(entity.name)' has a unique constraint", at: place, entity.name)
    }
    if let parent = entity.parent, index[parent] == nil {
      report(
        .unknownParent, "'\(entity.name)' inherits from '\(parent)', which is not in the model", at: entity.place,
        entity.name)
    }
    checkName(entity.name, at: entity.place, entity.name)
  }

  private mutating func check(_ attribute: ManagedModel.Attribute, of entity: ManagedModel.Entity) {
    let subject = "\(entity.name).\(attribute.name)"
    let name = "attribute '\(attribute.name)' of '\(entity.name)'"
    if !attribute.isOptional, !attribute.hasDefault {
      report(.attributeWithoutDefault, "\(name) is neither optional nor has a default", at: attribute.place, subject)
    }
    guard !attribute.isLocal else { return }
    if ["entityName", "moveReceipt"].contains(attribute.name) {
      report(.reservedAttributeName, "\(name) has the name of a field of Core Data", at: attribute.place, subject)
    }
    if attribute.type.isRefused {
      let type = attribute.type.name
      report(.unsupportedAttributeType, "\(name) has the type \(type)", at: attribute.place, subject)
    } else if attribute.type.primitive == nil {
      let type = DisplayText.short(attribute.type.name)
      report(.unreadModelElement, "\(name) has the unknown type '\(type)'", at: attribute.place, subject)
    }
    checkName(attribute.name, at: attribute.place, subject)
  }

  private mutating func check(_ relationship: ManagedModel.Relationship, of entity: ManagedModel.Entity) {
    let subject = "\(entity.name).\(relationship.name)"
    let name = "relationship '\(relationship.name)' of '\(entity.name)'"
    let rules: [(isViolated: Bool, rule: Rule, message: String)] = [
      (!relationship.isOptional, .relationshipNotOptional, "is not optional"),
      (
        relationship.inverse == nil && relationship.isInverseKnown, .relationshipWithoutInverse, "has no inverse"
      ),
      (relationship.isOrdered, .orderedRelationship, "is ordered"),
      (relationship.deniesDeletion, .denyRule, "has the delete rule Deny"),
      (
        members.map { !$0.contains(relationship.destination) } ?? false, .relationshipAcrossConfigurations,
        "leads to '\(relationship.destination)', which is not in the configuration"
      ),
    ]
    for row in rules where row.isViolated {
      report(row.rule, "\(name) \(row.message)", at: relationship.place, subject)
    }
    checkName(relationship.name, at: relationship.place, subject)
  }

  private mutating func checkName(_ name: String, at place: ManagedModel.Place, _ subject: String) {
    guard !name.utf8.allSatisfy(Self.isAllowed) || name.isEmpty else { return }
    let message = name.isEmpty ? "a declaration has no name" : "CloudKit does not allow the name 'CD_\(name)'"
    report(.fieldNameCharacters, message, at: place, subject)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F
  }

  /// Maximum fields of a record type.
  ///
  /// Source: Apple, TN3164.
  private static let maximumFields = 256

  private mutating func check(_ type: WrittenRecordType) {
    guard type.fields.count > Self.maximumFields, let place = type.place else { return }
    report(.tooManyFields, "\(type.name) needs \(type.fields.count) fields", at: place, type.name)
  }

  private mutating func reportConfigurations(of model: ManagedModel) {
    guard let first = model.entities.first else { return }
    let names = model.configurations.map { "'\($0.name)'" }.joined(separator: ", ")
    report(
      .unmarkedConfigurations, "the configurations \(names) are not marked, so that all entities are expected",
      at: .init(file: first.place.file, range: SourceRange(0, 0)), model.name)
  }

  // MARK: Versions

  private mutating func compare(_ entities: [ManagedModel.Entity], with others: EntityIndex, of model: ManagedModel) {
    for entity in entities {
      guard let old = others[entity.name] else {
        if let id = entity.renamingID, index[id] == nil, let old = others[id] {
          report(
            .renamedEntity, "entity '\(old.name)' of '\(model.name)' is renamed to '\(entity.name)'", at: entity.place,
            entity.name)
        }
        continue
      }
      for attribute in entity.attributes where !attribute.isLocal {
        compare(attribute, of: entity, with: old, of: model)
      }
      for relationship in entity.relationships {
        guard let id = relationship.renamingID, id != relationship.name,
          !entity.relationships.contains(where: { $0.name == id }),
          let former = old.relationships.first(where: { $0.name == id })
        else { continue }
        let rule: Rule = others.isManyToMany(former) ? .renamedEntity : .renamedAttribute
        report(
          rule, "relationship '\(id)' of '\(model.name)' is renamed to '\(relationship.name)'",
          at: relationship.place, "\(entity.name).\(relationship.name)")
      }
    }
  }

  private mutating func compare(
    _ attribute: ManagedModel.Attribute, of entity: ManagedModel.Entity, with old: ManagedModel.Entity,
    of model: ManagedModel
  ) {
    let subject = "\(entity.name).\(attribute.name)"
    if let former = old.attributes.first(where: { $0.name == attribute.name && !$0.isLocal }) {
      guard former.storedType != attribute.storedType, let before = former.storedType, let after = attribute.storedType
      else { return }
      report(
        .changedAttributeType,
        "attribute '\(attribute.name)' of '\(entity.name)' is \(after), but \(before) in "
          + "'\(model.name)'", at: attribute.place, subject)
    } else if let id = attribute.renamingID, id != attribute.name,
      !entity.attributes.contains(where: { $0.name == id }), old.attributes.contains(where: { $0.name == id })
    {
      report(
        .renamedAttribute, "attribute '\(id)' of '\(model.name)' is renamed to '\(attribute.name)'",
        at: attribute.place, subject)
    }
  }

  private mutating func report(_ rule: Rule, _ message: String, at place: ManagedModel.Place, _ subject: String) {
    let diagnostic = Diagnostic(
      rule.severity, rule: rule.id, message, file: place.file, range: place.range, subject: subject, help: rule.advice)
    // Several versions can show the same.
    if seen.insert([rule.id, place.file, "\(place.range)"]).inserted { diagnostics.append(diagnostic) }
  }
}

extension ManagedModel.Attribute {
  /// `nil` if the type is unknown.
  fileprivate var storedType: FieldType? { type.primitive.map { FieldType($0, isEncrypted: isEncrypted) } }
}
