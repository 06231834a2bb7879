package import Diagnostics

/// A model that NSPersistentCloudKitContainer can mirror: a version of a Core Data model, or the `@Model` classes of an
/// app.
package struct ManagedModel: Sendable {
  /// The name of the model as messages show it, such as `App 2`.
  package var name: String
  package var entities: [Entity]
  package var configurations: [Configuration] = []

  package init(name: String, entities: [Entity]) {
    self.name = name
    self.entities = entities
  }

  package struct Place: Hashable, Sendable {
    package let file: String
    package let range: SourceRange

    package init(file: String, range: SourceRange) {
      self.file = file
      self.range = range
    }
  }

  /// The kind of declaration, as messages name it.
  package enum Kind: String, Sendable {
    case entity, `class`
  }

  package struct Entity: Sendable {
    package var name: String
    package var kind = Kind.entity
    package var place: Place
    package var parent: String?
    /// The name that entities of other versions use for the same entity.
    package var renamingID: String?
    package var attributes: [Attribute] = []
    package var relationships: [Relationship] = []
    package var uniqueConstraints: [Place] = []

    package init(name: String, place: Place) {
      self.name = name
      self.place = place
    }
  }

  package struct Attribute: Sendable {
    package var name: String
    package var place: Place
    package var type: AttributeType
    package var isOptional = false
    package var hasDefault = false
    /// Whether CloudKit gets no field for the attribute: a transient, derived, or ignored one.
    package var isLocal = false
    package var isEncrypted = false
    /// Whether large values are stored as files.
    package var isExternal = false
    package var renamingID: String?

    package init(name: String, place: Place, type: AttributeType) {
      self.name = name
      self.place = place
      self.type = type
    }
  }

  package struct Relationship: Sendable {
    package var name: String
    package var place: Place
    package var destination: String
    package var isOptional = false
    package var isToMany = false
    package var isOrdered = false
    /// Whether the delete rule is Deny.
    package var deniesDeletion = false
    /// The name of the relationship back; `nil` without one.
    package var inverse: String?
    /// Whether the reader could find out the relationship back.
    package var isInverseKnown = true
    package var renamingID: String?

    package init(name: String, place: Place, destination: String) {
      self.name = name
      self.place = place
      self.destination = destination
    }
  }

  /// A named part of a model. A store has the entities of one.
  package struct Configuration: Sendable {
    package let name: String
    package var members: Set<String>
    package let isUsedWithCloudKit: Bool
  }
}

extension ManagedModel {
  /// The entities by name, the first of equal names.
  package var entitiesByName: [String: Entity] { Dictionary(entities.map { ($0.name, $0) }) { first, _ in first } }
}

/// The entities of a model by name, and what follows from inheritance.
struct EntityIndex {
  private let entities: [String: ManagedModel.Entity]

  init(_ model: ManagedModel) { entities = model.entitiesByName }

  subscript(name: String) -> ManagedModel.Entity? { entities[name] }

  /// Returns an entity and those it inherits from, nearest first. A circle ends where it closes.
  func ancestry(of entity: ManagedModel.Entity) -> [ManagedModel.Entity] {
    var ancestry = [entity]
    var seen: Set<String> = [entity.name]
    while let name = ancestry.last?.parent, let parent = entities[name], seen.insert(name).inserted {
      ancestry.append(parent)
    }
    return ancestry
  }

  /// Returns the entity whose name the record type has.
  func root(of entity: ManagedModel.Entity) -> ManagedModel.Entity { ancestry(of: entity).last ?? entity }

  /// Returns the relationship back, which can be of an entity that the destination inherits from.
  func inverse(of relationship: ManagedModel.Relationship) -> ManagedModel.Relationship? {
    guard let name = relationship.inverse, let destination = entities[relationship.destination] else { return nil }
    return ancestry(of: destination).lazy.flatMap(\.relationships).first { $0.name == name }
  }

  func isManyToMany(_ relationship: ManagedModel.Relationship) -> Bool {
    relationship.isToMany && inverse(of: relationship)?.isToMany == true
  }
}
