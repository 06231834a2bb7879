import Diagnostics

/// What a deployment must not break; each policy includes the policies before it.
package enum DeploymentPolicy: String, CaseIterable, Sendable {
  /// CloudKit accepts the schema.
  case deploy
  /// Shipped apps continue to work.
  case client
  /// Code that lists every record type and field remains complete.
  case source

  /// The rules that the policy adds to those before it.
  var addedRules: [Rule] {
    switch self {
    case .deploy:
      [
        .encryptionToggled, .fieldRemoved, .fieldTypeChanged, .preferredNumberChanged, .probableRename,
        .recordTypeRemoved,
      ]
    case .client: [.grantRemoved, .indexRemoved, .roleRemoved, .systemIndexDropped, .typeWithoutGrants]
    case .source: [.fieldAdded, .recordTypeAdded]
    }
  }

  var rules: [Rule] {
    switch self {
    case .deploy: addedRules
    case .client: Self.deploy.rules + addedRules
    case .source: Self.client.rules + addedRules
    }
  }
}
