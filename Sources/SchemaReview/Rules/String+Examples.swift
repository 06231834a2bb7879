/// Examples of rules, each given by what tells it from the others.
extension String {
  /// Returns a schema of one record type with a queryable record ID.
  /// - Parameters:
  ///   - items: The lines between the record ID and the last grant, with their commas.
  ///   - statement: The statement before the record type.
  ///   - grant: What the last grant grants.
  ///   - ending: What follows the last grant.
  static func recordType(
    _ items: String..., after statement: String? = nil, name: String = "T", grant: String = #"READ TO "_world""#,
    ending: String? = ");"
  ) -> String {
    let lines =
      ["DEFINE SCHEMA", statement, "RECORD TYPE \(name) (", #"  "___recordID" REFERENCE QUERYABLE,"#]
      + items.map { "  " + $0 } + ["  GRANT \(grant)", ending]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  /// Returns a base and a fragment that a merge adds to it.
  static func merge(_ base: String, _ fragment: String) -> String { "\(base)\n--- fragment ---\n\(fragment)" }

  /// Returns a live schema and the one that is deployed over it.
  static func deployment(of new: String, over live: String) -> String { "\(live)--- new ---\n\(new)" }

  /// Returns a schema with a record type of feeds, as a deployment has it.
  static func feed(
    _ items: String..., after statement: String? = nil, grant: String = #"READ TO "_world""#
  ) -> String {
    let lines =
      ["DEFINE SCHEMA", statement, "RECORD TYPE Feed ("] + items.map { "    " + $0 }
      + ["    GRANT \(grant)", ");\n"]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  /// Returns a schema with a record type of feeds on one line, and other lines below it.
  static func feeds(_ others: String...) -> String {
    let lines = ["DEFINE SCHEMA", #"RECORD TYPE Feed ( title STRING, GRANT READ TO "_world" );"#] + others + [""]
    return lines.joined(separator: "\n")
  }

  /// Returns a schema with one field and a manifest with one query.
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

  /// Returns a file with one accepted finding.
  static func acceptance(of rule: String, until day: String? = nil) -> String {
    let expires = day.map { #","expires":"\#($0)""# } ?? ""
    return #"{"accepted":[{"fingerprint":"0000000000000000","rule":"\#(rule)","subject":"T.count","#
      + #""reason":"in production"\#(expires)}]}"#
  }
}

/// Sources of rules.
extension String {
  /// Our reading of schemas in public repositories.
  static var realSchemas: String { "our reading of real schemas; not verified against Apple's validator" }

  /// Returns Apple's description of the schema language, or a section of it.
  static func schemaGuide(_ section: String? = nil) -> String {
    #"Apple, "Integrating a Text-Based Schema into Your Workflow""# + (section.map { ", " + $0 } ?? "")
  }
}
