import AppModel
import CloudKitSchema
import Diagnostics
import Foundation
import SwiftSources
import TestEnvironment
import Testing

/// Collected models and exports.
enum ModelCorpus {
  /// A model and the export of the same app.
  struct Pair: Sendable, CustomTestStringConvertible {
    let name, model, export: String
    var configurations: [String]?
    /// The numbers of record types and of attributes that the model needs and the export has.
    let types, fields: (found: Int, needed: Int)
    /// The numbers of fields with another type, of fields for large values, and of missing system fields.
    var wrong = 0
    let assets: (found: Int, needed: Int)
    var withoutEntityName = 0

    var testDescription: String { name }
  }

  static let pairs = [
    Pair(
      name: "lotusplanner, production", model: "\(lotus)@a316ecf", export: "\(planner)cloudkit-production.ckdb",
      types: (10, 10), fields: (64, 70), assets: (27, 33)),
    Pair(
      name: "lotusplanner, the initialized model", model: "\(lotus)@851922b",
      export: "\(planner)cloudkit-production.ckdb", types: (8, 8), fields: (53, 53), assets: (28, 28)),
    Pair(
      name: "Done-and-done, development", model: "boxed__Done-and-done__Tada.xcdatamodeld__Tada.xcdatamodel__contents",
      export: "boxed__Done-and-done__cloudkit_development.ckdb", types: (2, 2), fields: (12, 13), assets: (0, 3)),
    Pair(
      name: "familienplaner, version 1", model: "\(familie)Familienplaner.xcdatamodel__contents", export: familieExport,
      configurations: ["Cloud"], types: (6, 6), fields: (74, 74), assets: (31, 31)),
    Pair(
      name: "familienplaner, version 2", model: "\(familie)Familienplaner-2.xcdatamodel__contents",
      export: familieExport, configurations: ["Cloud"], types: (6, 6), fields: (74, 75), assets: (31, 31)),
    Pair(
      name: "BottleKeep, hand-written",
      model: "otomore__BottleKeep__BottleKeeper.xcdatamodeld__BottleKeeper.xcdatamodel__contents",
      export: "otomore__BottleKeep__cloudkit-schema.ckdb", types: (4, 4), fields: (36, 36), wrong: 2, assets: (0, 11),
      withoutEntityName: 4),
  ]

  private static let planner = "chenchungwan__lotusplannerv3__"
  private static let lotus = "\(planner)LotusPlannerV3.xcdatamodeld__LotusPlannerV3.xcdatamodel__contents"
  private static let familie = "DtB1804__familienplaner__Familienplaner.xcdatamodeld__"
  private static let familieExport = "DtB1804__familienplaner__CloudKit_schema-development.ckdb"

  static func text(_ file: String) throws -> SourceText {
    let data = try Data(contentsOf: Corpus.folder("coredata").appending(path: file))
    return SourceText(name: file, bytes: Array(data))
  }

  /// The files of models.
  static let models: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Corpus.folder("coredata").path)
    return (files ?? []).filter { $0.contains("__contents") }.sorted()
  }()

  static func written(_ pair: Pair) throws -> WrittenSchema {
    WrittenSchema(try #require(ModelVersion(text(pair.model)).model), configurations: pair.configurations)
  }

  // MARK: SwiftData

  /// Collected properties of `@Model` classes and the export of the same app.
  struct SwiftPair: Sendable, CustomTestStringConvertible {
    let models, export: String
    /// The numbers of classes with a record type, and of fields with values in those.
    let types, fields: (found: Int, needed: Int)
    var wrong = 0

    var testDescription: String { export }
  }

  static let swiftPairs = [
    SwiftPair(
      models: "2001Y__app-4-marin__swiftdata-models.json", export: "2001Y__app-4-marin___schema_CloudKitSchema.ckdb",
      types: (3, 4), fields: (22, 27)),
    SwiftPair(
      models: "ajsutton__moolah-native__swiftdata-models.json", export: "ajsutton__moolah-native__CloudKit_schema.ckdb",
      types: (7, 11), fields: (39, 66)),
    SwiftPair(
      models: "murphb52__BabyTracker__swiftdata-models.json", export: "murphb52__BabyTracker__cloudkit-schema.txt",
      types: (10, 11), fields: (121, 126)),
    SwiftPair(
      models: "furfarch__furfarchApp25001__swiftdata-models.json",
      export: "furfarch__furfarchApp25001__cloudkit-schema.ckdb", types: (6, 6), fields: (39, 39), wrong: 10),
    SwiftPair(
      models: "iman-suherman__nucleus__swiftdata-models.json",
      export: "iman-suherman__nucleus__cloudkit_nucleus-development.ckdb", types: (8, 10), fields: (58, 58)),
  ]

  private struct Extract: Decodable {
    struct Property: Decodable {
      let type, attributes: String
      let `default`: Bool
    }

    let enums: [String: [String]]
    let models: [String: [String: Property]]
  }

  /// Returns sources with the collected properties.
  static func sources(_ file: String) throws -> AppSources {
    let extract = try JSONDecoder().decode(Extract.self, from: Data(text(file).bytes))
    var source = "import SwiftData\n"
    for (name, conformances) in extract.enums.sorted(by: { $0.key < $1.key }) {
      source += "enum \(name): \(conformances.joined(separator: ", ")) { case a }\n"
    }
    for (name, properties) in extract.models.sorted(by: { $0.key < $1.key }) {
      source += "@Model\nfinal class \(name) {\n"
      for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
        source += "  \(property.attributes) var \(name): \(property.type)\(property.default ? " = makeValue()" : "")\n"
      }
      source += "}\n"
    }
    return AppSources([SwiftFile(SourceText(name: file, text: source))])
  }
}
