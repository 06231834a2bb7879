import Foundation

/// A generated list of feeds in folders of 100, similar to real exports.
enum GeneratedOPML {
  /// Returns the list as OPML 2.0, with about 250 bytes per feed.
  static func list(count: Int) -> Data {
    var text =
      #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<opml version=\"2.0\"><head><title>All</title></head><body>"
    text.reserveCapacity(count * 270)
    for index in 0..<count {
      if index % 100 == 0 { text += "\(index > 0 ? "\n</outline>" : "")\n<outline text=\"Folder \(index / 100)\">" }
      text += """

        <outline type="rss" text="The quiet harbour &amp; signal notes №\(index)" title="The quiet harbour &amp; \
        signal notes №\(index)" xmlUrl="https://harbour-\(index).example.com/blog/feed.xml" \
        htmlUrl="https://harbour-\(index).example.com/blog/" description="What \(index) has to say"/>
        """
    }
    return Data((text + "\n</outline>\n</body></opml>\n").utf8)
  }
}
