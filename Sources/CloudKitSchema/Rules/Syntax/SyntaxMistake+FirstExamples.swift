/// What the catalogue says of each mistake, `duplicate-option` to `missing-semicolon`.
extension SyntaxMistake.Kind {
  static let firstExamples: [Self: Wording] = [
    .duplicateOption: Wording(
      summary: "an option is given twice",
      remedy: "Remove one.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING QUERYABLE QUERYABLE,
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
    .duplicatePermission: Wording(
      summary: "a permission is granted twice in one GRANT",
      remedy: "Remove one.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ, READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """),
    .emptyFile: Wording(
      summary: "the file holds no schema",
      remedy: "A schema begins with DEFINE SCHEMA.",
      bad: "// nothing yet",
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    .encryptedList: Wording(
      summary: "ENCRYPTED stands before LIST",
      remedy: "Encrypt the members: LIST<ENCRYPTED STRING>.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          tags ENCRYPTED LIST<STRING>,
          GRANT READ TO "_creator"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          tags LIST<ENCRYPTED STRING>,
          GRANT READ TO "_creator"
        );
        """),
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
    .invalidName: Wording(
      summary: "a name is spelt as names cannot be",
      remedy: "Use letters, digits and underscores, a letter first; system names stand in quotes.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          1st STRING,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          first STRING,
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
    .keywordCase: Wording(
      summary: "a keyword is not in upper case",
      remedy: "Write it in upper case.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title string,
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
    .missingAngleBracket: Wording(
      summary: "an angle bracket of a list is missing",
      remedy: "Write the type so: LIST<STRING>.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          tags LIST<STRING,
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
    .missingHeader: Wording(
      summary: "the file does not begin with DEFINE SCHEMA",
      remedy: "Add DEFINE SCHEMA.",
      bad: """
        RECORD TYPE T (
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
    .missingName: Wording(
      summary: "a record type, a role or a grant has no name",
      remedy: "Add the name.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world",
          GRANT WRITE TO
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
    .missingPermission: Wording(
      summary: "a grant names no permission",
      remedy: "Write READ, CREATE or WRITE, or several.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world",
          GRANT TO "_creator"
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
  ]
}
