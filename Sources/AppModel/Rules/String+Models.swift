/// Examples for rules, created from the lines in which they differ.
extension String {
  /// Returns a model with the entity `Note`.
  /// - Parameter more: Lines after the entity.
  static func note(_ lines: String..., more: String? = nil) -> String {
    let head = #"<model type="com.apple.IDECoreDataModeler.DataModel" usedWithCloudKit="YES">"#
    let entity = ["  <entity name=\"Note\">"] + lines.map { "    " + $0 } + ["  </entity>"]
    return ([head] + entity + [more, "</model>"]).compactMap(\.self).joined(separator: "\n")
  }

  /// Returns a schema with what the entity `Note` needs, and more fields.
  static func noteSchema(_ fields: String...) -> String {
    let own = ["CD_entityName STRING,", "CD_moveReceipt BYTES,", "CD_moveReceipt_ckAsset ASSET,"]
    return coreData("CD_Note", own + fields)
  }

  static func coreData(_ type: String, _ fields: String...) -> String { coreData(type, fields) }

  private static func coreData(_ type: String, _ fields: [String]) -> String {
    (["DEFINE SCHEMA", "RECORD TYPE \(type) ("] + fields.map { "    " + $0 } + [#"    GRANT READ TO "_world""#, ");"])
      .joined(separator: "\n")
  }

  /// Returns a model and the schema that must have what it writes.
  static func parity(_ model: String, _ schema: String) -> String { "\(model)\n--- schema ---\n\(schema)" }
}
