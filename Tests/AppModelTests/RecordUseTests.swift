import AppModel
import CloudKitSchema
import Diagnostics
import Testing

@Suite("Records in code")
struct RecordUseTests {
  private static func written(_ source: String) -> [String] {
    ModelExamples.reading(source).written.recordTypes.flatMap { type in
      ["\(type.name)\(type.isVerified ? "" : "?")"]
        + type.fields.map {
          "\(type.name).\($0.name)\($0.isVerified ? "" : "?") \($0.type?.description ?? "-")"
        }
    }
  }

  @Test(
    "a record type is read from literals and constants",
    arguments: [
      #"let record = CKRecord(recordType: "Note")"#,
      #"let record = CKRecord.init(recordType: "Note", recordID: id)"#,
      #"let text = "\(f(g(1)))"; let record = CKRecord(recordType: "Note")"#,
      #"enum Types { static let note = "Note" }; let record = CKRecord(recordType: Types.note)"#,
      #"enum Types: String { case note = "Note" }; let record = CKRecord(recordType: Types.note.rawValue)"#,
      #"enum Types: String { case Note }; let record = CKRecord(recordType: Types.Note.rawValue)"#,
      #"extension CKRecord.RecordType { static let note = "Note" }; let record = CKRecord(recordType: .note)"#,
      #"struct N { static let recordType = "Note"; func f() { let record = CKRecord(recordType: Self.recordType) } }"#,
      #"struct N { static var recordType: String { "Note" }; func f() { _ = CKRecord(recordType: N.recordType) } }"#,
      #"let noteType = "Note"\nfunc f() { _ = CKRecord(recordType: noteType) }"#,
      #"let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))"#,
    ])
  func recordTypes(source: String) {
    #expect(Self.written(source.replacing("\\n", with: "\n")) == ["Note"])
  }

  @Test("a record type that is built at run time is reported and not guessed")
  func unread() {
    let reading = ModelExamples.reading(
      #"func f(_ name: String) { _ = CKRecord(recordType: name); _ = CKRecord(recordType: "A\(name)") }"#)
    #expect(reading.written.recordTypes.isEmpty)
    #expect(reading.diagnostics.map(\.rule) == ["unread-record-type", "unread-record-type"])
  }

  @Test(
    "keys of a record in a variable are certain",
    arguments: [
      (#"record["title"] = "x""#, "Note.title STRING"), (#"record["title"] = title"#, "Note.title -"),
      (#"record["n"] = 5 as CKRecordValue"#, "Note.n INT64"), (#"record["at"] = Date()"#, "Note.at TIMESTAMP"),
      (#"record["title"] = title as NSString"#, "Note.title STRING"),
      (#"record["image"] = CKAsset(fileURL: url)"#, "Note.image ASSET"),
      (#"record["parent"] = CKRecord.Reference(recordID: id, action: .none)"#, "Note.parent REFERENCE"),
      (#"record.setValue(title, forKey: "title")"#, "Note.title -"),
      (#"record.setObject(title as NSString, forKey: "title")"#, "Note.title STRING"),
      (#"record[Keys.title] = "x""#, "Note.title STRING"),
      (#"record.encryptedValues["secret"] = "x""#, "Note.secret ENCRYPTED STRING"),
      (#"record?["tags"] = tags as [String]"#, "Note.tags LIST<STRING>"),
    ])
  func keys(statement: String, field: String) {
    let source = """
      enum Keys { static let title = "title" }
      func save() {
        let record = CKRecord(recordType: "Note")
        \(statement)
        database.save(record)
      }
      """
    #expect(Self.written(source) == ["Note", field])
  }

  @Test("a key of a record of unknown type is a guess, from the type around it")
  func guesses() {
    let source = """
      struct Note {
        static let recordType = "Note"
        func fill(_ record: CKRecord) { record["title"] = "x" }
        init(_ record: CKRecord) { body = record["body"] as? String }
      }
      func other(_ item: CKRecord) { item["elsewhere"] = 1 }
      """
    #expect(Self.written(source) == ["Note?", "Note.title? STRING", "Note.body? -"])
  }

  @Test("a variable of another function is another variable")
  func scopes() {
    let source = """
      func a() { let record = CKRecord(recordType: "A"); record["x"] = 1 }
      func b() { let record = CKRecord(recordType: "B"); record["y"] = 1 }
      """
    #expect(Self.written(source) == ["A", "A.x INT64", "B", "B.y INT64"])
  }

  @Test("two ways to write a key leave its type open")
  func severalTypes() {
    let source = """
      func a() { let record = CKRecord(recordType: "A"); record["x"] = 1; record["x"] = "s" }
      """
    #expect(Self.written(source) == ["A", "A.x -"])
  }

  @Test("what other dictionaries and key paths have is not read")
  func otherSubscripts() {
    #expect(
      Self.written(
        #"func f(_ id: CKRecord.ID) { cache["x"] = 1; defaults.setValue(1, forKey: "y"); object.value(forKey: "z") }"#
      )
      .isEmpty)
  }

  @Test("only what is certain is an error")
  func parity() {
    let reading = ModelExamples.reading(
      """
      func save() {
        let record = CKRecord(recordType: "Note")
        record["title"] = "x"
        record["count"] = 1
        record.encryptedValues["plain"] = text
      }
      func fill(_ record: CKRecord) { record["guess"] = 1 }
      func load() { let r = CKRecord(recordType: "Gone") }
      """)
    let schema = ModelExamples.schema("RECORD TYPE Note ( count STRING, plain STRING, other STRING );")
    let findings = Parity(of: reading.written, in: schema).findings
    #expect(
      findings.map(\.rule).sorted() == [
        "different-encryption", "different-field-type", "missing-field", "missing-record-type",
      ], "\(findings.map(\.message))")
  }

  @Test(
    "a condition whose key is not written has no key",
    arguments: [
      (#""%K == %@", key, value"#, []), (#""%K == %@ AND title = %@", key, value, title"#, ["title"]),
      (#""parent.title == 'x = y'""#, []), (#""tags.@count > 2 OR n > 3""#, ["n"]),
      (#""title == 'a = b' AND n < 3""#, ["title", "n"]), (##"#"title == "a = b""#"##, ["title"]),
      (#""%@ == title""#, []),
    ])
  func unwrittenKeys(arguments: String, keys: [String]) {
    let reading = ModelExamples.reading(
      #"let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: \#(arguments)))"#)
    #expect(reading.uses.compactMap(\.key) == keys)
  }

  @Test("a draft of a manifest has the queries of the code")
  func drafts() {
    let reading = ModelExamples.reading(
      """
      func load() {
        let predicate = NSPredicate(format: "isActive == 1 AND %K > %@", "creationDate", date)
        let query = CKQuery(recordType: "FeedItem", predicate: predicate)
        query.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
        let all = CKQuery(recordType: "FeedItem", predicate: NSPredicate(value: true))
        let again = CKQuery(recordType: "FeedItem", predicate: NSPredicate(value: true))
      }
      """)
    let drafts = DraftQuery.all(in: reading.uses)
    #expect(drafts.map(\.name) == ["feed-item-by-is-active-create-time", "feed-item-all"])
    #expect(drafts[0].filters.map(\.comparator) == ["EQUALS", "GREATER_THAN"])
    #expect(drafts[0].filters.map(\.field) == ["isActive", "___createTime"])
    #expect(drafts[0].sort.map(\.field) == ["title"] && drafts[0].sort[0].isAscending == false)
  }
}
