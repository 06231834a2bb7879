import Foundation

/// A `multipart/form-data` body with one file, as some clients upload assets.
struct MultipartForm {
  private let boundary: [UInt8]

  /// - Parameter contentType: `nil`, and so is the form, for every other type.
  init?(contentType: String?) {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data"),
      let mark = contentType.range(of: "boundary=")
    else { return nil }
    let text = contentType[mark.upperBound...].prefix { $0 != ";" }
    boundary = Array(("--" + text.filter { $0 != "\"" }).utf8)
    // RFC 2046 allows 70 characters.
    guard boundary.count <= 72 else { return nil }
  }

  /// The content of the first part; `nil` where the body has none.
  func file(in body: [UInt8]) -> [UInt8]? {
    let blankLine = Array("\r\n\r\n".utf8)
    guard let first = body.firstRange(of: boundary),
      let head = body[first.upperBound...].firstRange(of: blankLine),
      let end = body[head.upperBound...].firstRange(of: Array("\r\n".utf8) + boundary)
    else { return nil }
    return Array(body[head.upperBound..<end.lowerBound])
  }
}
