/// The keywords of the language.
///
/// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Schema Language Grammar.
enum Keyword {
  /// By their spellings, in upper case.
  static let kinds: [String: Token.Kind] = [
    "AS": .as, "ASSET": .asset, "BYTES": .bytes, "CREATE": .create, "DEFINE": .define, "DOUBLE": .double,
    "ENCRYPTED": .encrypted, "GRANT": .grant, "INT64": .int64, "LIST": .list, "LOCATION": .location,
    "NUMBER": .number, "PREFERRED": .preferred, "QUERYABLE": .queryable, "READ": .read, "RECORD": .record,
    "REFERENCE": .reference, "ROLE": .role, "SCHEMA": .schema, "SEARCHABLE": .searchable, "SORTABLE": .sortable,
    "STRING": .string, "TIMESTAMP": .timestamp, "TO": .to, "TYPE": .type, "WRITE": .write,
  ]

  static func spelling(of kind: Token.Kind) -> String? { kinds.first { $0.value == kind }?.key }
}
