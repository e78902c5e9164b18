import Testing
import WaybenchCore

/// A policy behind a reference, so that an expectation may ask it.
private final class Asked {
  private var policy: ReroutePolicy

  init(options: ReroutePolicy.Options = ReroutePolicy.Options()) { policy = ReroutePolicy(options: options) }

  var pending: ReroutePolicy.Request? { policy.pending }
  func request(atNanoseconds time: Int64) -> ReroutePolicy.Request? { policy.request(atNanoseconds: time) }
  func acceptsAnswer(to id: Int32) -> Bool { policy.acceptsAnswer(to: id) }
  func cancel() -> ReroutePolicy.Request? { policy.cancel() }
  func reset() { policy.reset() }
  func follow(meters: Double) { policy.follow(meters: meters) }
}

@Suite("ReroutePolicy")
struct ReroutePolicyTests {
  private static func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }

  /// When requests are granted to a car that asks each second and gets an answer after a time.
  private static func grants(
    _ policy: Asked, seconds: ClosedRange<Int>, answeredAfter delay: Int = 1
  ) -> [Int] {
    var granted: [Int] = []
    var due: (second: Int, id: Int32)?
    for second in seconds {
      if let answer = due, answer.second <= second {
        #expect(policy.acceptsAnswer(to: answer.id))
        due = nil
      }
      if let request = policy.request(atNanoseconds: nanoseconds(Double(second))) {
        #expect(due == nil, "two in flight at \(second)")
        granted.append(second)
        due = (second + delay, request.id)
      }
    }
    return granted
  }

  @Test("requests are spaced, and the gaps double up to their longest and never shrink")
  func backOff() {
    let policy = Asked()
    let granted = Self.grants(policy, seconds: 0...1_000)
    let gaps = zip(granted, granted.dropFirst()).map { $1 - $0 }
    #expect(gaps.prefix(6) == [5, 10, 20, 40, 80, 120])
    #expect(gaps.dropFirst(5).allSatisfy { $0 == 120 })
  }

  @Test("no options make the gaps shrink", arguments: [0.0, 0.5, 1, -3, .nan])
  func oddFactors(factor: Double) {
    var options = ReroutePolicy.Options()
    options.backOffFactor = factor
    let policy = Asked(options: options)
    let granted = Self.grants(policy, seconds: 0...200)
    let gaps = zip(granted, granted.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= 5 }, "\(gaps)")
    #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $1 >= $0 }, "\(gaps)")
  }

  @Test("a longest spacing below the least does not shrink it")
  func oddLongest() {
    var options = ReroutePolicy.Options()
    options.longestSpacingSeconds = 2
    let policy = Asked(options: options)
    let granted = Self.grants(policy, seconds: 0...60)
    #expect(zip(granted, granted.dropFirst()).allSatisfy { $1 - $0 >= 5 })
  }

  @Test("a car that has followed a route for 100 m may ask soon again, one that has not may not")
  func following() {
    let policy = Asked()
    #expect(Self.grants(policy, seconds: 0...40) == [0, 5, 15, 35])
    for _ in 0..<9 { policy.follow(meters: 11) }
    #expect(policy.request(atNanoseconds: Self.nanoseconds(41)) == nil)
    policy.follow(meters: -500)
    policy.follow(meters: .nan)
    #expect(policy.request(atNanoseconds: Self.nanoseconds(42)) == nil)
    policy.follow(meters: 2)
    #expect(policy.request(atNanoseconds: Self.nanoseconds(43)) != nil)
  }

  @Test("the metres of one route do not count for the next")
  func followingStartsAnew() {
    let policy = Asked()
    #expect(Self.grants(policy, seconds: 0...16) == [0, 5, 15])
    policy.follow(meters: 90)
    #expect(Self.grants(policy, seconds: 17...36) == [35])
    policy.follow(meters: 20)
    #expect(policy.request(atNanoseconds: Self.nanoseconds(45)) == nil)
  }

  @Test("one request in flight until it is answered, cancelled or given up")
  func inFlight() throws {
    let policy = Asked()
    let first = try #require(policy.request(atNanoseconds: 0))
    #expect(first.id == 1)
    for second in 1...59 { #expect(policy.request(atNanoseconds: Self.nanoseconds(Double(second))) == nil) }
    let second = try #require(policy.request(atNanoseconds: Self.nanoseconds(60.5)))
    #expect(second.id == 2 && policy.pending?.id == 2)
    #expect(!policy.acceptsAnswer(to: 1))
    #expect(policy.pending?.id == 2)
    #expect(policy.acceptsAnswer(to: 2))
    #expect(!policy.acceptsAnswer(to: 2))
  }

  @Test("a cancelled request is named, and its answer is not wanted")
  func cancel() throws {
    let policy = Asked()
    #expect(policy.cancel() == nil)
    let request = try #require(policy.request(atNanoseconds: 0))
    #expect(policy.cancel()?.id == request.id)
    #expect(policy.cancel() == nil)
    #expect(!policy.acceptsAnswer(to: request.id))
  }

  @Test("after a reset the next request need not wait, and has a number of its own")
  func reset() throws {
    let policy = Asked()
    #expect(Self.grants(policy, seconds: 0...6) == [0, 5])
    policy.reset()
    #expect(policy.pending == nil && !policy.acceptsAnswer(to: 2))
    #expect(Self.grants(policy, seconds: 7...13) == [7, 12])
    #expect(policy.request(atNanoseconds: Self.nanoseconds(60))?.id == 5)
  }

  @Test("answers to questions that nobody asked are refused", arguments: [0, 1, -1, 7, .max, .min] as [Int32])
  func unknown(id: Int32) {
    let policy = Asked()
    #expect(!policy.acceptsAnswer(to: id))
    if id != 1 {
      #expect(policy.request(atNanoseconds: 0) != nil)
      #expect(!policy.acceptsAnswer(to: id))
      #expect(policy.pending?.id == 1)
    }
  }

  @Test("times at the ends of their range and stepping back do not trap")
  func times() {
    let policy = Asked()
    for time in [0, .max, .min, -1, .max, 0] as [Int64] {
      if let request = policy.request(atNanoseconds: time) { #expect(policy.acceptsAnswer(to: request.id)) }
      _ = policy.request(atNanoseconds: .min)
      _ = policy.cancel()
    }
  }
}
