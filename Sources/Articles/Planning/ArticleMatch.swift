import Catalog
import CloudKitRecords

/// What was looked up to find the stored articles of drafts.
struct ArticleLookups {
  var records: [RecordName: Record] = [:]
  /// The names of stored articles that are those of drafts without a record under their own names, by the drafts'
  /// positions.
  var otherNames: [Int: RecordName] = [:]
  /// The names of records that were read with their texts, because another program may have written them.
  var wholeRecords: Set<RecordName> = []
  /// The names of records that a user wrote who may not write feeds.
  var untrustedRecords: Set<RecordName> = []
}

/// A draft and its stored article.
struct ArticleMatch {
  let draft: ArticleDraft
  /// The draft's position.
  let position: Int
  /// The stored record; `nil` for a new article.
  var record: Record?
  var name: RecordName
  /// Whether the record must be compared with its texts, because another program may have written it.
  var comparesTexts = false
  /// Whether a user wrote the record who may not write feeds.
  var isUntrusted = false

  /// Matches drafts with looked-up records, each record with one draft.
  ///
  /// First come the records that certainly belong to a draft. Then the record of the narrow key, which an earlier
  /// document needed, comes before a record of the main key with other details, which was edited. Last come records
  /// with other names. A new article whose name another draft has is left out.
  static func matches(_ drafts: [ArticleDraft], _ lookups: ArticleLookups, _ layout: CatalogLayout) -> [ArticleMatch] {
    var claimed: Set<RecordName> = []
    func claim(_ records: [Record]) -> Record? {
      records.first { $0.type == layout.articleType && claimed.insert($0.name).inserted }
    }
    var matches = drafts.enumerated().map { position, draft in
      let record = claim(hasOwnRecord(draft, lookups) ? lookups[[draft.names[0]]] : [])
      return ArticleMatch(draft: draft, position: position, record: record, name: draft.names[0])
    }
    var isRepetition = Set<Int>()
    for (index, match) in matches.enumerated() where match.record == nil {
      let draft = match.draft
      let mains = lookups[draft.mainNames]
      let certain = mains.filter { draft.hasDetail(of: $0) } + lookups[draft.narrowNames]
      if let record = claim(certain + (draft.isRepeated ? [] : mains)) {
        matches[index].record = record
      } else {
        let isNarrow = draft.isRepeated || lookups.records[draft.mainNames[0]] != nil
        matches[index].name = (isNarrow ? draft.narrowNames : draft.mainNames)[0]
        if !claimed.insert(matches[index].name).inserted { isRepetition.insert(index) }
      }
    }
    for (index, name) in lookups.otherNames.sorted(by: { $0.key < $1.key })
    where matches[index].record == nil && !isRepetition.contains(index) {
      matches[index].record = claim(lookups[[name]])
    }
    return matches.filter { !isRepetition.contains($0.position) }.map { match in
      var match = match
      match.name = match.record?.name ?? match.name
      match.comparesTexts = match.record != nil && lookups.wholeRecords.contains(match.name)
      match.isUntrusted = match.record != nil && lookups.untrustedRecords.contains(match.name)
      return match
    }
  }

  /// Returns whether the record under the first name of a draft certainly is the draft's.
  static func hasOwnRecord(_ draft: ArticleDraft, _ lookups: ArticleLookups) -> Bool {
    guard let record = lookups.records[draft.names[0]] else { return false }
    return draft.isRepeated || draft.hasDetail(of: record)
  }
}

extension ArticleLookups {
  fileprivate subscript(names: [RecordName]) -> [Record] { names.compactMap { records[$0] } }
}

extension ArticleDraft {
  /// Whether a record has the link or title of the draft.
  fileprivate func hasDetail(of record: Record) -> Bool {
    if key.detail.isEmpty { return true }
    let field = (key.isLink ? ArticleField.url : ArticleField.title).name
    let (stored, own) = (record[field]?.string ?? "", fields[field]?.string ?? "")
    if stored == own { return true }
    let bare = key.isLink ? ArticleSpelling.url(stored) : ArticleSpelling.title(stored)
    let texts = [bare, own].map { $0.trimmingPrefix("http").trimmingPrefix("s:").trimmingPrefix(":") }
    return texts[0] == texts[1]
  }
}
