/// Attributes of ours on outlines, which other programs pass over: what a category is beside its name, and tags that the
/// `category` attribute cannot hold.
///
/// Source: OPML 2.0, "Extending OPML": whatever it does not describe has to be in a namespace.
package enum OPMLExtension {
  /// The namespace; its name is random.
  static let namespace = "urn:uuid:45cb2c18-149a-438e-9c2d-d068006bb876"
  /// What begins the attributes' names. The namespace is not looked up: nobody else writes this one.
  static let prefix = "celestra:"
}
