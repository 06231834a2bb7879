enum MonthName {
  /// Returns the month that a word names or abbreviates, 1 to 12.
  static func month(_ word: ArraySlice<UInt8>) -> Int? {
    let name = String(decoding: word, as: UTF8.self).lowercased()
    return names[name] ?? names[String(name.unicodeScalars.prefix(3))]
  }

  /// English by the first three letters; other languages as far as necessary to distinguish months.
  private static let names: [String: Int] = {
    let languages = [
      // English
      "jan feb mar apr may jun jul aug sep oct nov dec",
      // German
      "jän - mär - mai - - - - okt - dez",
      // French
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "janv fév mars avr mai juin juil aoû sept oct nov déc",
      "- févr - - - - - aout - - - -",
      // Spanish
      "ene - - abr - - - ago - - - dic",
      // Italian
      "gen - - - mag giu lug ago set ott - dic",
      // Portuguese
      "- fev - abr mai - - ago set out - dez",
      // Dutch
      "- - mrt - mei - - - - okt - -",
      // Scandinavian
      "- - - - maj - - - - okt - des",
      // Polish
      "sty lut - kwi maj cze lip sie wrz paź lis gru",
      // Hungarian
      "január február március április május június július augusztus szeptember október november december",
      "- - már ápr máj jún júl - sze okt - -",
      // Greek
      "ιαν φεβ μαρ απρ μαϊ ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
      "- - μάρ - μαι ιούν ιούλ αύγ - - - -",
      "- - μαρτ - μάι ιον ιολ αυγ - - - -",
      // Russian
      "янв фев мар апр мая июн июл авг сен окт ноя дек",
    ]
    var names: [String: Int] = [:]
    for language in languages {
      for (index, name) in language.split(separator: " ").enumerated() where name != "-" {
        names[String(name)] = names[String(name)] ?? index + 1
      }
    }
    return names
  }()
}
