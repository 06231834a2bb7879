import Yams

extension ConfigurationReader {
  private static let keys = ["content", "deny", "excerpt"]

  mutating func articles(_ node: Node) -> Configuration.Articles {
    var articles = Configuration.Articles()
    guard let mapping = node.mapping else {
      reject(node, "'articles' must be a mapping", help: "write 'excerpt:' and a list of feed addresses below it")
      return articles
    }
    for (key, value) in mapping {
      switch key.scalar?.string {
      case "content":
        articles.isExcerpt = word(value, of: "content", among: ["full", "excerpt"]).map { $0 == "excerpt" }
      case "excerpt": articles.excerpt = addresses(value, of: "excerpt")
      case "deny": articles.deny = addresses(value, of: "deny")
      default: unknown(key, "key", "keys of articles", among: Self.keys)
      }
    }
    return articles
  }

  private mutating func addresses(_ node: Node, of name: String) -> [String] {
    guard let addresses = words(node) else {
      reject(node, "'\(name)' must be a list of addresses", help: "write each address as '- https://…' on its own line")
      return []
    }
    return addresses
  }
}
