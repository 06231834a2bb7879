import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Mistakes in statements")
struct StatementMistakeTests {
  @Test("each mistake is reported once, with its place and a remedy", arguments: rows)
  func rendered(row: MistakeRow) {
    #expect(row.rendered == row.expected)
  }

  static let rows: [MistakeRow] = [
    MistakeRow(
      "a file without its header",
      """
      RECORD TYPE T (
        f STRING
      );

      """,
      expected: """
        s.ckdb:1:1: error: the schema does not start with DEFINE SCHEMA [missing-header]
         1 | RECORD TYPE T (
           | ^~~~~~
           = add DEFINE SCHEMA
        """),
    MistakeRow(
      "a misspelt header",
      """
      DEFIN SCHEMA
      RECORD TYPE T (
        f STRING
      );

      """,
      expected: """
        s.ckdb:1:1: error: expected DEFINE, found 'DEFIN' [expected-keyword]
         1 | DEFIN SCHEMA
           | ^~~~~
           = write DEFINE
        """),
    MistakeRow(
      "an empty file",
      """

      """,
      expected: """
        s.ckdb:1:1: error: the file contains no schema [empty-file]
         1 |\u{20}
           | ^
           = start the schema with DEFINE SCHEMA
        """),
    MistakeRow(
      "nothing but a comment",
      """
      // nothing

      """,
      expected: """
        s.ckdb:2:1: error: the file contains no schema [empty-file]
         2 |\u{20}
           | ^
           = start the schema with DEFINE SCHEMA
        """),
    MistakeRow(
      "a header alone",
      """
      DEFINE SCHEMA

      """,
      expected: """
        s.ckdb: warning: the schema declares no record type [no-record-types]
          = importing it asks CloudKit to delete every record type
        """),
    MistakeRow(
      "prose",
      """
      hello, world

      """,
      expected: """
        s.ckdb:1:1: error: the schema does not start with DEFINE SCHEMA [missing-header]
         1 | hello, world
           | ^~~~~
           = add DEFINE SCHEMA
        """),
    MistakeRow(
      "a second header",
      """
      DEFINE SCHEMA
      DEFINE SCHEMA;
      RECORD TYPE T (f STRING);

      """,
      expected: """
        s.ckdb:2:1: error: DEFINE SCHEMA is repeated [repeated-header]
         2 | DEFINE SCHEMA;
           | ^~~~~~
           = a file contains one schema
        """),
    MistakeRow(
      "statements without names",
      """
      DEFINE SCHEMA
      RECORD TYPE (f STRING);
      CREATE ROLE ;

      """,
      expected: """
        s.ckdb:2:13: error: RECORD TYPE without a name [missing-name]
         2 | RECORD TYPE (f STRING);
           |             ^
           = write RECORD TYPE Name ( … );
        s.ckdb:3:13: error: CREATE ROLE without a name [missing-name]
         3 | CREATE ROLE ;
           |             ^
           = write CREATE ROLE name;
        """),
    MistakeRow(
      "misspelt keywords",
      """
      DEFINE SCHEMA
      RECRD TYPE T (f STRING);
      RECORD TYP U (f STRING);
      CREATE ROL r;
      CRATE ROLE s;

      """,
      expected: """
        s.ckdb:2:1: error: expected RECORD, found 'RECRD' [expected-keyword]
         2 | RECRD TYPE T (f STRING);
           | ^~~~~
           = write RECORD
        s.ckdb:3:8: error: expected TYPE, found 'TYP' [expected-keyword]
         3 | RECORD TYP U (f STRING);
           |        ^~~
           = write TYPE
        s.ckdb:4:8: error: expected ROLE, found 'ROL' [expected-keyword]
         4 | CREATE ROL r;
           |        ^~~
           = write ROLE
        s.ckdb:5:1: error: expected CREATE, found 'CRATE' [expected-keyword]
         5 | CRATE ROLE s;
           | ^~~~~
           = write CREATE
        """),
    MistakeRow(
      "statements of other languages",
      """
      DEFINE SCHEMA
      ALTER RECORD TYPE T (f STRING);
      DROP TABLE x;

      """,
      expected: """
        s.ckdb:2:1: error: expected RECORD TYPE or CREATE ROLE, found 'ALTER' [unexpected-statement]
         2 | ALTER RECORD TYPE T (f STRING);
           | ^~~~~
           = there are no other statements
        s.ckdb:3:1: error: expected RECORD TYPE or CREATE ROLE, found 'DROP' [unexpected-statement]
         3 | DROP TABLE x;
           | ^~~~
           = there are no other statements
        """),
    MistakeRow(
      "a missing TYPE",
      """
      DEFINE SCHEMA
      RECORD T (f STRING);

      """,
      expected: """
        s.ckdb:2:7: error: expected TYPE [expected-keyword]
         2 | RECORD T (f STRING);
           |       ^
           = add TYPE
        """),
    MistakeRow(
      "keywords in lower case",
      """
      define schema
      record type T (
        f string queryable
      );

      """,
      expected: """
        s.ckdb:1:1: warning: the keyword 'define' is not in upper case [keyword-case]
         1 | define schema
           | ^~~~~~
           = write DEFINE
        s.ckdb:1:8: warning: the keyword 'schema' is not in upper case [keyword-case]
         1 | define schema
           |        ^~~~~~
           = write SCHEMA
        s.ckdb:2:1: warning: the keyword 'record' is not in upper case [keyword-case]
         2 | record type T (
           | ^~~~~~
           = write RECORD
        s.ckdb:2:8: warning: the keyword 'type' is not in upper case [keyword-case]
         2 | record type T (
           |        ^~~~
           = write TYPE
        s.ckdb:3:5: warning: the keyword 'string' is not in upper case [keyword-case]
         3 |   f string queryable
           |     ^~~~~~
           = write STRING
        s.ckdb:3:12: warning: the keyword 'queryable' is not in upper case [keyword-case]
         3 |   f string queryable
           |            ^~~~~~~~~
           = write QUERYABLE
        """),
    MistakeRow(
      "an open quote and an open comment",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        "f STRING QUERYABLE,
        g INT64 /* the count
      );

      """,
      expected: """
        s.ckdb:3:3: error: the quoted name has no closing quote [unterminated-name]
         3 |   "f STRING QUERYABLE,
           |   ^~
           = close it with '"'
        s.ckdb:4:11: error: the comment is not closed [unterminated-comment]
         4 |   g INT64 /* the count
           |           ^~
           = close it with '*/'
        """),
    MistakeRow(
      "a NUL byte",
      """
      DEFINE SCHEMA
      RECORD TYPE T (
        f\u{0} STRING
      );

      """,
      expected: """
        s.ckdb:3:4: error: unexpected control character [stray-bytes]
         3 |   f\u{FFFD} STRING
           |    ^
           = remove it
        """),
  ]
}
