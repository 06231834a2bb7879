package import Diagnostics
import SwiftSources

/// Which versions and configurations of a model an app uses.
package struct ModelChoice: Sendable {
  /// Whether every version counts, because shipped apps of each keep writing.
  package var allVersions = false
  /// `nil` for the version that the model states.
  package var version: String?
  /// The names of the mirrored configurations; empty for those that the model marks.
  package var configurations: [String] = []

  package init() {}

  fileprivate var configurationNames: [String]? { configurations.isEmpty ? nil : configurations }
}

package struct ModelChoiceFailure: Error, CustomStringConvertible {
  package let description: String
}

/// What the models of an app write, and what is wrong in them.
package struct ModelReading: Sendable {
  package private(set) var written = WrittenSchema()
  /// What the versions wrote that are not chosen.
  package private(set) var earlier = WrittenSchema()
  package private(set) var diagnostics: [Diagnostic] = []
  package private(set) var sources: [SourceText] = []
  /// Whether a chosen version cannot be read.
  package private(set) var isUnreadable = false

  package private(set) var uses: [RecordUse] = []

  package init() {}

  /// Adds the SwiftData classes of Swift sources, and the record types that their code uses.
  package mutating func add(_ app: AppSources, _ choice: ModelChoice) {
    sources += app.files.map(\.source)
    if app.mirrorsSwiftData {
      let reader = SwiftModelReader(app)
      diagnostics += reader.diagnostics + ModelCheck(reader.model, others: reader.earlier).diagnostics
      written.add(WrittenSchema(reader.model))
      for model in reader.earlier {
        let schema = WrittenSchema(model)
        if choice.allVersions { written.add(schema) } else { earlier.add(schema) }
      }
    }
    let constants = CodeConstants(app)
    for (file, scopes) in zip(app.files, app.scopes) {
      let reader = RecordUseReader.read(file, scopes, constants)
      uses += reader.uses
      let rule = Rule.unreadRecordType
      diagnostics += reader.unread.map {
        Diagnostic(rule.severity, rule: rule.id, rule.summary, file: file.source.name, range: $0, help: rule.advice)
      }
    }
    written.add(WrittenSchema(uses))
  }

  /// Adds the models of one container. One of them must have a named configuration.
  package mutating func add(_ bundles: [ModelBundle], _ choice: ModelChoice) throws(ModelChoiceFailure) {
    var configurations: Set<String> = []
    for bundle in bundles {
      let found = try add(bundle, choice)
      configurations.formUnion(found)
    }
    guard !bundles.isEmpty, !isUnreadable else { return }
    try choice.check(configurations, of: bundles)
  }

  /// Adds a model, and returns the names of its chosen versions' configurations.
  private mutating func add(_ bundle: ModelBundle, _ choice: ModelChoice) throws(ModelChoiceFailure) -> Set<String> {
    let chosen = try bundle.chosen(choice)
    var configurations: Set<String> = []
    let main = chosen.last { $0.name == bundle.current?.name } ?? chosen.last
    for version in bundle.versions {
      let isChosen = chosen.contains { $0.name == version.name }
      sources.append(version.source)
      if isChosen { diagnostics += version.diagnostics }
      guard let model = version.model else {
        isUnreadable = isUnreadable || isChosen
        continue
      }
      if isChosen { configurations.formUnion(model.configurations.map(\.name)) }
      // All entities are in the standard configuration, which has no name.
      let names = model.configurations.isEmpty ? nil : choice.configurationNames
      let schema = WrittenSchema(model, configurations: names)
      if isChosen { written.add(schema) } else { earlier.add(schema) }
      guard version.name == main?.name else { continue }
      let others = bundle.versions.filter { $0.name != version.name }.compactMap(\.model)
      let check = ModelCheck(model, configurations: names, others: others)
      // With all versions chosen, a change of a type is a conflict of what they write.
      diagnostics += check.diagnostics.filter { !choice.allVersions || $0.rule != Rule.changedAttributeType.id }
    }
    return configurations
  }
}

extension ModelChoice {
  /// - Throws: If the models do not have a named configuration.
  fileprivate func check(_ known: Set<String>, of bundles: [ModelBundle]) throws(ModelChoiceFailure) {
    guard let unknown = configurations.first(where: { !known.contains($0) }) else { return }
    let models = bundles.map(\.name).joined(separator: ", ")
    let names = known.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw ModelChoiceFailure(
      description: "\(models) has no configuration '\(unknown)': it has \(known.isEmpty ? "none" : names)")
  }
}

extension ModelBundle {
  fileprivate func chosen(_ choice: ModelChoice) throws(ModelChoiceFailure) -> [ModelVersion] {
    if choice.allVersions { return versions }
    let names = versions.map { "'\($0.name)'" }.joined(separator: ", ")
    if let name = choice.version {
      let found = versions.filter { $0.name == name }
      guard found.isEmpty else { return found }
      throw ModelChoiceFailure(description: "\(self.name) has no version '\(name)': it has \(names)")
    }
    if let current { return [current] }
    throw ModelChoiceFailure(
      description: "\(name) does not say which version the app uses: pass --model-version with one of \(names)")
  }
}
