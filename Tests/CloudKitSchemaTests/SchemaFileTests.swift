import CloudKitSchema
import Diagnostics
import TestEnvironment
import Testing

@Suite("Schema files")
struct SchemaFileTests {
  @Test("all constructs of the language are parsed")
  func wholeLanguage() {
    let schema = Self.schema(WholeLanguage.text)
    let feed = RecordType(
      name: "Feed",
      fields: [
        Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable),
        Field(name: "type", type: FieldType(.string), indexes: [.queryable, .sortable]),
        Field(name: "location", type: FieldType(.location)), Field(name: "asset", type: FieldType(.asset)),
        Field(name: "read", type: FieldType(.int64)), Field(name: "to", type: FieldType(.double)),
        Field(name: "record", type: FieldType(.bytes)), Field(name: "sortable", type: FieldType(.timestamp)),
        Field(name: "tags", type: .list(.string), indexes: .searchable),
        Field(name: "secrets", type: FieldType(.bytes, isEncrypted: true, isList: true)),
        Field(name: "secret", type: FieldType(.string, isEncrypted: true)),
        Field(name: "n", type: FieldType(.number)),
        Field(name: "m", type: FieldType(.number, preferredNumber: .double)),
      ],
      grants: [
        Grant(role: "_world", permissions: [.read, .create, .write]), Grant(role: "moderator", permissions: .write),
      ])
    let share = RecordType(name: "cloudkit.share", fields: [Field(name: "cloudkit.title", type: FieldType(.string))])
    #expect(
      schema == Schema(roles: ["moderator"], recordTypes: [feed, share, RecordType(name: "Empty")]))
  }

  @Test("an option after a comma that separates no fields belongs to the field before it")
  func optionAfterComma() {
    let text = "DEFINE SCHEMA RECORD TYPE T (a STRING QUERYABLE, SORTABLE, b INT64);"
    let schema = Schema(SchemaFile(SourceText(name: "s.ckdb", text: text)))
    #expect(
      schema.recordTypes == [
        RecordType(
          name: "T",
          fields: [
            Field(name: "a", type: FieldType(.string), indexes: [.queryable, .sortable]),
            Field(name: "b", type: FieldType(.int64)),
          ])
      ])
  }

  @Test(
    "tokens and trivia cover the text with any line ends and a byte order mark", arguments: ["\n", "\r\n", "\r"])
  func lossless(lineEnd: String) {
    let text = "\u{FEFF}" + WholeLanguage.text.replacing("\n", with: lineEnd)
    let file = SchemaFile(SourceText(name: "s.ckdb", text: text))
    #expect(file.syntaxDiagnostics.isEmpty)
    #expect(Schema(file) == Self.schema(WholeLanguage.text))
    #expect(Self.uncovered(file).prefix(3) == [0xEF, 0xBB, 0xBF])
    #expect(Self.uncovered(file).dropFirst(3).allSatisfy { [0x20, 0x0A, 0x0D].contains($0) })
  }

  @Test(
    "a comment may follow a name without a space",
    arguments: ["id//c\n STRING", "id--c\n STRING", "id/*c*/ STRING", "id STRING//c\n", "id STRING/*c*/QUERYABLE"])
  func comments(field: String) {
    let text = "DEFINE SCHEMA RECORD TYPE T (\(field));"
    #expect(Self.syntaxRules(text).isEmpty)
    #expect(Self.schema(text).recordTypes.first?.fields.first?.name == "id")
  }

  @Test("declarations refer to their tokens and preceding comments")
  func places() throws {
    let file = SchemaFile(SourceText(name: "s.ckdb", text: WholeLanguage.text))
    func text(_ tokens: Range<Int>) -> [String] { tokens.map { file.source.string(file.tokens[$0].range) } }
    func comments(before token: Int) -> [String] { file.comments(before: token).map { file.source.string($0.range) } }
    let role = try #require(file.roles.first)
    #expect(file.name(role.name) == "moderator")
    #expect(comments(before: role.name - 2) == ["-- as Apple writes it", "// roles"])
    #expect(comments(before: 0) == ["/* before the header */"])
    let feed = try #require(file.recordTypes.first)
    #expect(comments(before: feed.name - 2) == ["// A feed."])
    #expect(text(feed.end - 2..<feed.end) == [")", ";"])
    let field = file.fields[feed.fields.lowerBound + 1]
    #expect(text(field.name..<field.name + 1) == ["type"])
    #expect(text(field.typeTokens) == ["STRING"])
    #expect(text(field.optionTokens) == ["SORTABLE", "QUERYABLE"])
    #expect(comments(before: field.optionTokens.upperBound + 1) == ["// a keyword as a name"])
    let grant = file.grants[feed.grants.lowerBound]
    #expect(text(grant.keyword..<grant.role + 1) == ["GRANT", "READ", ",", "CREATE", "TO", "\"_world\""])
  }

  @Test(
    "keywords except five can be names without quotes",
    arguments: [
      "AS", "ASSET", "BYTES", "CREATE", "DEFINE", "DOUBLE", "ENCRYPTED", "INT64", "LIST", "LOCATION", "NUMBER", "READ",
      "RECORD", "REFERENCE", "ROLE", "SCHEMA", "STRING", "TIMESTAMP", "TO", "TYPE", "WRITE", "type", "Record", "x_1",
    ])
  func keywordsAsNames(name: String) {
    let text = "DEFINE SCHEMA CREATE ROLE \(name); RECORD TYPE \(name) (\(name) STRING, GRANT READ TO \(name));"
    #expect(Self.syntaxRules(text).isEmpty)
    let schema = Self.schema(text)
    #expect(schema.recordTypes.first?.fields.first?.name == name)
    #expect(NameSpelling.spelling(name) == name)
  }

  @Test(
    "five keywords can be names only in quotes",
    arguments: ["GRANT", "preferred", "Queryable", "searchable", "sortable"])
  func reservedWords(name: String) {
    let quoted = "DEFINE SCHEMA RECORD TYPE T (\"\(name)\" STRING);"
    #expect(Self.syntaxRules(quoted).isEmpty)
    #expect(NameSpelling.spelling(name) == "\"\(name)\"")
    let bare = "DEFINE SCHEMA RECORD TYPE T (\(name) STRING);"
    #expect(Self.syntaxRules(bare) == ["reserved-name"])
    #expect(Self.schema(bare) == Self.schema(quoted))
  }

  @Test(
    "a text that is not UTF-8 has one error",
    arguments: [
      (Array("DEFINE SCHEMA // ÿ".utf8) + [0xFF], "the byte 0xFF is not UTF-8"),
      ([0xFF, 0xFE, 0x44, 0x00, 0x45, 0x00], "the file is UTF-16, not UTF-8"),
      ([0x44, 0x00, 0x45, 0x00], "the file is UTF-16, not UTF-8"),
    ])
  func encodings(bytes: [UInt8], message: String) {
    let errors = SchemaFile(SourceText(name: "s", bytes: bytes)).syntaxDiagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.rule) == ["invalid-utf8"])
    #expect(errors.map(\.message) == [message])
  }

  private static func schema(_ text: String) -> Schema { Schema(SchemaFile(SourceText(name: "s.ckdb", text: text))) }

  private static func syntaxRules(_ text: String) -> [String] {
    SchemaFile(SourceText(name: "s.ckdb", text: text)).syntaxDiagnostics.map(\.rule)
  }

  /// Returns the bytes of a file outside tokens and trivia.
  private static func uncovered(_ file: SchemaFile) -> [UInt8] {
    let ranges = (file.tokens.map(\.range) + file.trivia.map(\.range)).sorted {
      ($0.start, $0.end) < ($1.start, $1.end)
    }
    var place = 0
    var rest: [UInt8] = []
    for range in ranges {
      guard range.start >= place, range.end <= file.source.bytes.count else { return [0] }
      rest += file.source.bytes[place..<range.start]
      place = range.end
    }
    return rest + file.source.bytes[place...]
  }
}
