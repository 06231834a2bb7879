import CloudKitSchema
import Diagnostics

extension Rule {
  /// The rules for the kinds of syntax mistakes.
  static let syntax: [Rule] = [
    Rule(
      .duplicateOption, "an option is repeated",
      remedy: "Remove the repeated option.",
      bad: .recordType("title STRING QUERYABLE QUERYABLE,"),
      good: .recordType("title STRING QUERYABLE,")),
    Rule(
      .duplicatePermission, "a GRANT repeats a permission",
      remedy: "Remove the repeated permission.",
      bad: .recordType(grant: #"READ, READ TO "_world""#),
      good: .recordType()),
    Rule(
      .emptyFile, "the file contains no schema",
      remedy: "Begin the schema with DEFINE SCHEMA.",
      bad: "// nothing yet"),
    Rule(
      .encryptedList, "ENCRYPTED precedes LIST",
      remedy: "Encrypt the elements: LIST<ENCRYPTED STRING>.",
      bad: .recordType("tags ENCRYPTED LIST<STRING>,", grant: #"READ TO "_creator""#),
      good: .recordType("tags LIST<ENCRYPTED STRING>,", grant: #"READ TO "_creator""#)),
    Rule(
      .expectedKeyword, "a keyword is missing or misspelled",
      remedy: "Add or correct the keyword.",
      bad: .recordType("title STRING,", grant: #"READ T0 "_world""#)),
    Rule(
      .extraComma, "no item is between two commas",
      remedy: "Remove one of the commas.",
      bad: .recordType("title STRING,,")),
    Rule(
      .extraSemicolon, "a semicolon ends no statement",
      remedy: "Remove the semicolon.",
      bad: .recordType("title STRING,", ending: ");;")),
    Rule(
      .invalidName, "a name is invalid",
      remedy: "Begin with a letter, followed by letters, digits and underscores; put system names in quotes.",
      bad: .recordType("1st STRING,"),
      good: .recordType("first STRING,")),
    Rule(
      .itemOutsideRecordType, "a field or a grant is outside a record type",
      remedy: "Check whether a parenthesis closes the record type too early.",
      bad: .recordType("title STRING,", ending: "),\n  count INT64\n);"),
      good: .recordType("title STRING,", "count INT64,")),
    Rule(
      .keywordCase, "a keyword is not uppercase",
      remedy: "Write the keyword in uppercase.",
      bad: .recordType("title string,")),
    Rule(
      .mergeConflict, "git left a merge conflict in the file",
      remedy: "Resolve the conflict, and remove its markers.",
      bad: .recordType("\n<<<<<<< main\ntitle STRING,\n=======\nname STRING,\n>>>>>>> branch\n")),
    Rule(
      .missingAngleBracket, "a list type is missing an angle bracket",
      remedy: "Write the type as LIST<STRING>.",
      bad: .recordType("tags LIST<STRING,"),
      good: .recordType("tags LIST<STRING>,")),
    Rule(
      .missingComma, "a comma is missing between two items",
      remedy: "Add the comma.",
      bad: .recordType("title STRING")),
    Rule(
      .missingHeader, "the file does not begin with DEFINE SCHEMA",
      remedy: "Add DEFINE SCHEMA.",
      bad: """
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    Rule(
      .missingName, "a record type, a role or a grant has no name",
      remedy: "Add the name.",
      bad: .recordType(#"GRANT READ TO "_world","#, grant: "WRITE TO"),
      good: .recordType(#"GRANT READ TO "_world","#, grant: #"WRITE TO "_creator""#)),
    Rule(
      .missingParenthesis, "the parenthesis after the name of a record type is missing",
      remedy: "Add the opening parenthesis.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """),
    Rule(
      .missingPermission, "a grant names no permission",
      remedy: "Grant READ, CREATE or WRITE, or several of them.",
      bad: .recordType(#"GRANT READ TO "_world","#, grant: #"TO "_creator""#),
      good: .recordType(#"GRANT READ TO "_world","#, grant: #"WRITE TO "_creator""#)),
    Rule(
      .missingSemicolon, "a semicolon is missing after a statement",
      remedy: "Add the semicolon.",
      bad: .recordType("title STRING,", ending: ")")),
    Rule(
      .missingType, "a field has no type",
      remedy: "Declare the field with a name, a type and options.",
      bad: .recordType("title,")),
    Rule(
      .nestedList, "a list contains lists",
      remedy: "Use a list of single values; CloudKit does not support nested lists.",
      bad: .recordType("tags LIST<LIST<STRING>>,"),
      good: .recordType("tags LIST<STRING>,")),
    Rule(
      .preferredNumber, "NUMBER PREFERRED AS names neither INT64 nor DOUBLE",
      remedy: "Use INT64 or DOUBLE.",
      bad: .recordType("count NUMBER PREFERRED AS STRING,"),
      good: .recordType("count INT64,")),
    Rule(
      .repeatedHeader, "DEFINE SCHEMA is repeated",
      remedy: "Declare one schema per file.",
      bad: .recordType("title STRING,", ending: ");\nDEFINE SCHEMA")),
    Rule(
      .reservedName, "an unquoted name is a reserved word",
      remedy: "Put the name in quotes.",
      bad: .recordType("grant STRING,"),
      good: .recordType(#""grant" STRING,"#)),
    Rule(
      .severalRoles, "a grant names several roles",
      remedy: "Write one GRANT per role.",
      bad: .recordType(
        #"GRANT READ TO "_world","#, after: "CREATE ROLE Admin;", grant: #"WRITE TO "_creator", Admin"#),
      good: .recordType(
        #"GRANT READ TO "_world","#, #"GRANT WRITE TO "_creator","#, after: "CREATE ROLE Admin;",
        grant: "WRITE TO Admin")),
    Rule(
      .strayBytes, "the text contains a control character",
      remedy: "Remove the control character.",
      bad: .recordType("title STRING \u{1},")),
    Rule(
      .trailingComma, "a comma follows the last item",
      remedy: "Remove the comma.",
      bad: .recordType(grant: #"READ TO "_world","#),
      good: .recordType()),
    Rule(
      .unclosedRecordType, "a record type is not closed",
      remedy: "End the record type with a parenthesis and a semicolon.",
      bad: .recordType("title STRING,", ending: nil)),
    Rule(
      .unexpectedStatement, "a statement is neither RECORD TYPE nor CREATE ROLE",
      remedy: "Use RECORD TYPE or CREATE ROLE; the language has no other statements.",
      bad: .recordType("title STRING,", ending: ");\nDROP TABLE T;")),
    Rule(
      .unexpectedToken, "a symbol or word is not allowed here",
      remedy: "Write a field, a grant, a comma or the closing parenthesis.",
      bad: .recordType(">,"),
      good: .recordType()),
    Rule(
      .unknownOption, "an option is unknown",
      remedy: "Use QUERYABLE, SEARCHABLE or SORTABLE.",
      bad: .recordType("title STRING QUERYBLE,"),
      good: .recordType("title STRING QUERYABLE,")),
    Rule(
      .unknownPermission, "a permission is unknown",
      remedy: "Use READ, CREATE or WRITE.",
      bad: .recordType(#"GRANT READ TO "_world","#, grant: #"WRIET TO "_creator""#),
      good: .recordType(#"GRANT READ TO "_world","#, grant: #"WRITE TO "_creator""#)),
    Rule(
      .unknownType, "a type is unknown",
      remedy: "Use a CloudKit type.",
      bad: .recordType("title STRNG,")),
    Rule(
      .unterminatedComment, "a comment is not closed",
      remedy: "Close the comment.",
      bad: .recordType("title STRING,", ending: ");\n/* more"),
      good: .recordType("title STRING,", ending: ");\n/* more */")),
    Rule(
      .unterminatedName, "a quoted name has no closing quote",
      remedy: "Add the closing quote.",
      bad: .recordType(#""title STRING,"#),
      good: .recordType(#""title" STRING,"#)),
  ]

  static let fileTooLarge = Rule(
    "file-too-large", .error, .documented, "the file is larger than 128 MB",
    why: "Such a file is probably not a schema, so it is not read.",
    source: "the largest known schema has 100 kB",
    remedy: "Check the file name.",
    bad: "(more than 128 MB of any text)",
    good: .recordType(), scope: .syntax)

  static let invalidUTF8 = Rule(
    "invalid-utf8", .error, .reported, "the file is not UTF-8",
    why: "CloudKit expects UTF-8; in another encoding, names and comments contain other characters.",
    source: "reports of refused uploads; every export is UTF-8",
    remedy: "Save the file as UTF-8.",
    bad: .recordType(after: "// Caf�."),
    good: .recordType(after: "// Café."), scope: .syntax)

  private init(
    _ kind: SyntaxMistake.Kind, _ summary: String, remedy: String, bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String = .recordType("title STRING,")
  ) {
    self.init(
      kind.rawValue, kind.severity, .documented, summary,
      why: kind.severity == .error
        ? "CloudKit refuses the whole file." : "CloudKit is likely to accept the text, but it is probably a mistake.",
      source: .schemaGuide("the grammar"), remedy: remedy, bad: bad(), good: good(), scope: .syntax)
  }
}
