/// A feed's own metadata as of its last read, which may fill empty fields of the catalog.
package struct SelfDescription: Hashable, Sendable {
  /// The URL of the feed's website.
  package var siteURL: String?
  /// The URL of the feed's image.
  package var imageURL: String?
  /// The language, as written in the feed.
  package var language: String?
  /// The subtitle or description, as written in the feed.
  package var subtitle: String?

  /// The title, as written in the feed.
  package var title: String?

  /// Creates a description.
  package init(siteURL: String?, imageURL: String?, language: String?, subtitle: String?, title: String? = nil) {
    self.title = title
    self.siteURL = siteURL
    self.imageURL = imageURL
    self.language = language
    self.subtitle = subtitle
  }
}
