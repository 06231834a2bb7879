import Notation

/// A `multipart` body, which some clients use to upload assets. The first part is the file.
struct MultipartForm {
  /// The delimiter before each part: two hyphens and the boundary; empty if the content type specifies no boundary.
  private let delimiter: [UInt8]

  /// - Parameter contentType: the request's content type. The initializer returns `nil` unless it is `multipart`.
  init?(contentType: String?) {
    guard let contentType else { return nil }
    let bytes = Array(contentType.utf8)
    let lowercased = bytes.map(\.lowercased)
    guard lowercased.starts(with: Array("multipart/".utf8)) else { return nil }
    var boundary: ArraySlice<UInt8> = []
    // Parameter names are case-insensitive (RFC 2045), this parameter's value is case-sensitive.
    if let mark = lowercased.firstRange(of: Array("boundary=".utf8)) {
      let rest = bytes[mark.upperBound...]
      boundary =
        rest.first == UInt8(ascii: "\"")
        ? rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        : rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    }
    // RFC 2046 allows 70 characters.
    delimiter = (1...70).contains(boundary.count) ? Array("--".utf8) + boundary : []
  }

  /// Returns the content of the first part; `nil` if the body has no complete part.
  func file(in body: [UInt8]) -> [UInt8]? {
    guard !delimiter.isEmpty, let first = body.firstRange(of: delimiter),
      let head = body[first.upperBound...].firstRange(of: Array("\r\n\r\n".utf8)),
      let end = body[head.upperBound...].firstRange(of: Array("\r\n".utf8) + delimiter)
    else { return nil }
    return Array(body[head.upperBound..<end.lowerBound])
  }
}
