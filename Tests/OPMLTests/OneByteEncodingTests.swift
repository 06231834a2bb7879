import Foundation
import Testing
import XML

@Suite("Encodings of one byte")
struct OneByteEncodingTests {
  /// An encoding and the characters of the bytes from 0x80, undefined ones as `nil`.
  struct Answer: CustomTestStringConvertible, Sendable {
    let name: String
    let upper: [Unicode.Scalar?]
    var testDescription: String { name }
  }

  /// The answers of glibc's `iconv` 2.36 for every byte, recorded on 2026-11-22.
  static let answers: [Answer] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/one-byte-encodings.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let columns = line.split(separator: "\t")
      let upper = columns[1].split(separator: " ").map { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      return Answer(name: String(columns[0]), upper: upper)
    }
  }()

  @Test("every byte is converted as by iconv", arguments: answers)
  func bytes(answer: Answer) {
    #expect(answer.upper.count == 128)
    for byte in UInt8.min...UInt8.max {
      let expected = byte < 0x80 ? Unicode.Scalar(byte) : answer.upper[Int(byte) - 0x80]
      let text = try? Transcoder.utf8([byte], from: answer.name.uppercased())
      #expect(text == expected.map { Array(String($0).utf8) }, "byte \(byte)")
    }
  }

  @Test("all encodings of the recorded answers are known")
  func count() { #expect(Self.answers.count == 27) }

  @Test("an undefined byte is reported with its line")
  func undefined() {
    let error = #expect(throws: Transcoder.Failure.self) {
      try Transcoder.utf8([0x41, 0x0A, 0x81], from: "windows-1252")
    }
    if case .invalid(line: 2) = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test(
    "names of iconv that are no labels, its options, and DOS and Mac code pages are unknown",
    arguments: ["cp037", "cp850", "macintosh", "utf-7", "latin1//IGNORE", ""])
  func unknown(name: String) {
    let error = #expect(throws: Transcoder.Failure.self) { try Transcoder.utf8([0x41], from: name) }
    if case .unknownEncoding = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test(
    "UTF-16 and UTF-32 are converted in both byte orders, and invalid characters refused",
    arguments: [
      ("UTF-16LE", [0xE9, 0, 0x3D, 0xD8, 0, 0xDE], "é😀"), ("utf-16be", [0, 0xE9, 0xD8, 0x3D, 0xDE, 0], "é😀"),
      ("UTF-16", [0xE9, 0], "é"), ("utf-32le", [0, 0xF6, 1, 0], "😀"), ("UTF-32BE", [0, 1, 0xF6, 0], "😀"),
      ("utf-16le", [0xE9], nil), ("utf-16le", [0x3D, 0xD8, 0x41, 0], nil), ("utf-16be", [0xDE, 0], nil),
      ("utf-32be", [0, 0x11, 0, 0], nil), ("utf-32be", [0, 0, 0xD8, 0], nil), ("utf-32le", [0x41, 0, 0], nil),
      ("utf-16le", [], ""),
    ] as [(String, [UInt8], String?)])
  func unicode(name: String, bytes: [UInt8], expected: String?) {
    #expect((try? Transcoder.utf8(bytes[...], from: name)) == expected.map { Array($0.utf8) })
  }
}
