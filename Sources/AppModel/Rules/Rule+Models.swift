package import Diagnostics

/// Rules about models that NSPersistentCloudKitContainer mirrors.
extension Rule {
  /// Sorted by id.
  package static let ofModels: [Rule] = [
    .attributeWithoutDefault, .changedAttributeType, .denyRule, .encryptedRelationship, .fieldNameCharacters,
    .ignoredModelAttribute, .orderedRelationship, .relationshipAcrossConfigurations, .relationshipNotOptional,
    .relationshipWithoutInverse, .renamedAttribute, .renamedEntity, .reservedAttributeName, .tooManyFields,
    .uniqueConstraint, .unknownParent, .unmarkedConfigurations, .unreadModelElement, .unreadProperty,
    .unreadRecordType, .unreadableModel,
    .unsupportedAttributeType,
  ].sorted { $0.id < $1.id }

  static let attributeWithoutDefault = ofApp(
    .model, "attribute-without-default", .error, .reported, "an attribute is neither optional nor has a default",
    why: "The container refuses to load the store: a record from another device may lack the value.",
    remedy: "Make the attribute optional, or give it a default.",
    bad: .note(#"<attribute name="x" attributeType="String"/>"#),
    good: .note(#"<attribute name="x" attributeType="String" defaultValueString=""/>"#))

  static let changedAttributeType = ofApp(
    .model, "changed-attribute-type", .error, .documented,
    "an attribute has another type or encryption than in another version",
    why: "The field keeps its type in production, so that saving a value of the new type fails.",
    remedy: "Keep the attribute, and add one with another name.",
    bad: .versions(
      .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#),
      .note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#)),
    good: .versions(
      .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#),
      .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#)))

  static let denyRule = ofApp(
    .model, "deny-rule", .error, .documented, "a relationship has the delete rule Deny",
    why: "The container refuses to load the store: records arrive in any order.",
    remedy: "Use Nullify or Cascade, and check in the app.", bad: .link(#"optional="YES" deletionRule="Deny""#),
    good: .link(#"optional="YES" deletionRule="Nullify""#))

  static let encryptedRelationship = ofApp(
    .model, "encrypted-relationship", .error, .documented, "a relationship allows encryption",
    why: "The container refuses to load the store.", remedy: "Remove the attribute 'allowsCloudEncryption'.",
    bad: .link(#"optional="YES" allowsCloudEncryption="YES""#), good: .link(#"optional="YES""#))

  static let fieldNameCharacters = ofApp(
    .model, "field-name-characters", .error, .documented, "a name has characters that CloudKit does not allow",
    why: "Names of record types and fields consist of ASCII letters, digits, and underscores.",
    remedy: "Rename the attribute.", bad: .note(#"<attribute name="größe" optional="YES" attributeType="Double"/>"#),
    good: .note(#"<attribute name="size" optional="YES" attributeType="Double"/>"#))

  static let ignoredModelAttribute = ofApp(
    .model, "ignored-model-attribute", .warning, .reported, "the compiler of models ignores an attribute",
    why: "Xcode writes another name, so that what the attribute says does not take effect.",
    remedy: "Use the name that Xcode writes.",
    bad: .note(#"<attribute name="x" optional="YES" attributeType="String" renamingIdentifier="y"/>"#),
    good: .note(#"<attribute name="x" optional="YES" attributeType="String" elementID="y"/>"#))

  static let orderedRelationship = ofApp(
    .model, "ordered-relationship", .error, .documented, "a relationship is ordered",
    why: "The container refuses to load the store: CloudKit keeps no order.",
    remedy: "Remove the order, and add an attribute to sort by.", bad: .link(#"optional="YES" ordered="YES""#),
    good: .link(#"optional="YES""#))

  static let relationshipAcrossConfigurations = ofApp(
    .model, "relationship-across-configurations", .error, .documented,
    "a relationship leads out of the mirrored configuration",
    why: "The container refuses to load the store.",
    remedy: "Add the destination to the configuration, or store an identifier instead.",
    bad: .note(
      #"<relationship name="tag" optional="YES" destinationEntity="Tag" inverseName="note" inverseEntity="Note"/>"#,
      more: """
          <entity name="Tag">
            <relationship name="note" optional="YES" destinationEntity="Note" inverseName="tag" inverseEntity="Tag"/>
          </entity>
          <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Note"/></configuration>
        """),
    good: .note(
      more: #"  <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Note"/></configuration>"#)
  )

  static let relationshipNotOptional = ofApp(
    .model, "relationship-not-optional", .error, .documented, "a relationship is not optional",
    why: "The container refuses to load the store: records arrive in any order.",
    remedy: "Make the relationship optional.", bad: .link(""), good: .link(#"optional="YES""#))

  static let relationshipWithoutInverse = ofApp(
    .model, "relationship-without-inverse", .error, .documented, "a relationship has no inverse",
    why: "The container refuses to load the store.", remedy: "Add the relationship back, and name it as the inverse.",
    bad: .note(#"<relationship name="other" optional="YES" maxCount="1" destinationEntity="Note"/>"#),
    good: .link(#"optional="YES""#))

  static let renamedAttribute = ofApp(
    .model, "renamed-attribute", .warning, .reported, "an attribute or a relationship is renamed",
    why: "The store on the device migrates, but CloudKit gets a new field, and the values of other devices stay in "
      + "the old one.",
    remedy: "Keep the name in the model, and use another one in the app.",
    bad: .versions(
      .note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#),
      .note(#"<attribute name="y" optional="YES" attributeType="Date" elementID="x"/>"#)),
    good: .versions(
      .note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#),
      .note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#)))

  static let renamedEntity = ofApp(
    .model, "renamed-entity", .error, .reported, "an entity or a many-to-many relationship is renamed",
    why: "The container refuses to migrate the store.",
    remedy: "Keep the name in the model, and use another class name.",
    bad: .versions(
      .note(more: #"  <entity name="Tag"/>"#), .note(more: #"  <entity name="Label" elementID="Tag"/>"#)),
    good: .versions(.note(more: #"  <entity name="Tag"/>"#), .note(more: #"  <entity name="Tag"/>"#)))

  static let reservedAttributeName = ofApp(
    .model, "reserved-attribute-name", .error, .reported,
    "an attribute has the name of a field that Core Data uses itself",
    why: "Both would be the same field.", remedy: "Rename the attribute.",
    bad: .note(#"<attribute name="entityName" optional="YES" attributeType="String"/>"#),
    good: .note(#"<attribute name="entityTitle" optional="YES" attributeType="String"/>"#))

  static let tooManyFields = ofApp(
    .model, "too-many-fields", .error, .documented, "a record type has more than 256 fields",
    why: "CloudKit refuses the record type. Fields for large values and for sharing count, too.",
    remedy: "Divide the entity.",
    bad: .note(
      (0..<128).map { #"<attribute name="x\#($0)" optional="YES" attributeType="String"/>"# }.joined(
        separator: "\n    ")),
    good: .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#))

  static let uniqueConstraint = ofApp(
    .model, "unique-constraint", .error, .documented, "an entity has a unique constraint",
    why: "The container refuses to load the store: devices create objects without asking each other.",
    remedy: "Remove the constraint, and merge duplicates in the app.",
    bad: .note(
      #"<attribute name="x" optional="YES" attributeType="String"/>"#,
      "<uniquenessConstraints><uniquenessConstraint>", #"  <constraint value="x"/>"#,
      "</uniquenessConstraint></uniquenessConstraints>"),
    good: .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#))

  static let unknownParent = ofApp(
    .model, "unknown-parent", .error, .documented, "an entity inherits from one that is not in the model",
    why: "The record type has the name of the topmost entity.", remedy: "Correct the parent entity.",
    bad: .note(more: #"  <entity name="Memo" parentEntity="Page"/>"#),
    good: .note(more: #"  <entity name="Memo" parentEntity="Note"/>"#))

  static let unmarkedConfigurations = ofApp(
    .model, "unmarked-configurations", .info, .documented, "a model does not say which configuration is mirrored",
    why: "Only the entities of the mirrored configuration have record types. The app chooses it.",
    remedy: "Name the configuration with --configuration.",
    bad: .note(more: #"  <configuration name="Cloud"><memberEntity name="Note"/></configuration>"#),
    good: .note(
      more: #"  <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Note"/></configuration>"#)
  )

  static let unreadModelElement = ofApp(
    .model, "unread-model-element", .info, .assumed, "an element or a type of a model is unknown",
    why: "What it means for CloudKit is unknown, so that nothing follows from it here.",
    remedy: "Check in the CloudKit Console what development has for it.",
    bad: .note(#"<attribute name="x" optional="YES" attributeType="Vector"/>"#),
    good: .note(#"<attribute name="x" optional="YES" attributeType="Transformable"/>"#))

  static let unreadProperty = ofApp(
    .model, "unread-property", .warning, .documented, "the type of a property of a @Model class is unknown",
    why: "What the app writes for it is not compared.",
    remedy: "Write the type of the property, and pass the sources that declare it.",
    bad: "@Model final class Note {\n  var x = makeTitle()\n}",
    good: "@Model final class Note {\n  var x: String = \"\"\n}")

  static let unreadRecordType = ofApp(
    .model, "unread-record-type", .info, .documented, "code builds the name of a record type at run time",
    why: "What the app writes there is not compared.", remedy: "Use a literal or a constant.",
    bad: #"let record = CKRecord(recordType: prefix + "Note")"#, good: #"let record = CKRecord(recordType: "Note")"#)

  static let unreadableModel = ofApp(
    .model, "unreadable-model", .error, .documented, "a model cannot be read",
    why: "What the app writes is unknown.", remedy: "Open the model in Xcode and save it.",
    bad: "<model><entity name=\"Note\"></model>", good: .note())

  static let unsupportedAttributeType = ofApp(
    .model, "unsupported-attribute-type", .error, .documented, "CloudKit does not support the type of an attribute",
    why: "The container refuses to load the store.", remedy: "Choose a type, or make the attribute transient.",
    bad: .note(#"<attribute name="x" optional="YES" attributeType="Undefined"/>"#),
    good: .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#))

  /// Creates a rule of models, or of their parity with a schema.
  static func ofApp(
    _ scope: Scope, _ id: String, _ severity: Diagnostic.Severity, _ evidence: Evidence, _ summary: String,
    why: String, remedy: String, bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String
  ) -> Rule {
    Rule(
      id, severity, evidence, summary, why: why,
      source: scope == .parity
        ? "Apple, \"Reading CloudKit Records for Core Data\"; TN3164; exports in public repositories"
        : "Apple, \"Creating a Core Data Model for CloudKit\"; TN3164; error messages in public logs",
      remedy: remedy, bad: bad(), good: good(), scope: scope)
  }
}

extension String {
  /// Returns two versions of a model.
  fileprivate static func versions(_ old: String, _ new: String) -> String { "\(old)\n--- new ---\n\(new)" }

  /// Returns a model with a relationship to many and one back.
  /// - Parameter attributes: The attributes of the relationship to many.
  fileprivate static func link(_ attributes: String) -> String {
    .note(
      #"<relationship name="notes" \#(attributes) toMany="YES" destinationEntity="Note""#,
      #"  inverseName="parent" inverseEntity="Note"/>"#,
      #"<relationship name="parent" optional="YES" maxCount="1" destinationEntity="Note""#,
      #"  inverseName="notes" inverseEntity="Note"/>"#)
  }
}
