package import JSON

extension Location {
  /// The optional measures by member name.
  private static let measures: [(name: String, path: any WritableKeyPath<Location, Double?> & Sendable)] = [
    ("altitude", \.altitude), ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy),
    ("course", \.course), ("speed", \.speed),
  ]

  /// Creates a location from an object; returns `nil` if a coordinate is missing.
  /// - Parameter isStrict: whether an optional member of another type is an error; otherwise it is ignored.
  package init?(_ object: JSONObject, isStrict: Bool = false) {
    guard let latitude = object["latitude"]?.double, let longitude = object["longitude"]?.double else { return nil }
    self.init(latitude: latitude, longitude: longitude)
    for (name, path) in Self.measures {
      self[keyPath: path] = object[name]?.double
      if isStrict, object[name] != nil, self[keyPath: path] == nil { return nil }
    }
    timestamp = object["timestamp"]?.int64.map(Timestamp.init(milliseconds:))
    if isStrict, object["timestamp"] != nil, timestamp == nil { return nil }
  }

  /// Writes the location as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("latitude", latitude)
      writer.member("longitude", longitude)
      for (name, path) in Self.measures { writer.member(name, self[keyPath: path]) }
      writer.member("timestamp", timestamp?.milliseconds)
    }
  }
}

extension Asset {
  /// Creates an asset from an object; returns `nil` if the checksum or size is missing.
  package init?(_ object: JSONObject) {
    guard let checksum = object["fileChecksum"]?.string, let size = object["size"]?.int64 else { return nil }
    self.init(fileChecksum: checksum, size: size)
    receipt = object["receipt"]?.string
    referenceChecksum = object["referenceChecksum"]?.string
    wrappingKey = object["wrappingKey"]?.string
    downloadURL = object["downloadURL"]?.string
  }

  /// Writes the asset as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("fileChecksum", fileChecksum)
      writer.member("size", size)
      writer.member("receipt", receipt)
      writer.member("referenceChecksum", referenceChecksum)
      writer.member("wrappingKey", wrappingKey)
      writer.member("downloadURL", downloadURL)
    }
  }
}
