import Diagnostics

/// The words for each mistake.
extension SyntaxMistake {
  func diagnostic(in file: SchemaFile) -> Diagnostic {
    let wording = wording(in: file)
    return Diagnostic(
      kind.severity, rule: kind.rawValue, wording.message, file: file.source.name, range: range,
      help: wording.help ?? wording.fix?.title, fix: wording.fix)
  }

  private typealias Wording = (message: String, help: String?, fix: Fix?)

  private func wording(in file: SchemaFile) -> Wording {
    let found = range.start == range.end ? "the end of the file" : Self.shown(file.source.string(range))
    switch kind {
    case .emptyFile: return ("the file holds no schema", "a schema begins with DEFINE SCHEMA", nil)
    case .missingHeader:
      return ("the schema does not begin with DEFINE SCHEMA", nil, inserting("DEFINE SCHEMA\n\n", "add DEFINE SCHEMA"))
    case .repeatedHeader: return ("DEFINE SCHEMA stands a second time", "a file holds one schema", nil)
    case .expectedKeyword: return expectedKeyword(found)
    case .unexpectedStatement:
      return ("expected RECORD TYPE or CREATE ROLE, found '\(found)'", "the language has no other statements", nil)
    case .itemOutsideRecordType:
      return ("'\(found)' stands outside a record type", "was the ')' before it meant to be there?", nil)
    case .extraSemicolon: return ("nothing stands before this ';'", nil, removing("remove the ';'"))
    case .extraComma:
      let isOption = expected == .sortable
      return (
        isOption ? "',' between two options" : "nothing stands between this ',' and the last", nil,
        removing("remove the ','")
      )
    case .trailingComma:
      return ("',' after the last \(expected == .to ? "permission" : "item")", nil, removing("remove the ','"))
    case .missingComma: return missing(",", "between two \(expected == .read ? "permissions" : "items")")
    case .missingSemicolon: return missing(";", "after the statement")
    case .missingParenthesis: return missing("(", "after the record type's name")
    case .missingAngleBracket:
      if expected == .less { return ("missing '<' after LIST", "write the type so: LIST<STRING>", nil) }
      return missing(">", "after the list's type")
    case .unclosedRecordType:
      return ("the record type '\(name(in: file))' is not closed", "end it with ');'", nil)
    case .unterminatedComment: return ("the comment has no end", "close it with '*/'", nil)
    case .strayBytes: return ("a control character in the text", "remove it", removing("remove it"))
    case .unexpectedToken: return ("unexpected '\(found)'", "expected a field, a grant, ',' or ')'", nil)
    case .unterminatedName: return ("the quoted name has no closing quote", "close it with '\"'", closingQuote)
    case .missingName: return missingName
    case .invalidName: return invalidName(file)
    case .reservedName:
      return ("'\(found)' is reserved", "put the name in quotes: \"\(found)\"", quoting(file))
    case .keywordCase:
      let upperCase = found.uppercased()
      return (
        "the keyword '\(found)' is not in upper case", "write \(upperCase)",
        replacing(upperCase, "write \(upperCase)")
      )
    default: return itemWording(found, in: file)
    }
  }

  private func itemWording(_ found: String, in file: SchemaFile) -> Wording {
    switch kind {
    case .missingType: return ("no type after '\(found)'", "a field is a name, a type and options", nil)
    case .unknownType:
      let types = FieldType.Primitive.allCases.map(\.rawValue) + ["LIST", "ENCRYPTED"]
      return unknown("type", found, among: types, synonym: Self.typeSynonyms[found.uppercased()])
    case .unknownOption: return unknown("option", found, among: Indexes.keywords.map(\.keyword))
    case .unknownPermission: return unknown("permission", found, among: Permissions.keywords.map(\.keyword))
    case .duplicateOption: return ("\(found) is given twice", "remove one", removing("remove one"))
    case .duplicatePermission: return ("\(found) is granted twice", "remove one", nil)
    case .missingPermission: return ("the grant names no permission", "READ, CREATE or WRITE, or several", nil)
    case .nestedList: return ("a list of lists", "CloudKit has lists of single values only", nil)
    case .encryptedList: return ("ENCRYPTED before LIST", "encrypt the members: LIST<ENCRYPTED STRING>", nil)
    case .preferredNumber:
      return ("NUMBER PREFERRED AS takes INT64 or DOUBLE, not '\(found)'", "write one of the two", nil)
    case .severalRoles: return severalRoles(file)
    default: return ("unexpected '\(found)'", nil, nil)
    }
  }

  private func expectedKeyword(_ found: String) -> Wording {
    let keyword = KeywordTable.keywords.first { $0.kind == expected }?.spelling ?? ""
    if range.start == range.end { return ("expected \(keyword)", nil, inserting(" \(keyword)", "add \(keyword)")) }
    return ("expected \(keyword), found '\(found)'", nil, replacing(keyword, "write \(keyword)"))
  }

  private func missing(_ mark: String, _ place: String) -> Wording {
    let fix = range.start == range.end ? inserting(mark, "add '\(mark)'") : replacing(mark, "write '\(mark)'")
    return ("missing '\(mark)' \(place)", nil, fix)
  }

  /// What other languages call the types.
  private static let typeSynonyms = [
    "BLOB": "BYTES", "BOOL": "INT64", "BOOLEAN": "INT64", "DATA": "BYTES", "DATE": "TIMESTAMP", "DATETIME": "TIMESTAMP",
    "FLOAT": "DOUBLE", "INT": "INT64", "INTEGER": "INT64", "REAL": "DOUBLE", "TEXT": "STRING", "URL": "STRING",
    "UUID": "STRING", "VARCHAR": "STRING",
  ]

  private func unknown(
    _ what: String, _ found: String, among candidates: [String], synonym: String? = nil
  ) -> Wording {
    // What else a word of another language brings with it, `VARCHAR(255)`, is not for a fix to know.
    if let synonym { return ("unknown \(what) '\(found)'", "did you mean \(synonym)?", nil) }
    // Spelt as it should be, such as an option after a grant, or a second ENCRYPTED.
    if candidates.contains(found) { return ("\(found) stands in the wrong place", "remove it, or move it", nil) }
    guard let nearest = Suggestion.nearest(to: found, among: candidates) else {
      return ("unknown \(what) '\(found)'", "one of " + candidates.joined(separator: ", "), nil)
    }
    return (
      "unknown \(what) '\(found)'", "did you mean \(nearest)?", replacing(nearest, "write \(nearest)")
    )
  }

  private var missingName: Wording {
    switch expected {
    case .grant: ("the grant names no role", "end it with TO and one role", nil)
    case .role: ("CREATE ROLE without a name", "write CREATE ROLE name;", nil)
    default: ("RECORD TYPE without a name", "write RECORD TYPE Name ( … );", nil)
    }
  }

  private func invalidName(_ file: SchemaFile) -> Wording {
    let written = file.source.string(range)
    let bare = written.filter { $0 != "\"" && $0 != "'" }
    let message = "'\(Self.shown(bare))' is not a name"
    let isQuotable = bare.utf8.allSatisfy { ByteClass.table[Int($0)].contains(.wordPart) || $0 == UInt8(ascii: ".") }
    if !written.hasPrefix("\""), isQuotable, let first = bare.utf8.first,
      first == UInt8(ascii: "_") || ByteClass.table[Int(first)].contains(.letter)
    {
      return (
        "'\(Self.shown(bare))' is a name only in quotes", "write \"\(Self.shown(bare))\"",
        replacing("\"\(bare)\"", "put the name in quotes")
      )
    }
    return (message, "a name is a letter, then letters, digits and underscores", nil)
  }

  private func severalRoles(_ file: SchemaFile) -> Wording {
    // The grant as far as its role, to be said again before the next one: GRANT, at most three permissions with two
    // commas, TO.
    let fix = file.tokens[context...].prefix(7).first { $0.kind == .to }.map { end in
      let grant = file.source.string(SourceRange(file.tokens[context].range.start, end.end))
      return inserting("\(grant) ", "write a GRANT of its own")
    }
    return ("a grant has one role", "write one GRANT for each role", fix)
  }

  private func name(in file: SchemaFile) -> String { Self.shown(file.name(context)) }

  private var closingQuote: Fix {
    Fix("close the quote", edits: [.init(range: SourceRange(range.end, range.end), replacement: "\"")])
  }

  private func quoting(_ file: SchemaFile) -> Fix {
    replacing("\"\(file.source.string(range))\"", "put the name in quotes")
  }

  private func inserting(_ text: String, _ title: String) -> Fix {
    Fix(title, edits: [.init(range: SourceRange(range.start, range.start), replacement: text)])
  }

  private func replacing(_ text: String, _ title: String) -> Fix {
    Fix(title, edits: [.init(range: range, replacement: text)])
  }

  private func removing(_ title: String) -> Fix { replacing("", title) }

  /// A text of the file as a message shows it: a name of a megabyte is not repeated.
  package static func shown(_ text: String) -> String {
    guard text.utf8.count > 60 else { return text }
    return String(decoding: text.utf8.prefix(57), as: UTF8.self) + "…"
  }
}
