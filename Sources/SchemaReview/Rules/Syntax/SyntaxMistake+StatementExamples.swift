import CloudKitSchema

/// What the catalogue says of the mistakes of statements and their punctuation.
extension SyntaxMistake.Kind {
  static let statementExamples: [Self: Wording] = [
    .expectedKeyword: Wording(
      summary: "a keyword is missing or misspelt",
      remedy: "Write the keyword.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ T0 "_world"
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
    .extraComma: Wording(
      summary: "nothing stands between two commas",
      remedy: "Remove one.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,,
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
    .extraSemicolon: Wording(
      summary: "nothing stands before a semicolon",
      remedy: "Remove it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );;
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .itemOutsideRecordType: Wording(
      summary: "a field or a grant stands outside a record type",
      remedy: "Look for a closing parenthesis too early.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        ),
          count INT64
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          count INT64,
          GRANT READ TO "_world"
        );
        """),
    .missingComma: Wording(
      summary: "a comma is missing between two items",
      remedy: "Add it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING
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
    .missingParenthesis: Wording(
      summary: "the parenthesis after the name of a record type is missing",
      remedy: "Add it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
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
    .missingSemicolon: Wording(
      summary: "a semicolon is missing after a statement",
      remedy: "Add it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        )
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
  ]
}
