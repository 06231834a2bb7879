import CloudKitRecords
import CloudKitSchema
import CloudKitWire

extension OperationContext {
  /// The first step of an upload: a URL for every field.
  func allowUploads(_ body: RequestBody) throws -> [UInt8] {
    try check(WireZone(body.object["zoneID"]))
    guard let tokens = body.object["tokens"]?.array?.compactMap(\.object) else { throw Refusal.missing("tokens") }
    guard tokens.count <= RecordLimits.operationsPerRequest else {
      throw Refusal(
        .badRequest, "a request has at most \(RecordLimits.operationsPerRequest) tokens, not \(tokens.count)")
    }
    let grants = schema.grants(for: user)
    var uploads: [(record: String?, field: String, url: String)] = []
    for token in tokens {
      guard let field = token["fieldName"]?.string else { throw Refusal.missing("fieldName") }
      if let type = token["recordType"]?.string {
        guard let declared = schema.schema.recordType(named: type)?.field(named: field),
          declared.type.primitive == .asset
        else { throw Refusal(.badRequest, "field '\(field)' of record type '\(type)' is not an asset") }
        if let missing = grants.missing(for: .create, of: type, existing: nil) {
          throw Refusal(.accessDenied, missing.refusal)
        }
      }
      guard let upload = dispatcher.assets.allowUpload(at: dispatcher.now()) else {
        throw Refusal(.tryAgainLater, "too many uploads are open", retryAfter: 30)
      }
      uploads.append((token["recordName"]?.string, field, "\(request.origin)/_assets/upload/\(upload)"))
    }
    return JSONWriter.document { writer in
      writer.object { writer in
        writer.name("tokens")
        writer.array(uploads) { writer, upload in
          writer.object { writer in
            writer.member("recordName", upload.record)
            writer.member("fieldName", upload.field)
            writer.member("url", upload.url)
          }
        }
      }
    }
  }

  /// A record as it is answered: its assets say where to fetch them, and not how they came.
  func shown(_ record: Record) -> Record {
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
      // The client puts a file's name in the place of `${f}` (recorded).
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
  /// The second step of an upload: the file itself, raw or as the one part of a form.
  func upload(_ request: ServerRequest, token: String) throws -> Answer {
    guard request.method == "POST" || request.method == "PUT" else {
      throw Refusal(.badRequest, "an upload wants POST", status: 405)
    }
    let content = MultipartForm(contentType: request.header("content-type"))?.file(in: request.body) ?? request.body
    let asset: Asset
    do {
      asset = try assets.upload(content, token: token, at: now())
    } catch {
      switch error {
      case .unknownToken: throw Refusal(.notFound, "there is no upload of this URL, or no more")
      case .tooLarge:
        throw Refusal(.quotaExceeded, "an asset has at most \(AssetStorage.bytesPerAsset) bytes")
      case .full: throw Refusal(.quotaExceeded, "the emulator keeps no more assets")
      }
    }
    return Answer(
      body: JSONWriter.document { writer in
        writer.object { writer in
          writer.name("singleFile")
          writer.object { writer in
            writer.member("fileChecksum", asset.fileChecksum)
            writer.member("size", asset.size)
            writer.member("receipt", asset.receipt)
          }
        }
      })
  }
}
