import AppModel
import CloudKitSchema
import Diagnostics
import SwiftSources

/// Models and schemas from short texts.
enum ModelExamples {
  static func version(_ xml: String, name: String = "App") -> ModelVersion {
    ModelVersion(SourceText(name: "\(name).xcdatamodel/contents", text: xml))
  }

  /// Returns the model of entities, given as lines of XML.
  static func model(_ entities: String) -> String {
    #"<model type="com.apple.IDECoreDataModeler.DataModel">\#n\#(entities)\#n</model>"#
  }

  static func schema(_ text: String) -> SchemaFile {
    SchemaFile(SourceText(name: "production.ckdb", text: "DEFINE SCHEMA\n\(text)\n"))
  }

  static func sources(_ text: String...) -> AppSources {
    AppSources(
      text.enumerated().map { SwiftFile(SourceText(name: "App\($0.offset).swift", text: $0.element)) })
  }

  /// Returns what Swift sources write.
  static func reading(_ text: String...) -> ModelReading {
    var reading = ModelReading()
    reading.add(
      AppSources(text.enumerated().map { SwiftFile(SourceText(name: "App\($0.offset).swift", text: $0.element)) }),
      ModelChoice())
    return reading
  }
}

extension WrittenSchema {
  /// The fields as lines, such as `CD_Note.CD_title STRING`, sorted.
  var lines: [String] {
    recordTypes.flatMap { type in
      type.fields.map { "\(type.name).\($0.name) \($0.type.map(\.description) ?? "?")" }
    }.sorted()
  }

  /// The lines of fields that an app writes when it saves a value, without those of Core Data.
  var valueLines: [String] {
    recordTypes.flatMap { type in
      type.fields.filter { $0.need == .value && $0.name != "CD_entityName" }
        .map { "\(type.name).\($0.name) \($0.type.map(\.description) ?? "?")" }
    }.sorted()
  }
}
