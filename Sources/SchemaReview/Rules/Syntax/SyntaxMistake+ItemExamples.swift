import CloudKitSchema

/// What the catalogue says of the mistakes of fields and grants.
extension SyntaxMistake.Kind {
  static let itemExamples: [Self: Wording] = [
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
    .severalRoles: Wording(
      summary: "a grant names several roles",
      remedy: "Write one GRANT for each role.",
      bad: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_creator", Admin
        );
        """,
      good: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_creator",
          GRANT READ TO Admin
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
  ]
}
