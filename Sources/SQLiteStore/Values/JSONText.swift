import CloudKitRecords
import Foundation

/// The JSON of a list, location or asset as its column holds it: one spelling per value, so that equal values are equal
/// texts.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  init(_ value: FieldValue) { append(value) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func append(_ value: FieldValue) {
    switch value {
    case .string(let string): append(quoting: string)
    case .int64(let integer): append(String(integer))
    case .timestamp(let timestamp): append(String(timestamp.milliseconds))
    case .double(let double): append(String(double))
    case .bytes(let data): append(quoting: base64(data))
    case .reference(let reference):
      if reference.action == .none {
        append(quoting: reference.recordName.rawValue)
      } else {
        append("{\"recordName\":")
        append(quoting: reference.recordName.rawValue)
        append(",\"action\":\"\(reference.action.rawValue)\"}")
      }
    case .location(let location): append(location)
    case .asset(let asset): append(asset)
    case .list(let members):
      bytes.append(UInt8(ascii: "["))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(member)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  private mutating func append(_ location: Location) {
    append("{\"latitude\":\(location.latitude),\"longitude\":\(location.longitude)")
    let measures: [(String, Double?)] = [
      ("altitude", location.altitude), ("horizontalAccuracy", location.horizontalAccuracy),
      ("verticalAccuracy", location.verticalAccuracy), ("course", location.course), ("speed", location.speed),
    ]
    for case (let name, .some(let measure)) in measures { append(",\"\(name)\":\(measure)") }
    if let timestamp = location.timestamp { append(",\"timestamp\":\(timestamp.milliseconds)") }
    append("}")
  }

  private mutating func append(_ asset: Asset) {
    append("{\"fileChecksum\":")
    append(quoting: asset.fileChecksum)
    append(",\"size\":\(asset.size)")
    let texts: [(String, String?)] = [
      ("receipt", asset.receipt), ("referenceChecksum", asset.referenceChecksum), ("wrappingKey", asset.wrappingKey),
      ("downloadURL", asset.downloadURL),
    ]
    for case (let name, .some(let text)) in texts {
      append(",\"\(name)\":")
      append(quoting: text)
    }
    append("}")
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(quoting text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        append("\\u00")
        append(byte < 0x10 ? "0" : "1")
        append(String(byte & 0xF, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Bytes as JSON can hold them.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
