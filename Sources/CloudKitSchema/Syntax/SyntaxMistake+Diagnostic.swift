import Diagnostics
import Notation

extension SyntaxMistake {
  func diagnostic(in file: SchemaFile) -> Diagnostic {
    let wording = wording(in: file)
    return Diagnostic(
      kind.severity, rule: kind.rawValue, wording.message, file: file.source.name, range: range,
      help: wording.help ?? wording.fix?.title, fix: wording.fix)
  }

  private typealias Wording = (message: String, help: String?, fix: Fix?)

  /// Messages and help of kinds that differ only in the text found, written as `%`.
  private static let wordings: [Kind: (message: String, help: String)] = [
    .duplicateOption: ("% is given twice", "remove one"),
    .duplicatePermission: ("% is granted twice", "remove one"),
    .emptyFile: ("the file contains no schema", "start the schema with DEFINE SCHEMA"),
    .encryptedList: ("ENCRYPTED before LIST", "encrypt the members: LIST<ENCRYPTED STRING>"),
    .extraSemicolon: ("unexpected ';'", "remove the ';'"),
    .itemOutsideRecordType: ("'%' is outside a record type", "check whether the ')' before it belongs there"),
    .mergeConflict: ("a merge conflict begins here", "resolve the conflict, and remove its markers"),
    .missingPermission: ("the grant has no permission", "name READ, CREATE, WRITE, or several of them"),
    .missingType: ("missing type after '%'", "write the field as: name TYPE options"),
    .nestedList: ("a list cannot contain lists", "CloudKit supports only lists of single values"),
    .preferredNumber: ("NUMBER PREFERRED AS accepts INT64 or DOUBLE, not '%'", "write INT64 or DOUBLE"),
    .repeatedHeader: ("DEFINE SCHEMA is repeated", "a file contains one schema"),
    .strayBytes: ("unexpected control character", "remove it"),
    .unterminatedComment: ("the comment is not closed", "close it with '*/'"),
  ]

  private func wording(in file: SchemaFile) -> Wording {
    let found = range.start == range.end ? "the end of the file" : DisplayText.short(file.source.string(range))
    if let (message, help) = Self.wordings[kind] {
      let isRemovable = kind == .duplicateOption || kind == .extraSemicolon || kind == .strayBytes
      return (message.replacing("%", with: found), help, isRemovable ? replacing("", help) : nil)
    }
    switch kind {
    case .unexpectedStatement: return unexpectedStatement(found, in: file)
    case .missingHeader:
      if let format = ForeignFormat(file.source) {
        return (
          "this is not a CloudKit schema (it looks like \(format.rawValue))",
          "export one with 'xcrun cktool export-schema --team-id ID --container-id ID --environment development'", nil
        )
      }
      let fix = expected == .define ? inserting("DEFINE SCHEMA\n\n", "add DEFINE SCHEMA") : nil
      return ("the schema does not start with DEFINE SCHEMA", "add DEFINE SCHEMA", fix)
    case .unexpectedToken:
      if expected != .end { return ("unexpected '\(found)'", nil, replacing("", "remove the '\(found)'")) }
      if found == "#" { return ("'#' does not start a comment", nil, replacing("//", "write '//'")) }
      return ("unexpected '\(found)'", "expected a field, a grant, ',' or ')'", nil)
    case .expectedKeyword: return expectedKeyword(found)
    case .extraComma:
      return (
        expected == .sortable ? "',' between two options" : "unexpected ','", nil, replacing("", "remove the ','")
      )
    case .trailingComma:
      return ("',' after the last \(expected == .to ? "permission" : "item")", nil, replacing("", "remove the ','"))
    case .missingComma: return missing(",", "between two \(expected == .read ? "permissions" : "items")")
    case .missingSemicolon: return missing(";", "after the statement")
    case .missingParenthesis:
      return expected == .rightParenthesis
        ? missing(")", "after the last item") : missing("(", "after the record type's name")
    case .missingAngleBracket where expected == .less: return ("missing '<' after LIST", "write LIST<STRING>", nil)
    case .missingAngleBracket: return missing(">", "after the list's type")
    case .unclosedRecordType:
      return ("the record type '\(DisplayText.short(file.name(context)))' is not closed", "end it with ');'", nil)
    case .unterminatedName:
      let quote = Fix("close the quote", at: SourceRange(range.end, range.end), "\"")
      return ("the quoted name has no closing quote", "close it with '\"'", quote)
    case .missingName: return missingName
    case .invalidName: return invalidName(file)
    case .reservedName:
      let fix = replacing("\"\(file.source.string(range))\"", "put the name in quotes")
      return ("'\(found)' is reserved", "put the name in quotes: \"\(found)\"", fix)
    case .keywordCase:
      let upperCase = found.uppercased()
      return ("the keyword '\(found)' is not in upper case", nil, replacing(upperCase, "write \(upperCase)"))
    case .unknownType: return unknownType(found)
    case .unknownOption where Self.constraints.contains(found.uppercased()):
      return (
        "unknown option '\(found)'", "CloudKit has no unique, required or default values: the app has to keep them", nil
      )
    case .unknownOption where found == "ENCRYPTED":
      return ("ENCRYPTED after the type", "write it before the type, as in ENCRYPTED STRING", nil)
    case .unknownOption: return unknown("option", found, among: Indexes.keywords.map(\.keyword))
    case .unknownPermission: return unknown("permission", found, among: Permissions.keywords.map(\.keyword))
    case .severalRoles: return severalRoles(file)
    default: return ("unexpected '\(found)'", nil, nil)
    }
  }

  /// Options of other languages for what CloudKit does not check.
  private static let constraints: Set = ["CHECK", "DEFAULT", "NOT", "NULL", "PRIMARY", "REQUIRED", "UNIQUE"]

  private func unexpectedStatement(_ found: String, in file: SchemaFile) -> Wording {
    let message = "expected RECORD TYPE or CREATE ROLE, found '\(found)'"
    let next = file.tokens.firstIndexOfSorted { $0.start >= range.start }
    let words = file.tokens[next...].prefix(4)
    // SQL, and Swift, declare what they name.
    if words.map(\.kind).starts(with: [.create, .record, .type]), let name = words.last, name.kind.isName {
      return (message, "write RECORD TYPE \(DisplayText.short(file.name(next + 3))) ( … ), without CREATE", nil)
    }
    return (message, "there are no other statements", nil)
  }

  private func expectedKeyword(_ found: String) -> Wording {
    let keyword = Keyword.spelling(of: expected) ?? ""
    if range.start == range.end { return ("expected \(keyword)", nil, inserting(" \(keyword)", "add \(keyword)")) }
    let isMisspelled = Suggestion.nearest(to: found, among: [keyword]) != nil
    return (
      "expected \(keyword), found '\(found)'", "write \(keyword)",
      isMisspelled ? replacing(keyword, "write \(keyword)") : nil
    )
  }

  private func missing(_ mark: String, _ place: String) -> Wording {
    let fix = range.start == range.end ? inserting(mark, "add '\(mark)'") : replacing(mark, "write '\(mark)'")
    return ("missing '\(mark)' \(place)", nil, fix)
  }

  /// Type names of other languages.
  private static let typeSynonyms = [
    "BLOB": "BYTES", "BOOL": "INT64", "BOOLEAN": "INT64", "DATA": "BYTES", "DATE": "TIMESTAMP", "DATETIME": "TIMESTAMP",
    "FLOAT": "DOUBLE", "INT": "INT64", "INTEGER": "INT64", "REAL": "DOUBLE", "TEXT": "STRING", "URL": "STRING",
    "UUID": "STRING", "VARCHAR": "STRING",
  ]

  private func unknownType(_ found: String) -> Wording {
    let types = FieldType.Primitive.allCases.map(\.rawValue)
    // Other languages write a list as STRING[] or [STRING].
    let element = found.filter { $0 != "[" && $0 != "]" }
    if element != found, let nearest = Suggestion.nearest(to: element, among: types) {
      let list = "LIST<\(nearest)>"
      return ("unknown type '\(found)'", "did you mean \(list)?", replacing(list, "write \(list)"))
    }
    return unknown("type", found, among: types + ["LIST", "ENCRYPTED"], synonym: Self.typeSynonyms[found.uppercased()])
  }

  private func unknown(
    _ what: String, _ found: String, among candidates: [String], synonym: String? = nil
  ) -> Wording {
    // No fix: the name can have arguments, as in `VARCHAR(255)`.
    if let synonym { return ("unknown \(what) '\(found)'", "did you mean \(synonym)?", nil) }
    // A valid keyword, such as an option after a grant or a second ENCRYPTED.
    if candidates.contains(found) { return ("\(found) is in the wrong place", "remove it or move it", nil) }
    guard let nearest = Suggestion.nearest(to: found, among: candidates) else {
      return ("unknown \(what) '\(found)'", "one of " + candidates.joined(separator: ", "), nil)
    }
    return ("unknown \(what) '\(found)'", "did you mean \(nearest)?", replacing(nearest, "write \(nearest)"))
  }

  private var missingName: Wording {
    switch expected {
    case .grant: ("the grant has no role", "end the grant with TO and one role", nil)
    case .role: ("CREATE ROLE without a name", "write CREATE ROLE name;", nil)
    default: ("RECORD TYPE without a name", "write RECORD TYPE Name ( … );", nil)
    }
  }

  private func invalidName(_ file: SchemaFile) -> Wording {
    let written = file.source.string(range)
    let bare = written.filter { $0 != "\"" && $0 != "'" }
    let isQuotable = bare.utf8.allSatisfy { $0.isWordPart || $0 == UInt8(ascii: ".") }
    if !written.hasPrefix("\""), isQuotable, let first = bare.utf8.first,
      first == UInt8(ascii: "_") || first.isLetter
    {
      return (
        "'\(DisplayText.short(bare))' is valid only in quotes", "write \"\(DisplayText.short(bare))\"",
        replacing("\"\(bare)\"", "put the name in quotes")
      )
    }
    return (
      "'\(DisplayText.short(bare))' is not a valid name",
      "a name starts with a letter, followed by letters, digits, and underscores", nil
    )
  }

  private func severalRoles(_ file: SchemaFile) -> Wording {
    // The fix repeats the grant up to TO: GRANT, at most three permissions with two commas, TO.
    let fix = file.tokens[context...].prefix(7).first { $0.kind == .to }.map { end in
      let grant = file.source.string(SourceRange(file.tokens[context].range.start, end.end))
      return inserting("\(grant) ", "write a separate GRANT")
    }
    return ("a grant cannot have several roles", "write one GRANT per role", fix)
  }

  private func inserting(_ text: String, _ title: String) -> Fix {
    Fix(title, at: SourceRange(range.start, range.start), text)
  }

  private func replacing(_ text: String, _ title: String) -> Fix { Fix(title, at: range, text) }
}
