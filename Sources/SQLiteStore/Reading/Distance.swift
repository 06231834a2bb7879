import Foundation
import GRDB

/// The distance between two locations on a sphere with the Earth's mean radius.
enum Distance {
  /// The Earth's mean radius, in meters.
  private static let earthRadius = 6_371_008.8

  /// The SQL function `distance(latitude, longitude, latitude, longitude)`, in meters; NULL if a location is missing.
  static let function = DatabaseFunction("distance", argumentCount: 4, pure: true) { values in
    let degrees = values.compactMap { Double.fromDatabaseValue($0) }
    return degrees.count == 4 ? metres(degrees[0], degrees[1], degrees[2], degrees[3]) : nil
  }

  private static func metres(_ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double)
    -> Double
  {
    let radians = Double.pi / 180
    let halfLatitude = sin((latitude2 - latitude) * radians / 2)
    let halfLongitude = sin((longitude2 - longitude) * radians / 2)
    let haversine =
      halfLatitude * halfLatitude
      + cos(latitude * radians) * cos(latitude2 * radians) * halfLongitude * halfLongitude
    return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
  }
}
