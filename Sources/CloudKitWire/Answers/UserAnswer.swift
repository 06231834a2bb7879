package import CloudKitRecords
package import JSON

/// What `users/caller` and `users/current` answer.
package struct UserAnswer: Hashable, Sendable {
  /// The user's record name.
  package let userRecordName: RecordName

  /// An answer.
  package init(userRecordName: RecordName) { self.userRecordName = userRecordName }

  /// An answer from a body; `nil` where it names no user.
  package init?(_ body: JSONObject) {
    guard let name = body["userRecordName"]?.string else { return nil }
    userRecordName = RecordName(name)
  }

  /// The body.
  package var body: [UInt8] {
    JSONWriter.document { writer in
      writer.object { $0.member("userRecordName", userRecordName.rawValue) }
    }
  }
}
