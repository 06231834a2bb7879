import CloudKitSchema
import Diagnostics
import SchemaReview

/// What libFuzzer calls with each input: reads it as two schemas and holds the language's properties.
///
/// `.ci/fuzz` builds it, no package does: libFuzzer brings the `main` of such a program.
@_cdecl("LLVMFuzzerTestOneInput")
func test(_ input: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: input, count: count))
  // A zero byte parts the files: no schema has one.
  let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
  let documents = parts.map { SchemaDocument(SourceText(name: "fuzz", bytes: $0)) }
  for document in documents {
    let source = document.file.source
    let frame = CodeFrame(source)
    precondition(LintRun(document.file).diagnostics.allSatisfy { !frame.render($0).isEmpty })
    let fixed = FixRun.fixing(source, selection: RuleSelection()).source
    precondition(FixRun.fixing(fixed, selection: RuleSelection()).applied == 0, "fixing needs a second run")
    guard !document.hasErrors else { continue }
    let printed = SchemaDocument(SourceText(name: "printed", text: document.schema.inExportOrder.text()))
    precondition(printed.schema == document.schema.inExportOrder, "printing changes the meaning")
    if let text = try? SchemaFormatter.format(document.file) {
      let again = try? SchemaFormatter.format(SchemaFile(SourceText(name: "again", text: text)))
      precondition(again == text, "formatting twice is not formatting once")
    }
  }
  guard let old = documents.first, let new = documents.last, !old.hasErrors, !new.hasErrors else { return 0 }
  let diff = SchemaDiff(from: old.schema, to: new.schema)
  precondition(
    diff.apply(to: old.schema).declaringSystemFields.inExportOrder == new.schema.declaringSystemFields.inExportOrder,
    "the differences do not make the new schema out of the old one")
  precondition(SchemaDiff(from: new.schema, to: new.schema).changes.isEmpty, "a schema differs from itself")
  return 0
}
