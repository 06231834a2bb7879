package import CloudKitSchema
package import CloudKitWire

/// The part of CloudKit's management API that an emulator serves.
package struct ManagementConfiguration: Sendable {
  /// The token that requests must carry.
  package var token: String
  /// The containers, each with its team.
  package var containers: [ManagementContainer]
  /// Delay before exports show an import or a reset.
  package var importDelay: Duration = .zero
  /// Delay before exports show a deployment.
  package var deployDelay: Duration = .zero
  /// Maximum containers per page.
  package var pageSize = 100
  /// The faults, in the order in which they apply.
  package var faults: [ManagementFault] = []
  /// The schema of a database before the first change; `nil` if the database is not served.
  package var schema: @Sendable (DatabaseID) -> Schema?

  /// Creates a configuration without delays and faults.
  package init(token: String, containers: [ManagementContainer], schema: @escaping @Sendable (DatabaseID) -> Schema?) {
    self.token = token
    self.containers = containers
    self.schema = schema
  }

  /// The teams of the containers, without duplicates.
  var teams: [ManagementTeam] {
    var seen: Set<String> = []
    return containers.filter { seen.insert($0.teamID).inserted }.map {
      ManagementTeam(id: $0.teamID, name: "Team \($0.teamID)")
    }
  }
}

/// A fault to inject into management requests, spelled `kind[/operation][=count]`.
package struct ManagementFault: Hashable, Sendable {
  /// The kinds of faults.
  package enum Kind: String, CaseIterable, Sendable {
    /// 429 with `retryAfterSeconds`.
    case throttled
    /// 429 without `retryAfterSeconds`.
    case throttledSilently = "throttled-silently"
    /// 500 without a change.
    case serverError = "server-error"
    /// 503 without a change.
    case unavailable
    /// A web page with status 200.
    case html
    /// A text that ends in its middle, with a matching length.
    case truncated
    /// A text that ends in its middle because the connection closes.
    case brokenOff = "broken-off"
    /// A redirect to another host.
    case redirect
    /// 421: the user must sign in again.
    case expired
    /// A connection reset after the request is applied, instead of an answer.
    case cutAfter = "cut-after"
    /// An accepted write that has no effect.
    case neverVisible = "never-visible"
    /// A record type that someone else adds to production after the last of these requests.
    case productionChanges = "production-changes"
  }

  /// The kind.
  package let kind: Kind
  /// The operation with the fault; `nil` for all.
  package let operation: ManagementRoute.Operation?
  /// The number of requests that still get the fault; `nil` without a limit.
  package internal(set) var count: Int?

  /// Creates a fault.
  package init(_ kind: Kind, _ operation: ManagementRoute.Operation? = nil, count: Int? = nil) {
    self.kind = kind
    self.operation = operation
    self.count = count
  }

  /// Parses `kind[/operation][=count]`.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let operation = names.count > 1 ? ManagementRoute.Operation(rawValue: names[1]) : nil
    let count = parts.count > 1 ? Int(parts[1]) : nil
    guard let kind = Kind(rawValue: names[0]), names.count == 1 || operation != nil,
      parts.count == 1 || count.map({ $0 > 0 }) == true
    else { return nil }
    self.init(kind, operation, count: count)
  }
}
