import Catalog
import CloudKitRecords

/// Finds the stored records of drafts by their computed names.
struct ArticleMatch {
  /// A draft and its record.
  struct Pair {
    let draft: ArticleDraft
    /// The stored record; `nil` for a new article.
    var record: Record?
    /// The name of a new article.
    let name: RecordName
    /// Whether the record must be compared with its texts, because another user may have written it.
    var isUntrusted = false
  }

  private let layout: CatalogLayout
  private(set) var pairs: [Pair] = []
  /// The drafts without a record under the first of their names, or with one that may be another entry's.
  private(set) var doubtful: [ArticleDraft] = []
  private var claimed: Set<RecordName> = []

  init(_ layout: CatalogLayout) { self.layout = layout }

  /// Pairs drafts with the records that were looked up by the first of their names.
  mutating func match(_ drafts: [ArticleDraft], _ records: [RecordName: Record]) {
    for draft in drafts {
      if let record = usable(records[draft.names[0]]), draft.isRepeated || hasDetail(of: draft, record) {
        pair(draft, record)
      } else {
        doubtful.append(draft)
      }
    }
  }

  /// Pairs the other drafts with the records that were looked up by all their names. The record of the narrow key, which
  /// an earlier document needed, comes before a record of the main key with other details, which was edited.
  mutating func settle(_ records: [RecordName: Record]) {
    for draft in doubtful {
      let mains = draft.mainNames.compactMap { records[$0] }
      let candidates =
        mains.filter { hasDetail(of: draft, $0) } + draft.narrowNames.compactMap { records[$0] }
        + (draft.isRepeated ? [] : mains)
      if let record = candidates.lazy.compactMap(usable).first {
        pair(draft, record)
      } else {
        create(draft, isNarrow: draft.isRepeated || records[draft.mainNames[0]] != nil)
      }
    }
    doubtful = []
  }

  /// Makes new articles of all drafts, for a container without articles.
  mutating func create(_ drafts: [ArticleDraft]) {
    for draft in drafts { create(draft, isNarrow: draft.isRepeated) }
  }

  /// Pairs a new article with a record that has another name, unless another draft has it.
  mutating func adopt(_ record: Record, at index: Int) {
    guard pairs[index].record == nil, claimed.insert(record.name).inserted else { return }
    pairs[index].record = record
    pairs[index].isUntrusted = true
  }

  mutating func update(at index: Int, to record: Record) {
    pairs[index].record = record
    pairs[index].isUntrusted = true
  }

  private mutating func pair(_ draft: ArticleDraft, _ record: Record) {
    claimed.insert(record.name)
    pairs.append(Pair(draft: draft, record: record, name: record.name))
  }

  private mutating func create(_ draft: ArticleDraft, isNarrow: Bool) {
    let name = (isNarrow ? draft.narrowNames : draft.mainNames)[0]
    if claimed.insert(name).inserted { pairs.append(Pair(draft: draft, record: nil, name: name)) }
  }

  /// Returns a record that no other draft has and that is an article.
  private func usable(_ record: Record?) -> Record? {
    guard let record, record.type == layout.articleType, !claimed.contains(record.name) else { return nil }
    return record
  }

  /// Whether a record has the link or title of a draft.
  private func hasDetail(of draft: ArticleDraft, _ record: Record) -> Bool {
    if draft.key.detail.isEmpty { return true }
    let field = (draft.key.isLink ? ArticleField.url : ArticleField.title).name
    let texts = [record[field]?.string, draft.fields[field]?.string].map { text in
      (text ?? "").trimmingPrefix("http").trimmingPrefix("s:").trimmingPrefix(":")
    }
    return texts[0] == texts[1]
  }
}

extension ArticleMatch {
  /// The drafts without a record, and their positions.
  var newDrafts: [(index: Int, draft: ArticleDraft)] {
    pairs.enumerated().filter { $0.element.record == nil }.map { ($0.offset, $0.element.draft) }
  }

  /// Drops pairs at some positions.
  mutating func drop(_ indices: Set<Int>) {
    if !indices.isEmpty { pairs = pairs.enumerated().filter { !indices.contains($0.offset) }.map(\.element) }
  }
}
