/// A feed's own metadata when it was last read. It may fill empty fields of the catalogue.
package struct SelfDescription: Hashable, Sendable {
  /// The URL of its website.
  package var siteURL: String?
  /// The URL of its image.
  package var imageURL: String?
  /// Its language, as written in the feed.
  package var language: String?
  /// Its subtitle or description, as written in the feed.
  package var subtitle: String?

  /// A description.
  package init(siteURL: String?, imageURL: String?, language: String?, subtitle: String?) {
    self.siteURL = siteURL
    self.imageURL = imageURL
    self.language = language
    self.subtitle = subtitle
  }
}
