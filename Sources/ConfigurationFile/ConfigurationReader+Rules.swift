import Diagnostics
import Yams

/// The settings of rules: `number-type: off`, or a mapping with `severity` and the options of the rule.
extension ConfigurationReader {
  private static let severities = ["off"] + Diagnostic.Severity.allCases.map(\.rawValue)

  mutating func rules(_ node: Node) -> [String: Configuration.RuleSettings] {
    guard let mapping = node.mapping else {
      reject(node, "'rules' must be a mapping", help: "write one line 'rule-id: severity' per rule")
      return [:]
    }
    var rules: [String: Configuration.RuleSettings] = [:]
    for (key, value) in mapping {
      let id = key.scalar?.string ?? ""
      guard let rule = vocabulary.rules[id] else {
        unknown(
          key, "rule", "rules", among: vocabulary.rules.values.lazy.filter(\.isConfigurable).map(\.id).sorted())
        continue
      }
      if rule.isConfigurable {
        rules[id] = settings(value, of: rule)
      } else {
        reject(key, "'\(id)' is always an error", help: "remove the line, and fix the findings of the rule")
      }
    }
    return rules
  }

  private mutating func settings(_ node: Node, of rule: Rule) -> Configuration.RuleSettings {
    var settings = Configuration.RuleSettings()
    guard let mapping = node.mapping else {
      settings.severity = severity(node, of: rule.id)
      return settings
    }
    for (key, value) in mapping {
      let name = key.scalar?.string ?? ""
      if name == "severity" {
        settings.severity = severity(value, of: "severity")
      } else if let option = rule.options.first(where: { $0.key == name }) {
        settings.options[name] = self.value(value, of: option)
      } else {
        unknown(key, "option", "options", among: ["severity"] + rule.options.map(\.key))
      }
    }
    return settings
  }

  private mutating func severity(_ node: Node, of name: String) -> Diagnostic.Severity?? {
    word(node, of: name, among: Self.severities).map { Diagnostic.Severity(rawValue: $0) }
  }

  private mutating func value(_ node: Node, of option: RuleOption) -> RuleOption.Value? {
    switch option.standard {
    case .number:
      if let number = node.scalar.flatMap({ Int($0.string) }), number >= 0 { return .number(number) }
      reject(node, "'\(option.key)' must be a whole number, 0 or more", help: "the option sets \(option.summary)")
    case .words:
      if let words = words(node) { return .words(words) }
      reject(
        node, "'\(option.key)' must be a list of words", help: "write [one, two]; the option sets \(option.summary)")
    }
    return nil
  }
}
