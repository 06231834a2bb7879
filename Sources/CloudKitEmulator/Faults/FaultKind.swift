/// A fault to inject into requests. The raw value is the spelling in the option `--fault`.
package enum FaultKind: String, CaseIterable, Hashable, Sendable {
  /// 503 TRY_AGAIN_LATER; nothing is done.
  case unavailable
  /// 503 ZONE_BUSY; nothing is done.
  case zoneBusy = "zone-busy"
  /// The connection is reset before anything is done.
  case resetBefore = "reset-before"
  /// The request is done and the connection reset in place of the answer.
  case resetAfter = "reset-after"
  /// The request is done, and the answer ends in its middle.
  case truncated
  /// A record's operation answers CONFLICT and is not done; only those that look at the change tag can.
  case conflict
  /// The answer is late.
  case slow

  /// The faults that take a whole request, in the order in which they are drawn; at most one of them happens.
  static let ofRequests: [FaultKind] = [.unavailable, .zoneBusy, .resetBefore, .resetAfter, .truncated]
}
