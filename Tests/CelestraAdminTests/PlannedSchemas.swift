/// A live schema and a new one, whose plan has a refused, a risky and a widening step.
enum PlannedSchemas {
  static let old = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
      title STRING QUERYABLE,
      gone  BYTES,
      GRANT READ TO "_world"
    );

    """
  static let new = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
      title STRING,
      GRANT READ, WRITE TO "_world"
    );

    """
}
