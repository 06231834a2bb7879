/// A fault to inject into requests. The raw value is the spelling in the option `--fault`.
package enum FaultKind: String, CaseIterable, Hashable, Sendable {
  /// 503 TRY_AGAIN_LATER; the request is not applied.
  case unavailable
  /// 503 ZONE_BUSY; the request is not applied.
  case zoneBusy = "zone-busy"
  /// A connection reset before the request is applied.
  case resetBefore = "reset-before"
  /// A connection reset after the request is applied, instead of an answer.
  case resetAfter = "reset-after"
  /// An answer that ends in the middle of its body, after the request is applied.
  case truncated
  /// CONFLICT for one record's operation, which is not applied. Only operations that check the change tag can conflict.
  case conflict
  /// A delayed answer.
  case slow

  /// The faults of whole requests, in drawing order; at most one of them applies to a request.
  static let ofRequests: [FaultKind] = [.unavailable, .zoneBusy, .resetBefore, .resetAfter, .truncated]
}
