import Diagnostics
import XML

/// Reads the XML of a Core Data model.
///
/// Source: 247 models in 33 public repositories, of Xcode 7 to 26 (2026-11). The format is not documented.
struct CoreDataModelReader {
  private(set) var diagnostics: [Diagnostic] = []

  private let source: SourceText
  private let name: String
  private var elements: [XMLElements.Element] = []

  init(_ source: SourceText, name: String) {
    self.source = source
    self.name = name
  }

  /// Elements without a meaning for CloudKit: the layout of the editor, local indexes, and stored queries.
  private static let skipped: Set<String> = [
    "elements", "element", "fetchIndex", "fetchIndexElement", "fetchRequest", "fetchedProperty", "compoundIndexes",
    "compoundIndex", "index",
  ]

  /// - Throws: The first mistake in the XML.
  mutating func read(_ document: XMLElements) throws(XMLMistake) -> ManagedModel {
    elements = document.elements
    guard let root = elements.first, root.name == "model" else {
      throw XMLMistake(.missingRoot, elements.first?.range ?? 0..<0)
    }
    var model = ManagedModel(name: name, entities: [])
    /// The entity or configuration of each element, and whether it is skipped with all it contains.
    var entity: [Int?] = []
    var isSkipped: [Bool] = []
    for (index, element) in elements.enumerated() {
      let parent = element.parent
      let isInSkipped = parent.map { isSkipped[$0] } ?? false
      isSkipped.append(isInSkipped || Self.skipped.contains(element.name))
      entity.append(parent.flatMap { entity[$0] })
      guard !isSkipped[index], let parent else { continue }
      switch (element.name, elements[parent].name) {
      case ("entity", "model"):
        entity[index] = model.entities.count
        model.entities.append(readEntity(element))
      case ("attribute", "entity"):
        if let owner = entity[index] { model.entities[owner].attributes.append(readAttribute(element)) }
      case ("relationship", "entity"):
        if let owner = entity[index] { model.entities[owner].relationships.append(readRelationship(element)) }
      case ("uniquenessConstraint", "uniquenessConstraints"):
        if let owner = entity[index] { model.entities[owner].uniqueConstraints.append(place(element)) }
      case ("entry", "userInfo"):
        if let owner = entity[index], let holder = elements[parent].parent {
          readUserInfo(element, of: elements[holder], in: &model.entities[owner])
        }
      case ("configuration", "model"):
        model.configurations.append(
          .init(name: element["name"] ?? "", members: [], isUsedWithCloudKit: isTrue(element, "usedWithCloudKit")))
      case ("memberEntity", "configuration"):
        if let member = element["name"], let last = model.configurations.indices.last {
          model.configurations[last].members.insert(member)
        }
      case ("userInfo", _), ("uniquenessConstraints", _), ("constraint", _), ("compositeAttribute", _): break
      case (_, "compositeAttribute"): break
      default: note(element)
      }
    }
    return model
  }

  private func readEntity(_ element: XMLElements.Element) -> ManagedModel.Entity {
    var entity = ManagedModel.Entity(name: element["name"] ?? "", place: place(element))
    entity.parent = element["parentEntity"]
    entity.renamingID = element["elementID"]
    return entity
  }

  private mutating func readAttribute(_ element: XMLElements.Element) -> ManagedModel.Attribute {
    let typeName = element["attributeType"] ?? "Undefined"
    let type = AttributeType.coreData[typeName]
    var attribute = ManagedModel.Attribute(
      name: element["name"] ?? "", place: place(element), type: type ?? .unknown(typeName))
    attribute.isOptional = isTrue(element, "optional")
    attribute.hasDefault = element["defaultValueString"] != nil || element["defaultDateTimeInterval"] != nil
    attribute.isLocal =
      isTrue(element, "transient") || isTrue(element, "derived")
      || ["ckRecordID", "ckRecordSystemFields"].contains(attribute.name)
    attribute.isEncrypted = isTrue(element, "allowsCloudEncryption")
    attribute.isExternal = isTrue(element, "allowsExternalBinaryDataStorage")
    attribute.renamingID = element["elementID"]
    reportHandMade(element)
    return attribute
  }

  private mutating func readRelationship(_ element: XMLElements.Element) -> ManagedModel.Relationship {
    var relationship = ManagedModel.Relationship(
      name: element["name"] ?? "", place: place(element), destination: element["destinationEntity"] ?? "")
    relationship.isOptional = isTrue(element, "optional")
    relationship.isToMany = isTrue(element, "toMany")
    relationship.isOrdered = isTrue(element, "ordered")
    relationship.deniesDeletion = element["deletionRule"] == "Deny"
    relationship.inverse = element["inverseName"]
    relationship.renamingID = element["elementID"]
    reportHandMade(element)
    return relationship
  }

  /// The keys by which an app controls how CloudKit mirrors an attribute.
  private func readUserInfo(
    _ entry: XMLElements.Element, of holder: XMLElements.Element, in entity: inout ManagedModel.Entity
  ) {
    guard holder.name == "attribute", let last = entity.attributes.indices.last,
      ["YES", "true", "1"].contains(entry["value"] ?? "")
    else { return }
    switch entry["key"] {
    case "NSCloudKitMirroringDelegateIgnoredPropertyKey": entity.attributes[last].isLocal = true
    case "NSPersistentCloudKitContainerEncryptedAttributeKey": entity.attributes[last].isEncrypted = true
    default: break
    }
  }

  /// Attributes that people write by hand and the compiler of models ignores, with the names it reads.
  private static let handMade = [
    "abstract": "isAbstract", "defaultValue": "defaultValueString", "renamingIdentifier": "elementID",
    "type": "attributeType",
  ]

  private mutating func reportHandMade(_ element: XMLElements.Element) {
    for name in element.attributeNames {
      guard let correct = Self.handMade[name] else { continue }
      report(.ignoredModelAttribute, "'\(name)' has no effect", element, name, help: "write \(correct)=\"…\"")
    }
    guard element.name == "relationship", isTrue(element, "allowsCloudEncryption") else { return }
    report(.encryptedRelationship, "a relationship cannot be encrypted", element, "name")
  }

  private mutating func note(_ element: XMLElements.Element) {
    let message = "unknown element '\(DisplayText.short(element.name))'"
    report(.unreadModelElement, message, element, "name")
  }

  private mutating func report(
    _ rule: Rule, _ message: String, _ element: XMLElements.Element, _ attribute: String, help: String? = nil
  ) {
    let range = element.range(of: attribute)
    diagnostics.append(
      Diagnostic(
        rule.severity, rule: rule.id, message, file: source.name,
        range: SourceRange(range.lowerBound, range.upperBound),
        subject: element["name"], help: help ?? rule.advice))
  }

  private func isTrue(_ element: XMLElements.Element, _ attribute: String) -> Bool {
    ["YES", "true"].contains(element[attribute] ?? "")
  }

  private func place(_ element: XMLElements.Element) -> ManagedModel.Place {
    let range = element.range(of: "name")
    return ManagedModel.Place(file: source.name, range: SourceRange(range.lowerBound, range.upperBound))
  }
}
