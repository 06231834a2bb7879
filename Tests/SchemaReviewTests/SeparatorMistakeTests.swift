import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Mistakes in commas, semicolons and parentheses")
struct SeparatorMistakeTests {
  @Test("each mistake is reported once, with its place and a remedy", arguments: rows)
  func rendered(row: MistakeRow) {
    #expect(row.rendered == row.expected)
  }

  static let rows: [MistakeRow] = [
    MistakeRow(
      "a missing comma",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING
        g INT64
      );

      """,
      expected: """
        s.ckdb:3:11: error: missing ',' between two items [missing-comma]
         3 |   f STRING
           |           ^
           = add ','
        """),
    MistakeRow(
      "a missing comma before a grant",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING QUERYABLE
        GRANT READ TO "_world"
      );

      """,
      expected: """
        s.ckdb:3:21: error: missing ',' between two items [missing-comma]
         3 |   f STRING QUERYABLE
           |                     ^
           = add ','
        """),
    MistakeRow(
      "a trailing comma",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING,
      );

      """,
      expected: """
        s.ckdb:3:11: error: ',' after the last item [trailing-comma]
         3 |   f STRING,
           |           ^
           = remove the ','
        """),
    MistakeRow(
      "two commas",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING,,
        g INT64
      );

      """,
      expected: """
        s.ckdb:3:12: error: unexpected ',' [extra-comma]
         3 |   f STRING,,
           |            ^
           = remove the ','
        """),
    MistakeRow(
      "a semicolon for a comma",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING;
        g INT64
      );

      """,
      expected: """
        s.ckdb:3:11: error: missing ',' between two items [missing-comma]
         3 |   f STRING;
           |           ^
           = write ','
        """),
    MistakeRow(
      "a missing semicolon",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING
      )
      RECORD TYPE U (
        f STRING
      );

      """,
      expected: """
        s.ckdb:4:2: error: missing ';' after the statement [missing-semicolon]
         4 | )
           |  ^
           = add ';'
        """),
    MistakeRow(
      "a missing semicolon at the end",
      """
      DEFINE SCHEMA
      RECORD TYPE T (f STRING)

      """,
      expected: """
        s.ckdb:2:25: error: missing ';' after the statement [missing-semicolon]
         2 | RECORD TYPE T (f STRING)
           |                         ^
           = add ';'
        """),
    MistakeRow(
      "a comma for a semicolon",
      """
      DEFINE SCHEMA
      RECORD TYPE T (f STRING),
      CREATE ROLE r;

      """,
      expected: """
        s.ckdb:2:25: error: missing ';' after the statement [missing-semicolon]
         2 | RECORD TYPE T (f STRING),
           |                         ^
           = write ';'
        """),
    MistakeRow(
      "a record type that another follows before its end",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING

      RECORD TYPE U (
        f STRING
      );

      """,
      expected: """
        s.ckdb:3:11: error: the record type 'T' is not closed [unclosed-record-type]
         3 |   f STRING
           |           ^
           = end it with ');'
        """),
    MistakeRow(
      "a record type closed by a semicolon alone",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING;

      RECORD TYPE U (
        f STRING
      );

      """,
      expected: """
        s.ckdb:3:11: error: the record type 'T' is not closed [unclosed-record-type]
         3 |   f STRING;
           |           ^
           = end it with ');'
        """),
    MistakeRow(
      "a record type the file ends in",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING,

      """,
      expected: """
        s.ckdb:3:12: error: the record type 'T' is not closed [unclosed-record-type]
         3 |   f STRING,
           |            ^
           = end it with ');'
        """),
    MistakeRow(
      "a record type without its opening parenthesis",
      """
      DEFINE SCHEMA
      RECORD TYPE T
        f STRING
      );

      """,
      expected: """
        s.ckdb:2:14: error: missing '(' after the record type's name [missing-parenthesis]
         2 | RECORD TYPE T
           |              ^
           = add '('
        """),
    MistakeRow(
      "a record type without a body",
      """
      DEFINE SCHEMA
      RECORD TYPE T;

      """,
      expected: """
        s.ckdb:2:14: error: missing '(' after the record type's name [missing-parenthesis]
         2 | RECORD TYPE T;
           |              ^
           = add '('
        """),
    MistakeRow(
      "a record type closed too early",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING
      ),
        g INT64
      );

      """,
      expected: """
        s.ckdb:5:3: error: 'g' is outside a record type [item-outside-record-type]
         5 |   g INT64
           |   ^
           = check whether the ')' before it belongs there
        """),
    MistakeRow(
      "a record type closed too early, without a mark",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING
      )
        g INT64,
        h INT64
      );

      """,
      expected: """
        s.ckdb:5:3: error: 'g' is outside a record type [item-outside-record-type]
         5 |   g INT64,
           |   ^
           = check whether the ')' before it belongs there
        """),
  ]
}
