extension RecordOperation {
  /// The estimated bytes of the operation in a request, never too low.
  package var requestSize: Int {
    var size = 160 + record.name.requestSize + record.type.requestSize + (record.changeTag?.requestSize ?? 0)
    for (name, value) in record.fields { size += name.requestSize + value.requestSize + 64 }
    for name in cleared { size += name.requestSize + 64 }
    return size
  }
}

extension FieldValue {
  /// The maximum bytes of the value in JSON.
  fileprivate var requestSize: Int {
    switch self {
    case .string(let text): text.requestSize
    case .int64, .double, .timestamp: 32
    case .bytes(let bytes): bytes.count / 3 * 4 + 8
    case .reference(let reference): reference.recordName.requestSize + 64
    case .location: 480
    case .asset(let asset):
      [asset.receipt, asset.referenceChecksum, asset.wrappingKey, asset.downloadURL]
        .reduce(192 + asset.fileChecksum.requestSize) { $0 + ($1?.requestSize ?? 0) }
    case .list(let members): members.reduce(2) { $0 + $1.requestSize + 1 }
    }
  }
}

extension RecordName {
  fileprivate var requestSize: Int { rawValue.requestSize }
}

extension String {
  /// The maximum bytes of a JSON string: a control character needs six bytes, a quote or backslash two.
  fileprivate var requestSize: Int {
    var text = self
    return text.withUTF8 { bytes in
      var size = 2 + bytes.count
      for byte in bytes {
        // Without overflow checks and branches, the processor counts many bytes at once.
        size &+= byte < 0x20 || byte == 0x7F ? 5 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
      }
      return size
    }
  }
}
