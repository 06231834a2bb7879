import CloudKitRecords
import Diagnostics
import Scoring
import Testing

@Suite("Methodology files")
struct MethodologyFileTests {
  private static func read(_ text: String) -> MethodologyFile {
    MethodologyFile(SourceText(name: "m.json", bytes: Array(text.utf8)))
  }

  @Test(
    "mistakes are found with their places, and nothing is guessed",
    arguments: [
      (#"{"weights":{"reliability":100}}"#, "missing-key 0"),
      (#"{"name":"x"}"#, "missing-key 0"),
      (#"{"name":"x","weights":{"reliability":60,"popularity":30}}"#, "weights-sum 22"),
      (#"{"name":"x","weights":{"reliability":60,"popularity":50}}"#, "weights-sum 22"),
      (#"{"name":"x","weights":{"reliability":101}}"#, "weights-sum 37"),
      (#"{"name":"x","weights":{"reliability":110,"popularity":-10}}"#, "weights-sum 37, negative-weight 54"),
      (#"{"name":"x","weights":{"popularty":100}}"#, "unknown-component 23"),
      (#"{"name":"x","weights":{"popularity":99.5}}"#, "json-type 36"),
      (#"{"name":"x","weights":[]}"#, "json-type 22"),
      (#"{"name":"x","weights":{"rating":100},"thresholds":{"floodFlor":1}}"#, "unknown-threshold 51"),
      (#"{"name":"x","weights":{"rating":100},"thresholds":{"floodFloor":2}}"#, "threshold-range 64"),
      (#"{"name":"x","weights":{"rating":100},"caps":[{"when":"sad","score":1}]}"#, "cap-condition 53"),
      (#"{"name":"x","weights":{"rating":100},"caps":[{"when":"inactive","score":101}]}"#, "cap-score 72"),
      (#"{"name":"x","weights":{"rating":100},"caps":[{"when":"failuresInRow","score":1}]}"#, "cap-failures 45"),
      (#"{"name":"x","weights":{"rating":100},"colour":1}"#, "unknown-key 37"),
      (#"{"name":"x","version":0,"weights":{"rating":100}}"#, "methodology-version 22"),
      (#"{"name":"x","weights":{"rating":100}"#, "json-syntax 36"), ("[]", "json-type 0"),
    ])
  func mistakes(text: String, expected: String) {
    let file = Self.read(text)
    let found = file.diagnostics.map { "\($0.rule) \($0.range?.start ?? -1)" }.joined(separator: ", ")
    #expect(found == expected)
    #expect(file.methodology == nil)
  }

  @Test("a file that says what a built-in methodology says gives its hash and its scores")
  func same() throws {
    let file = Self.read(
      """
      {"name": "ours", "weights": {"verification": 10, "reliability": 40, "popularity": 30, "updateConsistency": 20}}
      """)
    #expect(file.diagnostics.isEmpty)
    let methodology = try #require(file.methodology)
    #expect(methodology.hash == ScoreMethodology.celestra1.hash)
    #expect(methodology.weights.map(\.component) == [.verification, .reliability, .popularity, .updateConsistency])
  }

  @Test("thresholds and caps change the score, and the hash")
  func thresholds() throws {
    let file = Self.read(
      """
      {"name": "strict", "version": 2, "weights": {"reliability": 100, "popularity": 0},
       "thresholds": {"failureFactor": 0.5}, "caps": [{"when": "failuresInRow", "atLeast": 2, "score": 10}]}
      """)
    let methodology = try #require(file.methodology)
    #expect(methodology.hash != ScoreMethodology.celestra1.hash)
    let now = Timestamp(milliseconds: 0)
    func score(_ failures: Int) -> Int {
      QualityScore(ScoreInputs(attempts: 98, successes: 98, failuresInRow: failures), by: methodology, asOf: now).total
    }
    // 99/100, half of it, and the cap.
    #expect([score(0), score(1), score(2)] == [99, 50, 10])
  }

  @Test("a cap that equals the score lowers nothing and is not shown", arguments: [(98, true), (99, false)])
  func equalCap(limit: Int, isShown: Bool) throws {
    let text = #"{"name":"x","weights":{"reliability":100},"caps":[{"when":"inactive","score":\#(limit)}]}"#
    let methodology = try #require(Self.read(text).methodology)
    let inputs = ScoreInputs(attempts: 98, successes: 98, isActive: false)
    let score = QualityScore(inputs, by: methodology, asOf: Timestamp(milliseconds: 0))
    #expect((score.cap != nil) == isShown && score.total == limit)
  }

  @Test("of two equal caps that apply, the first one is shown")
  func equalCaps() throws {
    let file = Self.read(
      """
      {"name": "x", "weights": {"reliability": 100}, "caps": [{"when": "failuresInRow", "atLeast": 1, "score": 10},
       {"when": "failuresInRow", "atLeast": 2, "score": 10}]}
      """)
    let score = QualityScore(
      ScoreInputs(attempts: 98, successes: 98, failuresInRow: 2), by: try #require(file.methodology),
      asOf: Timestamp(milliseconds: 0))
    #expect(score.cap?.condition == .failuresInRow(1))
  }

  @Test("the hashes of what is built in do not change unnoticed: another hash is another version")
  func hashes() {
    #expect(
      (ScoreMethodology.builtIn + [.balanced]).map { "\($0.name) \($0.version) \($0.hash)" }
        == ["celestra 2 d2957b87eceee493", "celestra 1 a1458a661c977cf9", "balanced 1 bc3e6a0aec6d5798"])
    #expect(ScoreMethodology.named("celestra") == .celestra)
    #expect(ScoreMethodology.named("celestra-1") == .celestra1)
    #expect(ScoreMethodology.named("celestra-3") == nil)
  }
}
