/// Names of hosts that lead to this machine. macOS has no loopback address but 127.0.0.1.
package enum TestHosts {
  package static func name(_ number: Int) -> String { "h\(number).test" }

  /// Returns the addresses of the first hosts, for a fetcher.
  package static func addresses(_ count: Int = 100) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { (name($0), "127.0.0.1") })
  }

  /// Returns the first hosts as the value of the program's variable `CELESTRA_HOSTS`.
  package static func variable(_ count: Int) -> String {
    "127.0.0.1 " + (0..<count).map(name).joined(separator: " ")
  }
}
