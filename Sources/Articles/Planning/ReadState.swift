package import Catalog

/// Digests that show in a later run that the articles of a document are stored.
package struct ReadState: Hashable, Sendable {
  package let digest: String
  /// The digest of the document's validators; `nil` if they belong to a longer document than the one received.
  package internal(set) var validator: String?
  /// Whether the document is compared with the stored articles.
  package var isCompared = true
  /// Whether the last probe read the document and found no defect, so that it is not read again.
  package var isKnown = false

  package init(body: [UInt8], etag: String?, lastModified: String?, feed: FeedEntry, settings: ArticleSettings) {
    digest = settings.digest(of: body, feed: feed)
    validator = settings.validator(etag: etag, lastModified: lastModified, feed: feed)
  }
}
