import Diagnostics

extension Rule.Scope {
  /// The commands that check the rules, without the program, as help lists them; empty for the rules of a kind of file
  /// that any command reads.
  var commands: [String] {
    let schema = Program.current.schemaCommand
    switch self {
    case .syntax, .language: return [schema("validate"), schema("lint")]
    case .practice, .suppression: return [schema("lint")]
    case .acceptance: return [schema("lint"), schema("plan")]
    case .merging: return [schema("merge")]
    case .deployment: return [schema("plan")]
    case .queries: return [schema("queries")]
    case .model: return [schema("model"), schema("parity")]
    case .parity: return [schema("parity")]
    case .drift: return [program.schemaCommand("drift")]
    case .catalog, .articles: return ["audit"]
    case .json, .configuration: return []
    }
  }

  /// The program with the commands. Only one reads live schemas.
  var program: Program { self == .drift ? .celestraAdmin : .current }

  /// What checks the rules, as the head of a list.
  var head: String {
    commands.isEmpty ? "every command that reads a \(rawValue) file" : commands.joined(separator: ", ")
  }
}

extension [Rule] {
  /// The rules by what checks them, in the order of the scopes.
  var byCommand: [(head: String, rules: [Rule])] {
    let groups = Dictionary(grouping: self, by: \.scope.head)
    var heads: [String] = []
    for scope in Rule.Scope.allCases where !heads.contains(scope.head) { heads.append(scope.head) }
    return heads.compactMap { head in groups[head].map { (head, $0) } }
  }
}
