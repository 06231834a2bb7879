/// What a feed said of itself when it was last read: what may fill a catalogue's empty fields.
package struct SelfDescription: Hashable, Sendable {
  /// The page it is the feed of.
  package var siteURL: String?
  /// Its picture.
  package var imageURL: String?
  /// Its language, as the feed has it.
  package var language: String?
  /// What it is about, as the feed has it.
  package var subtitle: String?

  /// A description.
  package init(siteURL: String?, imageURL: String?, language: String?, subtitle: String?) {
    self.siteURL = siteURL
    self.imageURL = imageURL
    self.language = language
    self.subtitle = subtitle
  }
}
