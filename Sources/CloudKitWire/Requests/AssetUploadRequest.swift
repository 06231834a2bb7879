package import CloudKitRecords
import JSON

/// An `assets/upload` request.
package enum AssetUploadRequest {
  package static let operation = "assets/upload"

  /// Returns a request for the URLs of uploads.
  package static func body(of files: [AssetUpload]) -> [UInt8] {
    JSONWriter.document { writer in
      writer.object { writer in
        writer.name("tokens")
        writer.array(files) { writer, file in
          writer.object { writer in
            writer.member("recordType", file.recordType)
            writer.member("recordName", file.recordName.rawValue)
            writer.member("fieldName", file.field)
          }
        }
      }
    }
  }
}
