import TestEnvironment

extension Damage {
  /// Creates damage to schemas.
  static func toSchemas(seed: UInt64) -> Damage {
    Damage(
      inserting: [
        "\"", "/*", "*/", "//", "--", "\n", "\r", "\0", "(", ")", ",", ";", "<", ">", "LIST<", "ENCRYPTED ",
        "RECORD TYPE ",
        "CREATE ROLE ", "DEFINE SCHEMA", "GRANT ", " TO ", "READ", "PREFERRED AS ", "NUMBER ", "STRING", " QUERYABLE",
        "\u{FEFF}", "é", "___recordID", "\t", "   ",
      ], seed: seed)
  }
}
