import Catalog
import CloudKitRecords
import Diagnostics

/// The stored feeds that seeds state under another address than the present one: found by the record name that the
/// stated address gives, or by a former address.
struct FeedMoves {
  /// The seeds by the names of their new records.
  private var seedsByName: [RecordName: Int] = [:]
  /// The seeds by former identities of their feeds.
  private var seedsByFormer: [FeedURL.Key: Int] = [:]
  /// The same by the names that former addresses give: a feed that moved again keeps the first one.
  private var seedsByFormerName: [RecordName: Int] = [:]
  /// Feeds of the container at an address that no seed states, by the seed whose record name they have: the name of its
  /// new record first, then those of former addresses.
  private(set) var byName: [Int: [Record]] = [:]
  /// The same by the seed that states their address as a former one, or the address that they redirect to.
  private(set) var byFormer: [Int: [Record]] = [:]
  /// The feeds that are in `byFormer` because of a redirect.
  private(set) var redirected: Set<RecordName> = []
  /// The seeds whose record names other seeds' feeds have, with those seeds.
  private(set) var taken: [Int: Int] = [:]

  /// Expects a feed under the name of a seed's new record.
  /// - Returns: The seed that has the name already; `nil` if none does.
  mutating func expect(_ name: RecordName, ofSeed index: Int) -> Int? {
    if let other = seedsByName[name] { return other }
    seedsByName[name] = index
    return nil
  }

  mutating func expect(formerly key: FeedURL.Key, ofSeed index: Int) {
    seedsByFormer[key] = index
    seedsByFormerName[CatalogName.feed(key)] = index
  }

  func seed(formerlyAt key: FeedURL.Key) -> Int? { seedsByFormer[key] }

  /// Takes a feed of the container if a seed may state it under another address.
  /// - Parameters:
  ///   - key: The feed's identity; `nil` if its address is invalid.
  ///   - match: The seed that states its address.
  ///   - target: The seed that states the address that the feed redirects to for good.
  /// - Returns: Whether a seed that does not state the address may still mean the feed, so that it is not an orphan.
  mutating func take(_ existing: Record, at key: FeedURL.Key?, match: Int?, redirectTo target: Int?) -> Bool {
    let named = seedsByName[existing.name]
    if let match {
      if let named, named != match { taken[named] = match }
      return false
    }
    if let named {
      byName[named, default: []].insert(existing, at: 0)
    } else if let former = key.flatMap({ seedsByFormer[$0] }) {
      byFormer[former, default: []].append(existing)
    } else if let target {
      byFormer[target, default: []].append(existing)
      redirected.insert(existing.name)
    } else if let former = seedsByFormerName[existing.name] {
      byName[former, default: []].append(existing)
    } else {
      return false
    }
    return true
  }
}

extension FeedPlanner {
  /// Reads the record names and former addresses of the seeds. Reports a former address that another feed has or
  /// claims.
  mutating func readMoves() {
    mergeListsAtFormerAddresses()
    for feed in wanted.compactMap(\.self) {
      guard let other = moves.expect(feed.newName, ofSeed: feed.seed) else { continue }
      let message = "the record name '\(feed.newName)' is also that of '\(label(ofSeed: other))'"
      report(feed.seed, "duplicate-record-name", message, help: "state a record name at one feed", first: other)
      wanted[feed.seed] = nil
      add(feed.seed, .skipped(message))
    }
    for (index, seed) in seeds.enumerated() where !seed.formerURLs.isEmpty {
      guard let own = (try? FeedURL(seed.feedURL)).flatMap({ positions[$0.key] }) else { continue }
      for text in seed.formerURLs {
        guard let former = try? FeedURL(text) else {
          report(index, "invalid-feed-url", "the former address '\(FeedURL.redacted(text))' is not a feed's address")
          continue
        }
        let other = positions[former.key] ?? moves.seed(formerlyAt: former.key)
        guard let other, other != own else {
          if positions[former.key] == nil { moves.expect(formerly: former.key, ofSeed: own) }
          continue
        }
        let isPresent = positions[former.key] != nil
        report(
          index, isPresent ? "former-url-in-use" : "duplicate-former-url",
          "\(former) is \(isPresent ? "the present" : "also a former") address of '\(label(ofSeed: other))'",
          help: "a feed has one present address; state each former address at one feed", first: other)
      }
    }
  }

  /// Takes entries of lists at former addresses of other entries for these: lists are not edited when a feed moves. A
  /// stated record name stands for the address that gives it.
  private mutating func mergeListsAtFormerAddresses() {
    var owners: [RecordName: Int] = [:]
    for feed in wanted.compactMap(\.self).ownFilesFirst({ seeds[$0.seed].authority }) {
      if let name = feed.statedName { owners[name] = feed.seed }
      for former in seeds[feed.seed].formerURLs.compactMap({ try? FeedURL($0) }) {
        if let entry = positions[former.key] { mergeEntry(entry, into: feed.seed) }
      }
    }
    for case .some(let feed) in wanted {
      if let own = owners[feed.newName] { mergeEntry(feed.seed, into: own) }
    }
  }

  private mutating func mergeEntry(_ entry: Int, into own: Int) {
    guard entry != own, wanted[own] != nil, seeds[entry].authority == .fillAbsent, let feed = wanted[entry] else {
      return
    }
    report(
      entry, "moved-feed", "\(feed.url) is a former address of '\(label(ofSeed: own))'", severity: .info,
      help: "write the new address, or remove the entry", first: own)
    positions[feed.url.key] = nil
    add(entry, .duplicate(of: label(ofSeed: own)))
    wanted[entry] = nil
  }

  /// Finds the feeds of seeds whose address the container does not have. Call after all its feeds were compared.
  mutating func resolveMoves() {
    for (index, other) in moves.taken.sorted(by: { $0.key < $1.key }) {
      guard let feed = wanted[index], feed.storedName == nil, moves.byFormer[index] == nil else { continue }
      let message = "\(feed.url) is a former address of '\(label(ofSeed: other))', which is stated at its present one"
      report(
        index, "moved-feed", message, severity: .warning,
        help: "remove this one, and add its address to \"formerURLs\" of the other", first: other)
      positions[feed.url.key] = other
      add(index, .duplicate(of: label(ofSeed: other)))
      wanted[index] = nil
    }
    for (index, records) in moves.byName.sorted(by: { $0.key < $1.key }) {
      for existing in records {
        guard let feed = wanted[index] else { continue }
        let stored = existing.feedURL
        if feed.storedName != nil {
          reportSecondRecord(index, existing)
          continue
        }
        // A feed that moved back has its first address again, and the name of its record.
        let isBack = !policy.keepsStored && stored.map { moves.seed(formerlyAt: $0.key) } == index
        adopt(existing, for: index, address: stored == nil || isBack ? feed.url : nil)
        if let stored, !isBack {
          report(
            index, "moved-feed", "the container has this feed at \(stored.redacted), the file at \(feed.url.redacted)",
            severity: .info, help: "write the new address, and the old one in \"formerURLs\"")
        }
      }
    }
    for (index, records) in moves.byFormer.sorted(by: { $0.key < $1.key }) {
      for existing in records {
        guard let feed = wanted[index] else { continue }
        let stored = existing.feedURL
        guard feed.storedName == nil else {
          reportSecondRecord(index, existing)
          continue
        }
        adopt(existing, for: index, address: policy.keepsStored ? nil : feed.url)
        if moves.redirected.contains(existing.name), let stored { reportRedirect(index, from: stored) }
      }
    }
  }

  private mutating func reportRedirect(_ index: Int, from stored: FeedURL) {
    report(
      index, "moved-feed", "the container has this feed at \(stored.redacted), which redirects here for good",
      severity: .info, help: "add \"formerURLs\": [\"\(stored.redacted)\"], so that every container knows")
  }

  private mutating func reportSecondRecord(_ index: Int, _ other: Record) {
    let address = other.feedURL?.redacted
    report(
      index, "moved-feed",
      "the container has this feed twice, also at \(address ?? "an invalid address"); both are kept",
      severity: .warning,
      help: "merge them: feeds merge '\(FeedURL.redacted(seeds[index].feedURL))' '\(address ?? other.name.rawValue)'")
  }

  private mutating func report(
    _ index: Int, _ rule: String, _ message: String, severity: Diagnostic.Severity? = nil, help: String? = nil,
    first: Int? = nil
  ) {
    let seed = seeds[index]
    let severity = severity ?? (seed.authority == .named ? .error : .warning)
    diagnostics.append(
      seed.place.diagnostic(severity, rule: rule, message, help: help, first: first.map { seeds[$0].place }))
  }
}
