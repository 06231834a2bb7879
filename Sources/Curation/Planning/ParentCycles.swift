/// A search for cycles in a tree that maps each node to its parent.
enum ParentCycles {
  /// Returns the sorted nodes that are their own ancestors. Each node is visited once.
  static func members<Name: Hashable & Comparable>(of parents: [Name: Name]) -> [Name] {
    var settled: Set<Name> = []
    var inCycles: [Name] = []
    for start in parents.keys {
      var way: [Name] = []
      var places: [Name: Int] = [:]
      var name = start
      while settled.insert(name).inserted {
        places[name] = way.count
        way.append(name)
        guard let parent = parents[name] else { break }
        name = parent
        if let place = places[name] { inCycles += way[place...] }
      }
    }
    return inCycles.sorted()
  }
}
