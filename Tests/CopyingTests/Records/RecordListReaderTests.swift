import CloudKitRecords
import Copying
import Diagnostics
import TestEnvironment
import Testing

@Suite("Files of records that people write")
struct RecordListReaderTests {
  private static func read(_ text: String) -> (entries: [RecordEntry], messages: [String]) {
    var diagnostics: [Diagnostic] = []
    let entries = RecordListReader(Sample.schema).entries(SourceText(name: "r.jsonl", text: text), into: &diagnostics)
    return (entries, diagnostics.map { "\($0.range?.start ?? -1): \($0.message)" })
  }

  @Test(
    "lines, one object, an array and a report are read alike",
    arguments: [
      #"{"recordType":"Sample","recordName":"a","fields":{"text":"A"}}"# + "\n",
      "{\n \"recordType\": \"Sample\",\n \"recordName\": \"a\",\n \"fields\": {\"text\": \"A\"}\n}",
      #"[{"recordType":"Sample","recordName":"a","fields":{"text":"A"}}]"#,
      "\n"
        + #"{"items":[{"recordType":"Sample","recordName":"a","fields":{"text":{"type":"STRING","value":"A"}}}],"x":1}"#,
    ])
  func forms(text: String) {
    let (entries, messages) = Self.read(text)
    #expect(messages == [])
    #expect(entries == [RecordEntry(Record(type: "Sample", name: "a", fields: ["text": .string("A")]))])
  }

  @Test("objects over several lines, as jq prints them, are read one after another, also after a byte order mark")
  func sequence() {
    func record(_ name: String, _ value: String = "\"A\"") -> String {
      "{\n  \"recordType\": \"Sample\",\n  \"recordName\": \"\(name)\",\n  \"fields\": {\n    \"text\": \(value)\n  }\n}\n"
    }
    let (entries, messages) = Self.read(record("a") + "\n" + record("b"))
    #expect(messages == [])
    #expect(entries.map(\.record.name) == ["a", "b"])
    let mistakes = Self.read(record("a") + record("b", "A")).messages
    #expect(mistakes == ["\(record("a").utf8.count + 75): this is not JSON"])
    let lines = [record("a"), record("b")].map { $0.replacing("\n", with: "") + "\r\n" }.joined()
    #expect(Self.read("\u{FEFF}" + lines).entries.map(\.record.name) == ["a", "b"])
  }

  @Test("values beside their type are read as people write them, too")
  func plainValues() {
    let (entries, messages) = Self.read(
      #"{"recordType":"Sample","recordName":"a","fields":{"moment":{"type":"TIMESTAMP","value":"1970-01-01T00:00:01Z"},"#
        + #""reference":{"type":"REFERENCE","value":"b"}}}"#)
    #expect(messages == [])
    #expect(
      entries.first?.record.fields == [
        "moment": .timestamp(Timestamp(milliseconds: 1000)), "reference": .reference(Reference("b")),
      ])
  }

  @Test("a file is read as 'records show' states it")
  func file() {
    let (entries, messages) = Self.read(
      #"{"recordType":"Sample","recordName":"a","fields":{"asset":{"type":"ASSETID","value":"#
        + #"{"fileChecksum":"AQ==","size":1,"downloadURL":"https://x.example"}}}}"#)
    #expect(messages == [])
    #expect(entries.first?.record["asset"]?.assets.map(\.fileChecksum) == ["AQ=="])
  }

  @Test("values are read by the types of their fields, and null clears a field")
  func values() {
    let (entries, messages) = Self.read(
      #"{"recordType":"Sample","recordName":"a","recordChangeTag":"7","fields":{"integer":5,"double":5,"bytes":"AQ==","#
        + #""moment":"2026-11-21T00:00:00Z","reference":"b","references":["c",{"recordName":"d","action":"VALIDATE"}],"#
        + #""place":{"latitude":1,"longitude":2},"text":null,"plain":{"type":"STRING","value":null},"#
        + #""moments":[1,{"x":1}]}}"#)
    #expect(
      messages == [
        "314: moments is LIST<TIMESTAMP>: an array of other values is not a list such as [a date, such as"
          + " 2026-11-22T10:00:00Z]"
      ])
    #expect(entries == [])
    let (good, none) = Self.read(
      #"{"recordType":"Sample","recordName":"a","recordChangeTag":"7","fields":{"integer":5,"double":5,"bytes":"AQ==","#
        + #""moment":"2026-11-21T00:00:00Z","reference":"b","references":["c",{"recordName":"d","action":"VALIDATE"}],"#
        + #""place":{"latitude":1,"longitude":2},"text":null,"plain":{"type":"STRING","value":null}}}"#)
    #expect(none == [])
    var record = Record(type: "Sample", name: "a", changeTag: "7")
    record["integer"] = .int64(5)
    record["double"] = .double(5)
    record["bytes"] = .bytes([1])
    record["moment"] = .timestamp(Timestamp(milliseconds: 1_795_219_200_000))
    record["reference"] = .reference(Reference("b"))
    record["references"] = .list([.reference(Reference("c")), .reference(Reference("d", action: .validate))])
    record["place"] = .location(Location(latitude: 1, longitude: 2))
    #expect(good == [RecordEntry(record, clearing: ["text", "plain"])])
  }

  @Test("all mistakes of one record are reported")
  func together() {
    let (entries, messages) = Self.read(
      #"{"recordType":"Sample","recordName":"a","fields":{"integer":"5","place":"x","places":["37.33,-122.03"],"x":1}}"#
    )
    #expect(entries == [])
    #expect(
      messages == [
        "60: integer is INT64: a string '5' is not a whole number, such as 42",
        "72: place is LOCATION: a string 'x' is not a latitude and longitude, such as 37.33,-122.03",
        "103: Sample has no field 'x' in the schema",
      ])
  }

  @Test(
    "every mistake is reported with its place",
    arguments: [
      (
        #"{"recordType":"Sample","fields":{}}"#,
        "0: the recordName is missing; without it, each run would create the record again"
      ),
      (#"{"recordName":"a"}"#, "0: the recordType is missing"),
      (
        #"{"recordType":"Sampel","recordName":"a"}"#, "14: the schema has no record type 'Sampel'; did you mean Sample?"
      ),
      (
        #"{"recordType":"Users","recordName":"a"}"#,
        "14: Users is a system record type: its records cannot be listed, edited, or copied"
      ),
      (#"{"recordType":"Sample","recordName":"_a"}"#, "36: a record name cannot start with '_', as '_a' does"),
      (
        #"{"recordType":"Sample","recordName":"a","fields":{"txet":1}}"#,
        "50: Sample has no field 'txet'; did you mean text?"
      ),
      (
        #"{"recordType":"Sample","recordName":"a","fields":{"___etag":"x"}}"#,
        "50: Sample.___etag is a system field, which only CloudKit sets"
      ),
      (
        #"{"recordType":"Sample","recordName":"a","fields":{"text":1}}"#,
        "57: text is STRING: a number is not text"
      ),
      (
        #"{"recordType":"Sample","recordName":"a","fields":{"text":{"type":"INT64","value":1}}}"#,
        "57: text is STRING: an object of type INT64 is not text"
      ),
      (
        #"{"recordType":"Sample","recordName":"a","fields":{"moment":"2021-01-01"}}"#,
        "59: moment is TIMESTAMP: a string '2021-01-01' is not a date, such as 2026-11-22T10:00:00Z"
      ),
      (
        #"{"recordType":"Sample","recordName":"a","fields":{"asset":{"fileChecksum":"x","size":1}}}"#,
        "58: asset is ASSET: files cannot be written here; leave the field out to keep its file"
      ),
      (#"{"recordType":"Sample","recordName":"a","fields":{"text":"a","text":"b"}}"#, "61: text is stated twice"),
      (
        #"{"recordType":"Sample","recordName":"a","title":"x"}"#,
        "40: unknown key 'title'; a record has created, fields, modified, recordChangeTag, recordName, recordType"
      ),
      (
        #"{"recordType":"Sample","recordName":"a","partial":true}"#,
        "40: the record has only the fields that --fields named, and would lose all others; show it without --fields,"
          + " or use 'records set'"
      ),
      (
        #"{"recordType":"Sample","recordName":"a"}"# + "\n" + #"{"recordType":"Sample","recordName":"a"}"#,
        "41: the record 'a' is stated twice"
      ),
      (#"{"recordType":"Sample","recordName":"a"}"# + "\n{,}", "42: this is not JSON"),
      (
        #"{"format":"celestra-admin records","missing":[],"partial":[],"skipped":[],"types":[],"version":1}"#,
        "-1: this is a file of 'records export'"
      ),
    ])
  func mistakes(text: String, message: String) { #expect(Self.read(text).messages == [message]) }

  @Test("a record over 1 MB is refused")
  func size() {
    let text = String(repeating: "x", count: 1_000_001)
    let line = #"{"recordType":"Sample","recordName":"a","fields":{"text":"\#(text)"}}"#
    #expect(
      Self.read(line).messages == ["0: the record has 1000005 bytes, more than the 1 MB a record may have"])
  }

  @Test("damaged files are read or refused with an error, and never crash")
  func fuzz() {
    let text =
      #"{"recordType":"Sample","recordName":"a","fields":{"texts":["a"],"place":{"latitude":1,"longitude":2}}}"#
    var damage = Damage(inserting: ["{", "}", "[", ",", "\"", ":", "\n", "null", "1e999", "\\u0000"], seed: 9)
    for _ in 0..<Damage.iterations(3000) {
      var diagnostics: [Diagnostic] = []
      let bytes = damage.damaged([Array((text + "\n" + text).utf8), Array("[\(text)]".utf8)])
      _ = RecordListReader(Sample.schema).entries(SourceText(name: "r", bytes: bytes), into: &diagnostics)
    }
  }
}
