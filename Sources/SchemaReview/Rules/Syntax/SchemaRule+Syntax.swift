import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// The rules of spelling and grammar.
  static let syntax: [SchemaRule] = [
    SchemaRule(
      .duplicateOption,
      summary: "an option is given twice",
      remedy: "Remove one.",
      bad: .recordType("title STRING QUERYABLE QUERYABLE,"),
      good: .recordType("title STRING QUERYABLE,")),
    SchemaRule(
      .duplicatePermission,
      summary: "a permission is granted twice in one GRANT",
      remedy: "Remove one.",
      bad: .recordType(grant: #"READ, READ TO "_world""#),
      good: .recordType()),
    SchemaRule(
      .emptyFile,
      summary: "the file holds no schema",
      remedy: "A schema begins with DEFINE SCHEMA.",
      bad: "// nothing yet",
      good: .recordType("title STRING,")),
    SchemaRule(
      .encryptedList,
      summary: "ENCRYPTED stands before LIST",
      remedy: "Encrypt the members: LIST<ENCRYPTED STRING>.",
      bad: .recordType("tags ENCRYPTED LIST<STRING>,", grant: #"READ TO "_creator""#),
      good: .recordType("tags LIST<ENCRYPTED STRING>,", grant: #"READ TO "_creator""#)),
    SchemaRule(
      .expectedKeyword,
      summary: "a keyword is missing or misspelt",
      remedy: "Write the keyword.",
      bad: .recordType("title STRING,", grant: #"READ T0 "_world""#),
      good: .recordType("title STRING,")),
    SchemaRule(
      .extraComma,
      summary: "nothing stands between two commas",
      remedy: "Remove one.",
      bad: .recordType("title STRING,,"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .extraSemicolon,
      summary: "nothing stands before a semicolon",
      remedy: "Remove it.",
      bad: .recordType("title STRING,", ending: ");;"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .invalidName,
      summary: "a name is spelt as names cannot be",
      remedy: "Use letters, digits and underscores, a letter first; system names stand in quotes.",
      bad: .recordType("1st STRING,"),
      good: .recordType("first STRING,")),
    SchemaRule(
      .itemOutsideRecordType,
      summary: "a field or a grant stands outside a record type",
      remedy: "Look for a closing parenthesis too early.",
      bad: .recordType("title STRING,", ending: "),\n  count INT64\n);"),
      good: .recordType("title STRING,", "count INT64,")),
    SchemaRule(
      .keywordCase,
      summary: "a keyword is not in upper case",
      remedy: "Write it in upper case.",
      bad: .recordType("title string,"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .missingAngleBracket,
      summary: "an angle bracket of a list is missing",
      remedy: "Write the type so: LIST<STRING>.",
      bad: .recordType("tags LIST<STRING,"),
      good: .recordType("tags LIST<STRING>,")),
    SchemaRule(
      .missingComma,
      summary: "a comma is missing between two items",
      remedy: "Add it.",
      bad: .recordType("title STRING"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .missingHeader,
      summary: "the file does not begin with DEFINE SCHEMA",
      remedy: "Add DEFINE SCHEMA.",
      bad: """
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,")),
    SchemaRule(
      .missingName,
      summary: "a record type, a role or a grant has no name",
      remedy: "Add the name.",
      bad: .recordType(#"GRANT READ TO "_world","#, grant: "WRITE TO"),
      good: .recordType(#"GRANT READ TO "_world","#, grant: #"WRITE TO "_creator""#)),
    SchemaRule(
      .missingParenthesis,
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
      good: .recordType("title STRING,")),
    SchemaRule(
      .missingPermission,
      summary: "a grant names no permission",
      remedy: "Write READ, CREATE or WRITE, or several.",
      bad: .recordType(#"GRANT READ TO "_world","#, grant: #"TO "_creator""#),
      good: .recordType(#"GRANT READ TO "_world","#, grant: #"WRITE TO "_creator""#)),
    SchemaRule(
      .missingSemicolon,
      summary: "a semicolon is missing after a statement",
      remedy: "Add it.",
      bad: .recordType("title STRING,", ending: ")"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .missingType,
      summary: "a field has no type",
      remedy: "A field is a name, a type and options.",
      bad: .recordType("title,"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .nestedList,
      summary: "a list has lists for members",
      remedy: "CloudKit has lists of single values only.",
      bad: .recordType("tags LIST<LIST<STRING>>,"),
      good: .recordType("tags LIST<STRING>,")),
    SchemaRule(
      .preferredNumber,
      summary: "NUMBER PREFERRED AS names neither INT64 nor DOUBLE",
      remedy: "Write one of the two.",
      bad: .recordType("count NUMBER PREFERRED AS STRING,"),
      good: .recordType("count INT64,")),
    SchemaRule(
      .repeatedHeader,
      summary: "DEFINE SCHEMA stands a second time",
      remedy: "A file holds one schema.",
      bad: .recordType("title STRING,", ending: ");\nDEFINE SCHEMA"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .reservedName,
      summary: "a reserved word is a name without quotes",
      remedy: "Put the name in quotes.",
      bad: .recordType("grant STRING,"),
      good: .recordType(#""grant" STRING,"#)),
    SchemaRule(
      .severalRoles,
      summary: "a grant names several roles",
      remedy: "Write one GRANT for each role.",
      bad: .recordType(after: "CREATE ROLE Admin;", grant: #"READ TO "_creator", Admin"#),
      good: .recordType(#"GRANT READ TO "_creator","#, after: "CREATE ROLE Admin;", grant: "READ TO Admin")),
    SchemaRule(
      .strayBytes,
      summary: "a control character stands in the text",
      remedy: "Remove it.",
      bad: .recordType("title STRING \u{1},"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .trailingComma,
      summary: "a comma stands after the last item",
      remedy: "Remove it.",
      bad: .recordType(grant: #"READ TO "_world","#),
      good: .recordType()),
    SchemaRule(
      .unclosedRecordType,
      summary: "a record type is not closed",
      remedy: "End it with a parenthesis and a semicolon.",
      bad: .recordType("title STRING,", ending: nil),
      good: .recordType("title STRING,")),
    SchemaRule(
      .unexpectedStatement,
      summary: "a statement is neither RECORD TYPE nor CREATE ROLE",
      remedy: "The language has no other statements.",
      bad: .recordType("title STRING,", ending: ");\nDROP TABLE T;"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .unexpectedToken,
      summary: "a mark or a word stands where none can",
      remedy: "Write a field, a grant, a comma or the closing parenthesis.",
      bad: .recordType(">,"),
      good: .recordType()),
    SchemaRule(
      .unknownOption,
      summary: "an option is none of the three",
      remedy: "Write QUERYABLE, SEARCHABLE or SORTABLE.",
      bad: .recordType("title STRING QUERYBLE,"),
      good: .recordType("title STRING QUERYABLE,")),
    SchemaRule(
      .unknownPermission,
      summary: "a permission is none of the three",
      remedy: "Write READ, CREATE or WRITE.",
      bad: .recordType(#"GRANT READ TO "_world","#, grant: #"WRIET TO "_creator""#),
      good: .recordType(#"GRANT READ TO "_world","#, grant: #"WRITE TO "_creator""#)),
    SchemaRule(
      .unknownType,
      summary: "a type does not exist",
      remedy: "Write one of the types of CloudKit.",
      bad: .recordType("title STRNG,"),
      good: .recordType("title STRING,")),
    SchemaRule(
      .unterminatedComment,
      summary: "a comment has no end",
      remedy: "Close it.",
      bad: .recordType("title STRING,", ending: ");\n/* more"),
      good: .recordType("title STRING,", ending: ");\n/* more */")),
    SchemaRule(
      .unterminatedName,
      summary: "a quoted name has no closing quote",
      remedy: "Close it.",
      bad: .recordType(#""title STRING,"#),
      good: .recordType(#""title" STRING,"#)),
  ]

  /// The rule of one kind of mistake.
  private init(_ kind: SyntaxMistake.Kind, summary: String, remedy: String, bad: String, good: String) {
    self.init(
      RuleDocumentation(
        id: kind.rawValue, summary: summary, severity: kind.severity, evidence: .documented,
        why: kind.severity == .error
          ? "CloudKit refuses the whole file." : "CloudKit is likely to read it, people trip over it.",
        source: .schemaGuide("the grammar"), remedy: remedy, bad: bad, good: good),
      scope: .syntax)
  }
}
