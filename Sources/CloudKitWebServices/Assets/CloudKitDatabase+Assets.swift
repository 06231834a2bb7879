package import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON

// Files of assets are at other addresses than records, and their requests are not signed.
extension CloudKitDatabase: AssetTransport {
  /// The validity of an upload URL (Apple, "Uploading Assets").
  private static let patience = Duration.seconds(900)
  private static let uploadsAtOnce = 4

  package func download(_ asset: Asset, to path: String) async throws(AssetError) {
    guard let url = asset.downloadURL else { throw .refused("CloudKit did not say where the file is") }
    var tries = 0
    while true {
      tries += 1
      let failure: RequestFailure
      // CloudKit's URL has a place for the name of the file (recorded).
      do { return try await HTTPTransport.download(url.replacing("${f}", with: "file"), to: path) } catch {
        switch error {
        case .unwritable(let problem): throw .unwritable("\(problem)")
        case .unanswered(let reason): failure = .unavailable("a download broke off: \(reason)")
        case .answered(let status, let retryAfter):
          let reason = "the server of the file answered with status \(status)"
          guard status == 408 || status == 429 || status >= 500 else { throw .refused(reason) }
          failure = .unavailable(reason, retryAfter: Duration(header: retryAfter, now: sender.pace.clock.date()))
        }
      }
      do { try await sender.wait(after: failure, tries: tries) } catch { throw .store(error) }
    }
  }

  package func upload(_ files: [AssetUpload]) async throws(RecordStoreError) -> [Result<Asset, RecordError>] {
    if files.isEmpty { return [] }
    let urls = try await urls(for: files)
    return try await Array(zip(files, urls)).mapped(atOnce: Self.uploadsAtOnce) {
      (file, url) async throws(RecordStoreError) in try await upload(file, to: url)
    }
  }

  /// Uploads a file, to a new URL after each failure: a URL is good for one upload.
  private func upload(
    _ file: AssetUpload, to first: String
  ) async throws(RecordStoreError) -> Result<Asset, RecordError> {
    var url = first
    var tries = 0
    while true {
      tries += 1
      let answer = await HTTPTransport.upload(file.path, size: file.size, to: url, patience: Self.patience)
        .mapError { RequestFailure.unavailable("the upload of \(file.path) failed: \($0.reason)") }
        .flatMap { $0.json(now: sender.pace.clock.date()) }
      switch answer.flatMap({ Self.asset($0, of: file) }) {
      case .success(let asset): return .success(asset)
      case .failure(let failure) where failure.isTransient || failure.error == .stopped:
        try await sender.wait(after: failure, tries: tries)
      case .failure(let failure):
        if Task.isCancelled { throw .stopped }
        // The URL may have expired.
        if tries > 1 { return .failure(RecordError(.badRequest, "the upload was refused: \(failure.error)")) }
      }
      url = try await urls(for: [file])[0]
    }
  }

  private static func asset(_ answer: JSONObject, of file: AssetUpload) -> Result<Asset, RequestFailure> {
    guard let json = answer["singleFile"], case .asset(let asset) = FieldValue(json, as: FieldType(.asset)),
      asset.receipt != nil
    else { return .failure(.malformed("the answer to an upload has no file")) }
    guard asset.size == file.size else {
      return .failure(.malformed("\(asset.size) of \(file.size) bytes arrived"))
    }
    return .success(asset)
  }

  private func urls(for files: [AssetUpload]) async throws(RecordStoreError) -> [String] {
    let body = AssetUploadRequest.body(of: files)
    return try await sender.read(AssetUploadRequest.operation, body) { answer in
      let urls = answer["tokens"]?.array?.compactMap { $0.object?["url"]?.string } ?? []
      guard urls.count == files.count else {
        return .failure(.malformed("\(files.count) upload URLs were asked for, \(urls.count) answered"))
      }
      return .success(urls)
    }
  }
}
