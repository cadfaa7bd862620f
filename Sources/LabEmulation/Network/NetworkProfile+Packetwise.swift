import LabTimeline

extension NetworkProfile {
  /// Those whose packets are followed one by one. Where a number is ours, the summary or the comment says so.
  static let packetwise = [cable, wirelessLAN, fourG, fiveG, satellite, geostationary, train]

  /// One direction of a leg.
  private typealias Direction = (delay: Double, jitter: Double, megabits: Double, buffer: Int)

  /// A leg to every provider; what both directions have in common is said once. Delays in milliseconds.
  private static func network(
    _ name: String, _ summary: String, radio: Radio, correlation: Double, loss: LossModel, up: Direction,
    down: Direction,
    outages: OutageModel = OutageModel(), lookup: Int
  ) -> NetworkProfile {
    func path(_ direction: Direction) -> PathProfile {
      PathProfile(
        delay: Duration(milliseconds: direction.delay),
        jitter: Jitter(Duration(milliseconds: direction.jitter), correlation: correlation), loss: loss,
        bottleneck: .init(bitsPerSecond: direction.megabits * 1e6, buffer: direction.buffer))
    }
    return NetworkProfile(
      name: name, summary: summary,
      legs: NetworkLegs(
        standard: LegProfile(
          up: path(up), down: path(down), outages: outages,
          nameLookup: .lognormal(median: .milliseconds(lookup), sigma: 0.8))),
      radio: radio)
  }

  /// 1 in 100,000 packets lost and 1 ms of jitter are far within what ITU-T Y.1541 (12/2011), class 0, allows
  /// (1 in 1,000 and 50 ms); delay and rates are our assumption.
  private static let cable = network(
    "cable",
    "A wired line of 100/40 Mbit/s and a regional data centre, within class 0 of ITU-T Y.1541 (2011).",
    radio: .none, correlation: 0, loss: .independent(0.000_01),
    up: (7, 0.5, 40, 250_000), down: (7, 0.5, 100, 500_000),
    lookup: 4)

  /// The hop of Wi-Fi, measured as 3 ms in the middle and 20 ms at the 90th percentile (K. Sui and others,
  /// “Characterizing and Improving WiFi Latency in Large-Scale Operational Networks”, MobiSys 2016): two
  /// draws of 4.3 ms on average have 7 and 17, lying between; the measured 99th percentile of 250 ms is left
  /// out. Correlation and loss are our assumption.
  private static let wirelessLAN = network(
    "wlan", "The line of “cable” behind Wi-Fi, whose hop is that of Sui and others (MobiSys 2016).",
    radio: .wifi, correlation: 0.5, loss: .gilbertElliott(.init(enter: 0.000_5, leave: 0.3, bad: 0.5)),
    up: (7, 4.3, 40, 250_000), down: (7, 4.3, 100, 500_000), lookup: 4)

  /// A round trip of 60 ms in the middle: the median multi-server latency of the three mobile operators of
  /// the United States in the third quarter of 2024 (Ookla: 59, 60 and 61 ms). 20 Mbit/s down is the median
  /// of a 4G network in Ookla's report on India of March 2025. The rest is our assumption: uplink, jitter
  /// from scheduling and retransmission at the radio, which hides nearly all loss.
  private static let fourG = network(
    "4g", "A telephone on 4G: Ookla’s median latency of US operators (Q3 2024), jitter assumed.",
    radio: .mobile, correlation: 0.6, loss: .gilbertElliott(.init(enter: 0.000_3, leave: 0.2, bad: 0.5)),
    up: (24, 10, 8, 300_000), down: (20, 8, 20, 600_000), lookup: 8)

  /// A round trip of 33 ms in the middle: the best operator's multi-server latency in Ookla's report on 5G in
  /// Czechia of September 2024 (33.34 ms in the second quarter). 166 Mbit/s down and 21 up are the world's
  /// medians of 5G in Ookla's report of December 2021. Jitter and loss are our assumption.
  private static let fiveG = network(
    "5g", "A telephone on 5G: latency and rates from Ookla’s reports of 2024 and 2021, jitter assumed.",
    radio: .mobile, correlation: 0.5, loss: .gilbertElliott(.init(enter: 0.000_2, leave: 0.3, bad: 0.5)),
    up: (13, 4, 21, 400_000), down: (12, 4, 166, 2_000_000), lookup: 6)

  /// Starlink as measured from Belgium to European servers in 2022: a round trip of 50 ms in the middle, 40
  /// and 60 at the quartiles, 20 at the least (F. Michel and others, IMC 2022; APNIC blog of 28 November
  /// 2022). The satellite changes every 15 s, and latency spikes around that for some 140 ms (arXiv
  /// 2601.08439, 2026); here nothing gets through for so long. Loss in between is our assumption.
  private static let satellite = network(
    "satellite", "Starlink: latency of Michel and others (IMC 2022), interrupted for 140 ms every 15 s.",
    radio: .wifi, correlation: 0.3, loss: .gilbertElliott(.init(enter: 0.001, leave: 0.2, bad: 0.3)),
    up: (17, 9, 15, 400_000), down: (17, 9, 150, 2_000_000),
    outages: OutageModel(periodic: .init(every: .seconds(15), duration: .milliseconds(140))), lookup: 6)

  /// Up and down to an orbit of 35,786 km takes light 239 ms; 270 ms with what modems and ground stations
  /// add, which is our assumption, as are the other numbers.
  private static let geostationary = network(
    "geostationary", "A satellite at 35,786 km: the time of light, and our assumption of what modems add.",
    radio: .wifi, correlation: 0.6, loss: .independent(0.001),
    up: (270, 10, 5, 300_000), down: (270, 10, 50, 2_000_000),
    lookup: 6)

  /// That cells change often at 300 km/h, and that loss and round trips are worse and vary more than at rest,
  /// is in the measurements of Q. Xiao and others (ICNP 2014) and J. Wang and others (arXiv 1812.04823,
  /// 2018); how often, how long and how much is our assumption, as are the tunnels.
  private static let train = network(
    "train",
    "4G on a fast train: a cell change every 12 s and tunnels; our assumption after published studies.",
    radio: .wifi, correlation: 0.8, loss: .gilbertElliott(.init(enter: 0.002, leave: 0.15, bad: 0.5)),
    up: (35, 25, 3, 300_000), down: (30, 20, 10, 600_000),
    outages: OutageModel(
      periodic: .init(every: .seconds(12), duration: .milliseconds(90)),
      random: .init(every: .seconds(90), duration: .lognormal(median: .milliseconds(1500), sigma: 0.7))),
    lookup: 10)
}
