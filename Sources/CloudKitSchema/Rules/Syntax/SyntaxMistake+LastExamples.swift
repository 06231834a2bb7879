/// What the catalogue says of each mistake, `missing-type` to `unterminated-name`.
extension SyntaxMistake.Kind {
  static let lastExamples: [Self: Wording] = [
    .missingType: Wording(
      summary: "a field has no type",
      remedy: "A field is a name, a type and options.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .nestedList: Wording(
      summary: "a list has lists for members",
      remedy: "CloudKit has lists of single values only.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          tags LIST<LIST<STRING>>,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          tags LIST<STRING>,
          GRANT READ TO "_world"
        );
        """),
    .preferredNumber: Wording(
      summary: "NUMBER PREFERRED AS names neither INT64 nor DOUBLE",
      remedy: "Write one of the two.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          count NUMBER PREFERRED AS STRING,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          count INT64,
          GRANT READ TO "_world"
        );
        """),
    .repeatedHeader: Wording(
      summary: "DEFINE SCHEMA stands a second time",
      remedy: "A file holds one schema.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        DEFINE SCHEMA
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .reservedName: Wording(
      summary: "a reserved word is a name without quotes",
      remedy: "Put the name in quotes.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          grant STRING,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          "grant" STRING,
          GRANT READ TO "_world"
        );
        """),
    .severalRoles: Wording(
      summary: "a grant names several roles",
      remedy: "Write one GRANT for each role.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world", "_icloud"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world",
          GRANT READ TO "_icloud"
        );
        """),
    .strayBytes: Wording(
      summary: "a control character stands in the text",
      remedy: "Remove it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING \u{1},
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .trailingComma: Wording(
      summary: "a comma stands after the last item",
      remedy: "Remove it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world",
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """),
    .unclosedRecordType: Wording(
      summary: "a record type is not closed",
      remedy: "End it with a parenthesis and a semicolon.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .unexpectedStatement: Wording(
      summary: "a statement is neither RECORD TYPE nor CREATE ROLE",
      remedy: "The language has no other statements.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        DROP TABLE T;
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .unexpectedToken: Wording(
      summary: "a mark or a word stands where none can",
      remedy: "Write a field, a grant, a comma or the closing parenthesis.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          >,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """),
    .unknownOption: Wording(
      summary: "an option is none of the three",
      remedy: "Write QUERYABLE, SEARCHABLE or SORTABLE.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING QUERYBLE,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING QUERYABLE,
          GRANT READ TO "_world"
        );
        """),
    .unknownPermission: Wording(
      summary: "a permission is none of the three",
      remedy: "Write READ, CREATE or WRITE.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world",
          GRANT WRIET TO "_creator"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world",
          GRANT WRITE TO "_creator"
        );
        """),
    .unknownType: Wording(
      summary: "a type does not exist",
      remedy: "Write one of the types of CloudKit.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRNG,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .unterminatedComment: Wording(
      summary: "a comment has no end",
      remedy: "Close it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        /* more
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        /* more */
        """),
    .unterminatedName: Wording(
      summary: "a quoted name has no closing quote",
      remedy: "Close it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          "title STRING,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          "title" STRING,
          GRANT READ TO "_world"
        );
        """),
  ]
}
