import AppModel
import CloudKitSchema
import Diagnostics
import TestEnvironment
import Testing

@Suite("Collected models and exports", .enabled(if: Corpus.has("coredata"), "\(Corpus.absence)"))
struct ModelCorpusTests {
  /// The fields that an app needs in record types that an export has, and those of them that are there.
  private static func counts(
    _ written: WrittenSchema, in schema: Schema, _ isCounted: (WrittenField) -> Bool
  ) -> (found: Int, needed: Int) {
    var (found, needed) = (0, 0)
    for type in written.recordTypes {
      guard let there = schema.recordType(named: type.name) else { continue }
      let fields = type.fields.filter(isCounted)
      needed += fields.count
      found += fields.count { there.field(named: $0.name) != nil }
    }
    return (found, needed)
  }

  private static func isValue(_ field: WrittenField) -> Bool {
    field.need == .value && field.name != "CD_entityName"
  }

  private static func isAttribute(_ field: WrittenField) -> Bool {
    field.need == .value && field.origin.hasPrefix("attribute")
  }

  private static func isAsset(_ field: WrittenField) -> Bool { field.need == .largeValue || field.need == .largeData }

  @Test("parity of a model and its export has the known numbers", arguments: ModelCorpus.pairs)
  func pairs(pair: ModelCorpus.Pair) throws {
    let written = try ModelCorpus.written(pair)
    let file = SchemaFile(try ModelCorpus.text(pair.export))
    let schema = Schema(file)
    let types = written.recordTypes.count { schema.recordType(named: $0.name) != nil }
    #expect((types, written.recordTypes.count) == pair.types)
    #expect(Self.counts(written, in: schema, Self.isAttribute) == pair.fields)
    #expect(Self.counts(written, in: schema, Self.isAsset) == pair.assets)
    let parity = Parity(of: written, in: file)
    func count(_ rules: Set<String>) -> Int { parity.differences.count { rules.contains($0.rule.id) } }
    #expect(count(["different-field-type", "different-encryption"]) == pair.wrong)
    #expect(count(["missing-record-type"]) == 0)
    #expect(count(["missing-field"]) == pair.fields.needed - pair.fields.found + pair.withoutEntityName)
    #expect(count(["missing-asset-field", "missing-file-field"]) == pair.assets.needed - pair.assets.found)
  }

  @Test("a field that is dropped from an export, or retyped, is found, for every field", arguments: ModelCorpus.pairs)
  func mutations(pair: ModelCorpus.Pair) throws {
    let mutations = try Self.mutations(of: try ModelCorpus.written(pair), pair.export)
    #expect(mutations >= pair.fields.found - pair.wrong)
  }

  @Test("so it is for the fields of SwiftData classes", arguments: ModelCorpus.swiftPairs)
  func swiftMutations(pair: ModelCorpus.SwiftPair) throws {
    var reading = ModelReading()
    reading.add(try ModelCorpus.sources(pair.models), ModelChoice())
    let mutations = try Self.mutations(of: reading.written, pair.export)
    #expect(mutations >= pair.fields.found - pair.wrong)
  }

  /// Drops and retypes each field of an export that an app writes, and returns how many of them were retyped.
  private static func mutations(of written: WrittenSchema, _ export: String) throws -> Int {
    let schema = Schema(SchemaFile(try ModelCorpus.text(export)))
    func differences(_ schema: Schema) -> [Parity.Difference] {
      Parity(of: written, in: SchemaFile(SourceText(name: "mutated", text: schema.text()))).differences
    }
    let known = differences(schema)
    var mutations = 0
    for (index, type) in schema.recordTypes.enumerated() {
      for (place, field) in type.fields.enumerated() {
        guard let needed = written.recordType(named: type.name)?.field(named: field.name) else { continue }
        var dropped = schema
        dropped.recordTypes[index].fields.remove(at: place)
        let missing = differences(dropped).filter { !known.contains($0) }
        #expect(
          missing.map(\.field) == [field.name] && missing.map(\.state) == [.missing], "\(type.name).\(field.name)")
        guard field.type == needed.type else { continue }
        var retyped = schema
        retyped.recordTypes[index].fields[place].type = FieldType(field.type.primitive == .double ? .string : .double)
        let different = differences(retyped).filter { !known.contains($0) }
        #expect(different.map(\.field) == [field.name] && different.map(\.state) == [.different])
        mutations += 1
      }
    }
    return mutations
  }

  @Test("the schema of a model, merged into its export, has all that the model needs", arguments: ModelCorpus.pairs)
  func merged(pair: ModelCorpus.Pair) throws {
    let written = try ModelCorpus.written(pair)
    var schema = Schema(SchemaFile(try ModelCorpus.text(pair.export)))
    for type in written.schema(indexes: .default).missing(from: schema).recordTypes {
      if let index = schema.recordTypes.firstIndex(where: { $0.name == type.name }) {
        schema.recordTypes[index].fields += type.fields
      } else {
        schema.recordTypes.append(type)
      }
    }
    let parity = Parity(of: written, in: SchemaFile(SourceText(name: "merged", text: schema.text())))
    #expect(parity.differences.count { $0.state == .missing } == 0)
    #expect(parity.differences.count { $0.state == .different } == pair.wrong)
  }

  @Test("an initialized export has exactly the fields of its model with the same indexes")
  func initialized() throws {
    let pair = ModelCorpus.pairs[1]
    let generated = try ModelCorpus.written(pair).schema(indexes: .default)
    let export = Schema(SchemaFile(try ModelCorpus.text(pair.export)))
    var fields = 0
    for type in generated.recordTypes {
      let there = try #require(export.recordType(named: type.name))
      for field in type.fields { #expect(there.fields.contains(field), "\(type.name).\(field.name)") }
      fields += type.fields.count
      #expect(there.grants == type.grants)
    }
    #expect(fields == 105)
  }

  @Test("every model is read, and a schema made from it has all that it needs", arguments: ModelCorpus.models)
  func models(file: String) throws {
    let version = ModelVersion(try ModelCorpus.text(file))
    let model = try #require(version.model)
    #expect(!model.entities.isEmpty && !version.diagnostics.contains { $0.rule == "unread-model-element" })
    let written = WrittenSchema(model)
    let text = written.schema(sharing: true).text()
    let schema = SchemaFile(SourceText(name: "generated", text: text))
    #expect(schema.syntaxDiagnostics.isEmpty)
    #expect(Parity(of: written, in: schema).differences.isEmpty)
  }

  @Test("the model of a public report breaks the rules that its log names")
  func reportedModel() throws {
    let file = "CubeLabsNZ__CubeTime__txmerdata.xcdatamodeld__txmerdata.xcdatamodel__contents"
    let model = try #require(ModelVersion(try ModelCorpus.text(file)).model)
    let rules = Set(ModelCheck(model).diagnostics.map(\.rule))
    #expect(rules.isSuperset(of: ["attribute-without-default", "ordered-relationship"]))
  }

  @Test("a renamed entity is found between the versions of a public model")
  func renamedEntity() throws {
    let folder = "passepartoutvpn__passepartout__Profiles.xcdatamodeld__"
    let old = try #require(ModelVersion(try ModelCorpus.text(folder + "Profiles.xcdatamodel__contents")).model)
    let new = try #require(ModelVersion(try ModelCorpus.text(folder + "ProfilesV3.xcdatamodel__contents")).model)
    #expect(ModelCheck(new, others: [old]).diagnostics.map(\.rule).contains("renamed-entity"))
  }

  @Test("a model that its app does not mirror is one finding")
  func unmirrored() throws {
    let file = "CHaerem__Akashic__Akashic.xcdatamodeld__Akashic-4.xcdatamodel__contents"
    let written = WrittenSchema(try #require(ModelVersion(try ModelCorpus.text(file)).model))
    let schema = ModelExamples.schema("RECORD TYPE Journey ( name STRING, GRANT READ TO \"_world\" );")
    #expect(Parity(of: written, in: schema).findings.map(\.rule) == ["model-not-mirrored"])
  }

  @Test("parity of SwiftData classes and their export has the known numbers", arguments: ModelCorpus.swiftPairs)
  func swiftPairs(pair: ModelCorpus.SwiftPair) throws {
    var reading = ModelReading()
    reading.add(try ModelCorpus.sources(pair.models), ModelChoice())
    let file = SchemaFile(try ModelCorpus.text(pair.export))
    let schema = Schema(file)
    let types = reading.written.recordTypes.filter { $0.name != "CDMR" }
    #expect((types.count { schema.recordType(named: $0.name) != nil }, types.count) == pair.types)
    #expect(Self.counts(reading.written, in: schema, Self.isValue) == pair.fields)
    let parity = Parity(of: reading.written, in: file)
    #expect(parity.differences.count { $0.state == .different } == pair.wrong)
    #expect(!reading.diagnostics.contains { $0.rule == "unread-property" })
  }
}
