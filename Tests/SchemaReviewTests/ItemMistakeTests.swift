import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Mistakes in fields and grants")
struct ItemMistakeTests {
  @Test(
    "what is not needed is removed by a fix",
    arguments: [
      ("a STRING QUERYABLE QUERYABLE", ");", "a STRING QUERYABLE", ");"), ("a STRING", ");;", "a STRING", ");"),
      ("a STRING\u{1}", ");", "a STRING", ");"),
    ])
  func removable(item: String, end: String, fixedItem: String, fixedEnd: String) {
    func text(_ item: String, _ end: String) -> String {
      "DEFINE SCHEMA\nRECORD TYPE T (\n    \"___recordID\" REFERENCE QUERYABLE,\n    \(item)\n\(end)\n"
    }
    let fixed = FixRun.fixing(SourceText(name: "s.ckdb", text: text(item, end)), selection: RuleSelection()).source
    #expect(
      String(decoding: fixed.bytes, as: UTF8.self).filter { $0 != " " }
        == text(fixedItem, fixedEnd).filter { $0 != " " })
  }

  @Test("each mistake is reported once, with its place and a remedy", arguments: rows)
  func rendered(row: MistakeRow) {
    #expect(row.rendered == row.expected)
  }

  static let rows: [MistakeRow] = [
    MistakeRow(
      "types that do not exist",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRNG QUERYABLE,
        g VARCHAR(255),
        h LIST<INT>,
        i RECORD ID,
        j DATE
      );

      """,
      expected: """
        s.ckdb:3:5: error: unknown type 'STRNG' [unknown-type]
         3 |   f STRNG QUERYABLE,
           |     ^~~~~
           = did you mean STRING?
        s.ckdb:4:5: error: unknown type 'VARCHAR' [unknown-type]
         4 |   g VARCHAR(255),
           |     ^~~~~~~
           = did you mean STRING?
        s.ckdb:5:10: error: unknown type 'INT' [unknown-type]
         5 |   h LIST<INT>,
           |          ^~~
           = did you mean INT64?
        s.ckdb:6:5: error: unknown type 'RECORD' [unknown-type]
         6 |   i RECORD ID,
           |     ^~~~~~
           = one of ASSET, BYTES, DOUBLE, INT64, LOCATION, NUMBER, REFERENCE, STRING, TIMESTAMP, LIST, ENCRYPTED
        s.ckdb:7:5: error: unknown type 'DATE' [unknown-type]
         7 |   j DATE
           |     ^~~~
           = did you mean TIMESTAMP?
        """),
    MistakeRow(
      "fields without a type",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f,
        g QUERYABLE,
        h
      );

      """,
      expected: """
        s.ckdb:3:3: error: missing type after 'f' [missing-type]
         3 |   f,
           |   ^
           = write the field as: name TYPE options
        s.ckdb:4:3: error: missing type after 'g' [missing-type]
         4 |   g QUERYABLE,
           |   ^
           = write the field as: name TYPE options
        s.ckdb:5:3: error: missing type after 'h' [missing-type]
         5 |   h
           |   ^
           = write the field as: name TYPE options
        """),
    MistakeRow(
      "a field without type and comma",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f
        g STRING
      );

      """,
      expected: """
        s.ckdb:3:3: error: missing type after 'f' [missing-type]
         3 |   f
           |   ^
           = write the field as: name TYPE options
        s.ckdb:3:4: error: missing ',' between two items [missing-comma]
         3 |   f
           |    ^
           = add ','
        """),
    MistakeRow(
      "invalid lists",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        a LIST<LIST<STRING>>,
        b LIST STRING,
        c LIST<STRING,
        d LIST<>,
        e ENCRYPTED LIST<STRING>
      );

      """,
      expected: """
        s.ckdb:3:5: error: a list cannot contain lists [nested-list]
         3 |   a LIST<LIST<STRING>>,
           |     ^~~~~~~~~~~~~~~~
           = CloudKit supports only lists of single values
        s.ckdb:4:9: error: missing '<' after LIST [missing-angle-bracket]
         4 |   b LIST STRING,
           |         ^
           = write LIST<STRING>
        s.ckdb:5:16: error: missing '>' after the list's type [missing-angle-bracket]
         5 |   c LIST<STRING,
           |                ^
           = add '>'
        s.ckdb:6:9: error: missing type after '<' [missing-type]
         6 |   d LIST<>,
           |         ^
           = write the field as: name TYPE options
        s.ckdb:7:5: error: ENCRYPTED before LIST [encrypted-list]
         7 |   e ENCRYPTED LIST<STRING>
           |     ^~~~~~~~~
           = encrypt the members: LIST<ENCRYPTED STRING>
        """),
    MistakeRow(
      "numbers that prefer nothing",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        a NUMBER PREFERRED AS STRING,
        b NUMBER PREFERRED INT64,
        c NUMBER PREFERRED AS INT64
      );

      """,
      expected: """
        s.ckdb:3:25: error: NUMBER PREFERRED AS accepts INT64 or DOUBLE, not 'STRING' [preferred-number]
         3 |   a NUMBER PREFERRED AS STRING,
           |                         ^~~~~~
           = write INT64 or DOUBLE
        s.ckdb:4:21: error: expected AS [expected-keyword]
         4 |   b NUMBER PREFERRED INT64,
           |                     ^
           = add AS
        """),
    MistakeRow(
      "options that do not exist",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        a STRING QUERABLE,
        b STRING NOT NULL,
        c STRING INDEXED SORTABLE,
        d STRING QUERYABLE QUERYABLE,
        e STRING QUERYABLE, SORTABLE,
        f STRING = 'x'
      );

      """,
      expected: """
        s.ckdb:3:12: error: unknown option 'QUERABLE' [unknown-option]
         3 |   a STRING QUERABLE,
           |            ^~~~~~~~
           = did you mean QUERYABLE?
        s.ckdb:4:12: error: unknown option 'NOT' [unknown-option]
         4 |   b STRING NOT NULL,
           |            ^~~
           = CloudKit has no unique, required or default values: the app has to keep them
        s.ckdb:5:12: error: unknown option 'INDEXED' [unknown-option]
         5 |   c STRING INDEXED SORTABLE,
           |            ^~~~~~~
           = one of QUERYABLE, SEARCHABLE, SORTABLE
        s.ckdb:6:22: warning: QUERYABLE is given twice [duplicate-option]
         6 |   d STRING QUERYABLE QUERYABLE,
           |                      ^~~~~~~~~
           = remove one
        s.ckdb:7:21: error: ',' between two options [extra-comma]
         7 |   e STRING QUERYABLE, SORTABLE,
           |                     ^
           = remove the ','
        s.ckdb:8:12: error: unknown option '=' [unknown-option]
         8 |   f STRING = 'x'
           |            ^
           = one of QUERYABLE, SEARCHABLE, SORTABLE
        """),
    MistakeRow(
      "grants of every wrong kind",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f STRING,
        GRANT CREATE TO "_creator", "_icloud",
        GRANT REED TO "_world",
        GRANT READ "_world",
        GRANT TO "_icloud",
        GRANT READ TO,
        GRANT READ WRITE TO "_creator",
        GRANT READ, READ TO "_creator",
        GRANT READ, TO "_creator"
      );

      """,
      expected: """
        s.ckdb:4:31: error: a grant cannot have several roles [several-roles]
         4 |   GRANT CREATE TO "_creator", "_icloud",
           |                               ^~~~~~~~~
           = write one GRANT per role
        s.ckdb:5:9: error: unknown permission 'REED' [unknown-permission]
         5 |   GRANT REED TO "_world",
           |         ^~~~
           = did you mean READ?
        s.ckdb:6:13: error: expected TO [expected-keyword]
         6 |   GRANT READ "_world",
           |             ^
           = add TO
        s.ckdb:6:14: warning: 'T' has several grants for '_world' [duplicate-grant]
         6 |   GRANT READ "_world",
           |              ^~~~~~~~
           = write one GRANT with all permissions
        s.ckdb:7:8: error: the grant has no permission [missing-permission]
         7 |   GRANT TO "_icloud",
           |        ^
           = name READ, CREATE, WRITE, or several of them
        s.ckdb:7:12: warning: 'T' has several grants for '_icloud' [duplicate-grant]
         7 |   GRANT TO "_icloud",
           |            ^~~~~~~~~
           = write one GRANT with all permissions
        s.ckdb:8:16: error: the grant has no role [missing-name]
         8 |   GRANT READ TO,
           |                ^
           = end the grant with TO and one role
        s.ckdb:9:13: error: missing ',' between two permissions [missing-comma]
         9 |   GRANT READ WRITE TO "_creator",
           |             ^
           = add ','
        s.ckdb:9:23: warning: 'T' has several grants for '_creator' [duplicate-grant]
         9 |   GRANT READ WRITE TO "_creator",
           |                       ^~~~~~~~~~
           = write one GRANT with all permissions
        s.ckdb:10:15: warning: READ is granted twice [duplicate-permission]
         10 |   GRANT READ, READ TO "_creator",
            |               ^~~~
            = remove one
        s.ckdb:10:23: warning: 'T' has several grants for '_creator' [duplicate-grant]
         10 |   GRANT READ, READ TO "_creator",
            |                       ^~~~~~~~~~
            = write one GRANT with all permissions
        s.ckdb:11:13: error: ',' after the last permission [trailing-comma]
         11 |   GRANT READ, TO "_creator"
            |             ^
            = remove the ','
        s.ckdb:11:18: warning: 'T' has several grants for '_creator' [duplicate-grant]
         11 |   GRANT READ, TO "_creator"
            |                  ^~~~~~~~~~
            = write one GRANT with all permissions
        """),
  ]
}
