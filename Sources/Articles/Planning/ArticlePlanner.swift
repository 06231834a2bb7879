import Catalog
import CloudKitRecords
import CloudKitSchema

/// Plans the change that makes a stored article match its draft.
struct ArticlePlanner: Sendable {
  /// Maximum characters of a shortened text.
  private static let shortLength = 20_000

  /// The fields that differ if the whole text may: of an edit, or because another program wrote the article.
  private static let signsOfText = [
    ArticleField.contentHash.name, ArticleField.contentText.name, ArticleField.excerpt.name,
  ]

  let settings: ArticleSettings
  let asOf: Timestamp
  private let type: RecordType.Name
  /// The names of the fields that an edit changes.
  private let edited: [String]
  /// The names of the fields of the whole text, which a look-up leaves out.
  private let texts: [String]
  private let published, fetched, expires: String

  init(_ settings: ArticleSettings, asOf: Timestamp) {
    self.settings = settings
    self.asOf = asOf
    let layout = settings.layout
    type = layout.articleType
    func name(_ field: CatalogField) -> String { field.name(in: layout) ?? field.name }
    published = name(ArticleField.publishedDate)
    fetched = name(ArticleField.fetchedAt)
    expires = name(ArticleField.expiresAt)
    let dates = [published, fetched, expires]
    let all = CatalogTable.articles.fields.names(in: layout).filter { !dates.contains($0) }
    // The digest in `publicCatalog` covers the whole text. CelestraKit's does not, so its plain text is compared.
    var texts = [ArticleField.content.name]
    if layout == .publicCatalog { texts.append(ArticleField.contentText.name) }
    self.texts = texts
    edited = all.filter { !texts.contains($0) }
  }

  func desiredFields(comparingTexts comparesTexts: Bool) -> [String] {
    edited + [published, fetched, expires] + (comparesTexts || alwaysComparesTexts ? texts : [])
  }

  /// Whether all texts are compared: where only excerpts are stored, full texts are rare and must be found.
  private var alwaysComparesTexts: Bool {
    settings.refreshes || settings.content == .excerpt || !settings.excerptFeeds.isEmpty
  }

  func creation(of draft: ArticleDraft, named name: RecordName) -> PlannedChange {
    var fields = draft.fields
    fields[published] = .timestamp(draft.published ?? asOf)
    fields[fetched] = .timestamp(asOf)
    fields[expires] = .timestamp(expiry)
    return PlannedChange(
      RecordOperation(.create, Record(type: type, name: name, fields: fields)), title: title(of: draft))
  }

  /// Returns the change of a stored article; `nil` if it has the draft's fields.
  /// - Parameters:
  ///   - comparesTexts: whether the record was read with its texts.
  ///   - isUntrusted: whether a user who may not write feeds wrote the record: its spelling does not stay.
  func change(
    of record: Record, to draft: ArticleDraft, comparingTexts comparesTexts: Bool, isUntrusted: Bool
  ) -> PlannedChange? {
    let wanted = isUntrusted ? draft.fields : draft.fields(keepingSpellingOf: record, in: settings.layout)
    var names = edited.filter { record[$0] != wanted[$0] }
    if comparesTexts || alwaysComparesTexts {
      names += texts.filter { record[$0] != wanted[$0] }
    } else if Self.signsOfText.contains(where: names.contains) {
      names += texts
    }
    var fields: RecordFields = [:]
    for name in names { fields[name] = wanted[name] }
    let cleared = Set(names.filter { wanted[$0] == nil })
    // The dates never change, because the app sorts by them and feeds re-date entries to return to the top.
    if record[published] == nil { fields[published] = .timestamp(draft.published ?? asOf) }
    if record[fetched] == nil { fields[fetched] = .timestamp(asOf) }
    if needsRenewal(record, of: draft) { fields[expires] = .timestamp(expiry) }
    if fields.isEmpty, cleared.isEmpty { return nil }
    return record.change(fields, clearing: cleared, title: title(of: draft))
  }

  /// Returns a change without the HTML and most of the text, for a store that rejects the record as too large; `nil`
  /// for another error.
  func shortened(_ change: PlannedChange, after error: RecordError) -> PlannedChange? {
    guard error.code == .limitExceeded else { return nil }
    let operation = change.operation
    var record = operation.record
    let (html, text) = (ArticleField.content.name, ArticleField.contentText.name)
    let isCleared = operation.kind == .update && record[html] != nil
    record[html] = nil
    if let full = record[text]?.string { record[text] = .string(SafeText.start(of: full, atMost: Self.shortLength)) }
    return PlannedChange(
      RecordOperation(operation.kind, record, clearing: operation.cleared.union(isCleared ? [html] : [])),
      title: change.title)
  }

  func isRenewal(_ change: PlannedChange) -> Bool {
    change.operation.kind == .update && change.operation.cleared.isEmpty
      && change.operation.record.fields.keys.allSatisfy { $0 == expires }
  }

  private var expiry: Timestamp { Timestamp(milliseconds: asOf.milliseconds + settings.retention) }

  /// Whether the expiry of a listed article is missing, later than the retention allows, or near for an article that is
  /// kept, or that its feed has dated again since: it would return, as a new one, as soon as it was deleted.
  private func needsRenewal(_ record: Record, of draft: ArticleDraft) -> Bool {
    guard let date = record[expires]?.timestamp else { return true }
    // Up to a day, a date may be in the future.
    let start = date.milliseconds - settings.retention + 86_400_000
    let isKept = draft.isKept || draft.published.map { $0.milliseconds > start } ?? false
    // By a clock that is behind, every expiry would be late.
    return date > expiry && !record.wasFetched(after: asOf, in: settings.layout)
      || isKept && date.seconds(since: asOf) * 1000 <= Double(settings.renewal)
  }

  private func title(of draft: ArticleDraft) -> String? { draft.fields[ArticleField.title.name]?.string }
}
