extension FieldValue {
  /// The assets of the value, in order.
  package var assets: [Asset] {
    switch self {
    case .asset(let asset): [asset]
    case .list(let members): members.flatMap(\.assets)
    default: []
    }
  }

  package func replacingAssets(_ replacement: (Asset) -> Asset) -> FieldValue {
    switch self {
    case .asset(let asset): .asset(replacement(asset))
    case .list(let members): .list(members.map { $0.replacingAssets(replacement) })
    default: self
    }
  }
}

extension Record {
  /// The record without download URLs, which expire soon.
  package var withoutDownloadURLs: Record {
    var record = self
    for (name, value) in fields where !value.assets.isEmpty {
      record.fields[name] = value.replacingAssets { asset in
        var asset = asset
        asset.downloadURL = nil
        return asset
      }
    }
    return record
  }
}

extension RecordOperation {
  /// The bytes of the files that the record refers to.
  var fileSize: Int64 {
    record.fields.values.reduce(0) { sum, value in
      value.assets.reduce(sum) { $0 + min($1.size, RecordLimits.fileBytesPerRequest) }
    }
  }
}
