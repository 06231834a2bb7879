import CloudKitSchema
package import Diagnostics
import SwiftSources

/// Reads the `@Model` classes of Swift sources as models.
///
/// What the reader accepts: stored variables with a written type, or with a literal, a call of a known type, or a case
/// of a known enumeration as their value. What it cannot read is reported, and not guessed.
package struct SwiftModelReader {
  /// The classes that the app uses.
  package private(set) var model = ManagedModel(name: "SwiftData", entities: [])
  /// The classes of older versioned schemas, by version.
  package private(set) var earlier: [ManagedModel] = []
  package private(set) var diagnostics: [Diagnostic] = []

  private let sources: AppSources

  package init(_ sources: AppSources) {
    self.sources = sources
    let classes = ModelClasses(sources)
    for found in classes.current { model.entities.append(entity(found)) }
    for (version, found) in classes.earlier {
      // Their findings are those of code that no longer runs.
      let known = diagnostics
      earlier.append(resolved(ManagedModel(name: version, entities: found.map { entity($0) })))
      diagnostics = known
    }
    model = resolved(model)
    if let listed = classes.listed {
      let reached = model.reachable(from: listed)
      model.entities.removeAll { !reached.contains($0.name) }
    }
    let mirrored = model.reachable(from: classes.stores.mirrored)
    let local = model.reachable(from: classes.stores.local).subtracting(mirrored)
    model.entities.removeAll { local.contains($0.name) }
  }

  private mutating func entity(_ found: ModelClasses.Found) -> ManagedModel.Entity {
    let file = sources.files[found.file]
    let scope = found.scope
    func place(_ range: SourceRange) -> ManagedModel.Place { .init(file: file.source.name, range: range) }
    var entity = ManagedModel.Entity(name: scope.name, place: place(scope.place))
    entity.kind = .class
    entity.parent = scope.inherited.first { sources.models.contains($0) && $0 != scope.name }
    entity.uniqueConstraints = scope.macros.filter { $0.name == "#Unique" }.map { place($0.place) }
    for property in scope.properties where property.isPersisted {
      let options = PropertyOptions(property, in: file)
      guard !options.isLocal else { continue }
      if options.isUnique { entity.uniqueConstraints.append(place(property.place)) }
      guard let type = type(of: property, in: file) else {
        report("the type of \(scope.name).\(property.name) is not written", at: place(property.place), found)
        continue
      }
      switch type.meaning {
      case .relationship(let destination, let isToMany):
        var relationship = ManagedModel.Relationship(
          name: property.name, place: place(property.place), destination: destination)
        relationship.isToMany = isToMany
        relationship.isOptional = type.isOptional
        relationship.inverse = options.inverse
        relationship.deniesDeletion = options.deniesDeletion
        relationship.renamingID = options.originalName
        entity.relationships.append(relationship)
      case .attribute(let known):
        let stored = options.isTransformable ? AttributeType(known.name, .bytes, movesLargeValues: true) : known
        entity.attributes.append(
          attribute(property, options, stored, place(property.place), isOptional: type.isOptional))
      case .unknown(let name):
        let isList = name.hasPrefix("[") || name.hasPrefix("Array<") || name.hasPrefix("Set<")
        if options.isTransformable || !isList {
          let known: AttributeType =
            options.isTransformable ? AttributeType(name, .bytes, movesLargeValues: true) : .unknown(name)
          entity.attributes.append(
            attribute(property, options, known, place(property.place), isOptional: type.isOptional))
        }
        guard !options.isTransformable else { continue }
        report(
          "the type '\(DisplayText.short(name))' of \(scope.name).\(property.name) is not declared in the sources",
          at: place(property.place), found)
      }
    }
    if let range = file.unbalanced, scope.body.upperBound >= file.tokens.count {
      report("the brackets of class '\(scope.name)' do not match", at: place(range), found)
    }
    return entity
  }

  private func attribute(
    _ property: SwiftProperty, _ options: PropertyOptions, _ type: AttributeType, _ place: ManagedModel.Place,
    isOptional: Bool
  ) -> ManagedModel.Attribute {
    var attribute = ManagedModel.Attribute(name: property.name, place: place, type: type)
    attribute.isOptional = isOptional
    attribute.hasDefault = property.value != nil
    attribute.isEncrypted = options.isEncrypted
    attribute.isExternal = options.isExternal
    attribute.renamingID = options.originalName
    return attribute
  }

  private mutating func report(_ message: String, at place: ManagedModel.Place, _ found: ModelClasses.Found) {
    let rule = Rule.unreadProperty
    diagnostics.append(
      Diagnostic(
        rule.severity, rule: rule.id, message, file: place.file, range: place.range, subject: found.scope.name,
        help: rule.advice))
  }

  // MARK: Types

  private func type(of property: SwiftProperty, in file: SwiftFile) -> SwiftDataType? {
    if let type = property.type, !type.isEmpty { return SwiftDataType(file.text(type), in: sources) }
    guard let value = property.value, let text = inferredType(value, in: file) else { return nil }
    return SwiftDataType(text, in: sources)
  }

  /// Returns the type of an initial value that shows it; `nil` for any other.
  private func inferredType(_ value: Range<Int>, in file: SwiftFile) -> String? {
    let tokens = file.tokens[value.clamped(to: file.tokens.indices)]
    guard let first = tokens.first else { return nil }
    let isOne = tokens.count == 1
    switch first.kind {
    case .string: return isOne ? "String" : nil
    case .number: return isOne ? Self.numberType(first.text) : nil
    case .mark where first.text == "-" && tokens.count == 2 && tokens.last?.kind == .number:
      return Self.numberType(tokens.last?.text ?? "")
    case .mark where first.text == "[":
      // `[Feed]()`
      guard let contents = file.contents(of: value.lowerBound), file[contents.upperBound + 1]?.isMark("(") == true,
        !contents.isEmpty
      else { return nil }
      return "[\(file.text(contents))]"
    case .word where ["true", "false"].contains(first.text): return isOne ? "Bool" : nil
    case .word:
      let next = file[value.lowerBound + 1]
      let isDeclared = sources.kinds[first.text] != nil
      if next?.isMark("(") == true, file.after(value.lowerBound + 1) == value.upperBound {
        return SwiftDataType.isKnown(first.text) || isDeclared ? first.text : nil
      }
      guard tokens.count == 3, next?.isMark(".") == true else { return nil }
      let isDate = first.text == "Date" && ["now", "distantPast", "distantFuture"].contains(tokens.last?.text ?? "")
      return isDate || sources.kinds[first.text] == .enum ? first.text : nil
    default: return nil
    }
  }

  private static func numberType(_ text: String) -> String {
    !text.hasPrefix("0x") && (text.contains(".") || text.contains("e")) ? "Double" : "Int"
  }

  // MARK: Relationships

  /// Returns a model with the inverses of relationships that name none: the other end names it, or it is the only one.
  private func resolved(_ model: ManagedModel) -> ManagedModel {
    var model = model
    var named: [String: String] = [:]
    for entity in model.entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        named["\(relationship.destination).\(inverse)"] = relationship.name
        named["\(entity.name).\(relationship.name)"] = inverse
      }
    }
    let entities = model.entitiesByName
    for entity in model.entities.indices {
      let name = model.entities[entity].name
      for index in model.entities[entity].relationships.indices {
        let relationship = model.entities[entity].relationships[index]
        if let inverse = named["\(name).\(relationship.name)"] {
          model.entities[entity].relationships[index].inverse = inverse
          continue
        }
        let back = (entities[relationship.destination]?.relationships ?? []).filter {
          $0.destination == name && named["\(relationship.destination).\($0.name)"] == nil
        }
        let isClear = back.count == 1 && relationship.destination != name
        model.entities[entity].relationships[index].inverse = isClear ? back[0].name : nil
        model.entities[entity].relationships[index].isInverseKnown = back.isEmpty
      }
    }
    return model
  }
}

/// What the attributes of a property say.
private struct PropertyOptions {
  var isLocal = false
  var isUnique = false
  var isEncrypted = false
  var isExternal = false
  var isTransformable = false
  var deniesDeletion = false
  var originalName: String?
  var inverse: String?

  init(_ property: SwiftProperty, in file: SwiftFile) {
    isLocal = property.attribute("Transient") != nil
    for name in ["Attribute", "Relationship"] {
      guard let arguments = property.attribute(name)?.arguments else { continue }
      for (label, value) in file.arguments(in: arguments) {
        let text = file.text(value)
        switch label {
        case "originalName": originalName = file.literal(value)
        case "inverse": inverse = text.split(separator: ".").last.map(String.init)
        case "deleteRule": deniesDeletion = text.hasSuffix("deny")
        case nil:
          isUnique = isUnique || text == ".unique"
          isEncrypted = isEncrypted || text == ".allowsCloudEncryption"
          isExternal = isExternal || text == ".externalStorage"
          isLocal = isLocal || text == ".ephemeral"
          isTransformable = isTransformable || text.hasPrefix(".transformable")
        default: break
        }
      }
    }
  }
}

extension SwiftProperty {
  /// Whether the macro `@Model` stores the property: a variable of objects without a getter.
  fileprivate var isPersisted: Bool {
    !isConstant && getter == nil && modifiers.isDisjoint(with: ["static", "class"])
  }
}

extension ManagedModel {
  /// Returns the entities of a schema that lists some: relationships and inheritance lead to the others.
  fileprivate func reachable(from listed: Set<String>) -> Set<String> {
    let entities = entitiesByName
    var reached = listed
    var open = Array(listed)
    while let name = open.popLast() {
      guard let entity = entities[name] else { continue }
      for next in entity.relationships.map(\.destination) + [entity.parent].compactMap(\.self)
      where reached.insert(next).inserted { open.append(next) }
    }
    return reached
  }
}
