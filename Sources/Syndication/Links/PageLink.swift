/// The address of a feed's site or an item's page: that of the likeliest of several links.
struct PageLink {
  /// The kinds of links, the least likely first.
  enum Kind: Comparable {
    /// A link to something other than HTML.
    case other
    /// A link with a language, as translations have.
    case translation
    /// A link of Atom in another format, where publishers forget to say that it leads to a feed.
    case foreign
    case page
  }

  private(set) var address: String?
  private var kind = Kind.other

  /// Sets the address. Of links of the same kind, the first wins, but the last of links to pages.
  mutating func set(_ address: String, _ kind: Kind) {
    guard self.address == nil || kind > self.kind || kind == self.kind && kind >= .foreign else { return }
    self.address = address
    self.kind = kind
  }
}
