import CloudKitSchema

/// What the catalogue says of the mistakes of the file as a whole and of its words.
extension SyntaxMistake.Kind {
  static let fileExamples: [Self: Wording] = [
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
