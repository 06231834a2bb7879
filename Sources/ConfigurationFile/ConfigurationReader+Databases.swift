import Yams

/// The databases of record types: `default: private`, and names by database, `public: [Feed, "Public*"]`.
extension ConfigurationReader {
  private static let standard = "default"

  mutating func databases(_ node: Node) -> Configuration.Databases {
    var databases = Configuration.Databases()
    guard let mapping = node.mapping else {
      reject(node, "'databases' must be a mapping", help: "write 'default: private' or 'public: [Feed]' below it")
      return databases
    }
    for (key, value) in mapping {
      switch key.scalar?.string {
      case Self.standard?: databases.standard = word(value, of: Self.standard, among: vocabulary.databases)
      case let name? where vocabulary.databases.contains(name): databases.patterns[name] = names(value, of: name)
      default: unknown(key, "key", "keys of databases", among: [Self.standard] + vocabulary.databases)
      }
    }
    return databases
  }

  private mutating func names(_ node: Node, of database: String) -> [String] {
    guard let names = words(node) else {
      reject(
        node, "'\(database)' must be a list of record types",
        help: "write [Feed, \"Public*\"]; * matches any characters")
      return []
    }
    return names
  }
}
