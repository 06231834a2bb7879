import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON

extension OperationContext {
  /// Answers the first step of an upload: a URL for each field. A token without a record name gets a random one (Apple,
  /// "Uploading Assets").
  func allowUploads(_ body: RequestBody, faults: inout RequestFaults) async throws -> Answer {
    try check(body.object.zone())
    guard let tokens = try body.object.objects("tokens") else { throw RecordStoreError.missing("tokens") }
    try RecordLimits.check(tokens.count, "tokens")
    let names = try tokens.map { try $0.string("recordName").map { RecordName($0) } }
    let existing = try await database.lookup(names.compactMap(\.self), desiredFields: [])
    var uploads: [(record: RecordName, field: String, url: String)] = []
    for (token, name) in zip(tokens, names) {
      guard let field = try token.string("fieldName") else { throw RecordStoreError.missing("fieldName") }
      if let type = try token.string("recordType") {
        try check(field, of: type, existing: name.flatMap { existing[$0] })
      }
      guard let upload = dispatcher.uploads.open(for: database, at: dispatcher.now()) else {
        throw Refusal(.tryAgainLater, "too many uploads are open", retryAfter: 30)
      }
      let record = name ?? RecordName(faults.names.uuid())
      uploads.append((record, field, "\(request.origin)/_assets/upload/\(upload)"))
    }
    return Answer { writer in
      writer.name("tokens")
      writer.array(uploads) { writer, upload in
        writer.object { writer in
          writer.member("recordName", upload.record.rawValue)
          writer.member("fieldName", upload.field)
          writer.member("url", upload.url)
        }
      }
    }
  }

  /// Rejects an upload to a field that is not an asset, or to a record that the user may neither create nor change.
  private func check(_ field: String, of type: RecordType.Name, existing: Record?) throws {
    let declared = schema.types[type][field]
    guard declared?.primitive == .asset || declared == nil && growsSchema else {
      throw Refusal(.badRequest, "field '\(field)' of record type '\(type)' is not an asset")
    }
    let kind: RecordOperation.Kind = existing == nil ? .create : .update
    if let missing = schema.grants(for: user).missing(for: kind, of: type, existing: existing) {
      throw Refusal(missing.refusal)
    }
  }

  /// Writes a record of an answer.
  /// - Parameters:
  ///  - desired: the requested fields; `nil` for all. An empty list omits `fields` entirely (Apple's example).
  ///  - zone: the zone that query answers include.
  func write(
    _ record: Record, desired: [String]?, numbersAsStrings: Bool, _ schema: PreparedSchema, zone: WireZone? = nil,
    to writer: inout JSONWriter
  ) {
    var fields: [String]? = schema.fields(of: record.type)
    if let desired { fields = desired.isEmpty ? nil : fields?.filter(Set(desired).contains) }
    writer.record(
      shown(record), fields: fields, types: schema.types, numbersAsStrings: numbersAsStrings, zone: zone,
      referenceZone: .publicDefault)
  }

  /// Returns a record for an answer: its assets have download URLs and no upload data.
  private func shown(_ record: Record) -> Record {
    var record = record
    for (name, value) in record.fields {
      if let shown = shown(value) { record.fields[name] = shown }
    }
    return record
  }

  private func shown(_ value: FieldValue) -> FieldValue? {
    switch value {
    case .asset(let stored):
      var asset = Asset(fileChecksum: stored.fileChecksum, size: stored.size)
      // The client replaces `${f}` with a file name (recorded).
      asset.downloadURL = "\(request.origin)/_assets/download/\(AssetStorage.path(of: stored.fileChecksum))/${f}"
      return .asset(asset)
    case .list(let members):
      guard case .asset = members.first else { return nil }
      return .list(members.map { shown($0) ?? $0 })
    default: return nil
    }
  }
}

extension RequestDispatcher {
  /// Answers a transfer of a file: the second step of an upload, or a download.
  func transfer(_ request: ServerRequest, fault: inout FaultKind?) async throws -> Answer {
    var faults = faults.next()
    fault = faults.kind
    try fail(faults.kind)
    if fault == .resetBefore { return Answer(body: []) }
    if faults.isSlow, fault == nil { fault = .slow }
    guard case .download(let checksum) = RequestTarget(path: request.path) else { return try await upload(request) }
    if faults.isExpired() {
      fault = .expiredURL
      throw Refusal(.notFound, "the download URL has expired", status: 410)
    }
    // Equal checksums mean equal files, whatever their databases.
    guard request.method == "GET",
      let content = databases.all.lazy.compactMap({ $0.assets.content(path: checksum) }).first
    else { throw Self.nothing }
    var answer = Answer(body: content)
    answer.contentType = "application/octet-stream"
    return answer
  }

  /// Answers the second step of an upload: the file itself, either raw or as the first part of a form.
  private func upload(_ request: ServerRequest) async throws -> Answer {
    guard request.method == "POST" || request.method == "PUT" else {
      throw Refusal(.badRequest, "an upload requires POST", status: 405)
    }
    guard case .upload(let token) = RequestTarget(path: request.path),
      let database = uploads.database(of: token, at: now())
    else { throw Refusal(.notFound, "the upload URL is unknown, used, or expired") }
    var content = request.body
    if let form = MultipartForm(contentType: request.header("content-type")) {
      guard let file = form.file(in: request.body) else {
        throw Refusal(.badRequest, "the form has no part that begins and ends with the boundary of its Content-Type")
      }
      content = file
    }
    let asset = try await database.assets.add(content)
    uploads.close(token)
    return Answer { writer in
      writer.name("singleFile")
      writer.fieldValue(.asset(asset))
    }
  }
}
