import Diagnostics

/// Examples for rules, created from the lines in which they differ.
extension String {
  /// Returns a schema of one record type with a queryable record ID.
  /// - Parameters:
  ///   - items: The lines between the record ID and the last grant, including commas.
  ///   - statement: The statement before the record type.
  ///   - grant: The permissions and role of the last grant.
  ///   - ending: The text after the last grant.
  static func recordType(
    _ items: String..., after statement: String? = nil, name: String = "T", grant: String = #"READ TO "_world""#,
    ending: String? = ");"
  ) -> String {
    let lines =
      ["DEFINE SCHEMA", statement, "RECORD TYPE \(name) (", #"  "___recordID" REFERENCE QUERYABLE,"#]
      + items.map { "  " + $0 } + ["  GRANT \(grant)", ending]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  static func merge(_ base: String, _ fragment: String) -> String { "\(base)\n--- fragment ---\n\(fragment)" }

  static func deployment(of new: String, over live: String) -> String { "\(live)--- new ---\n\(new)" }

  /// Returns a schema with the record type `Feed`, for a deployment.
  static func feed(
    _ items: String..., after statement: String? = nil, grant: String = #"READ TO "_world""#
  ) -> String {
    let lines =
      ["DEFINE SCHEMA", statement, "RECORD TYPE Feed ("] + items.map { "    " + $0 }
      + ["    GRANT \(grant)", ");\n"]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  /// Returns a schema with the record type `Feed` on one line, followed by other lines.
  static func feeds(_ others: String...) -> String {
    let lines = ["DEFINE SCHEMA", #"RECORD TYPE Feed ( title STRING, GRANT READ TO "_world" );"#] + others + [""]
    return lines.joined(separator: "\n")
  }

  /// Returns a schema with one field, and a query manifest with one query.
  static func query(_ field: String, recordType: String = "Feed", filter: String = "", sort: String = "") -> String {
    """
    \(Self.recordType(field + ",", name: "Feed"))
    --- queries ---
    {"queries": [
      {"schema": "schema", "name": "feeds", "recordType": "\(recordType)",
       "filters": [\(filter)],
       "sort": [\(sort)]}
    ]}
    """
  }

  /// Returns a schema with one field, and a manifest of queries for all its records.
  static func manifest(_ names: String..., of schema: String = "schema") -> String {
    let queries = names.map {
      #"  {"schema": "\#(schema)", "name": "\#($0)", "recordType": "Feed", "filters": [], "sort": []}"#
    }
    return """
      \(Self.recordType("title STRING,", name: "Feed"))
      --- queries ---
      {"queries": [
      \(queries.joined(separator: ",\n"))
      ]}
      """
  }

  /// Returns a file with one accepted finding.
  static func acceptance(of rule: String, until day: String? = nil) -> String {
    let expires = day.map { #","expires":"\#($0)""# } ?? ""
    return #"{"accepted":[{"rule":"\#(rule)","subject":"T.count","reason":"in production"\#(expires)}]}"#
  }
}

/// Sources that several rules cite.
extension String {
  /// The source of rules inferred from public schemas.
  static var realSchemas: String { "schemas in public repositories; not verified against Apple's validator" }

  /// The source of rules about query manifests.
  static var queryManifest: String { "the manifest format of '\(Program.current.schema("queries"))'" }

  static func documentation(_ section: String) -> String { ".github/docs/schema.md, \(section)" }

  /// Returns the source of rules documented in Apple's guide to the schema language.
  static func schemaGuide(_ section: String? = nil) -> String {
    #"Apple, "Integrating a Text-Based Schema into Your Workflow""# + (section.map { ", " + $0 } ?? "")
  }
}
