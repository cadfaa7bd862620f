extension SpectralDetector {
  /// Every number of the detector that was chosen rather than derived, grouped by stage.
  ///
  /// Shares are per frame of ten milliseconds; powers are relative to
  /// a full-scale square wave.
  public struct Parameters: Sendable, Hashable {
    /// The floor under every bin.
    public struct Floor: Sendable, Hashable {
      /// First bin of 50 Hz that counts as level; below lie direct current and handling noise.
      public var firstBin = 2
      /// Share of the way up to a louder frame.
      public var rise: Float = 0.2
      /// Factor per frame while it is quieter.
      public var decay: Float = 0.9985
      public var startLevel: Float = 1e-5
      public var minimumLevel: Float = 1e-7
      /// The floor as a share of the level.
      public var share: Float = 3e-4
    }

    /// The noise estimate.
    public struct Noise: Sendable, Hashable {
      /// Frames averaged as noise before tracking starts.
      public var initialFrames = 10
      /// Assumed power ratio of speech to noise where there is speech (6 dB).
      public var priorRatio: Float = 4
      /// Share of the old estimate kept.
      public var smoothing: Float = 0.98
      /// Share of the old mean probability kept.
      public var presenceSmoothing: Float = 0.9
      /// Mean probability above which a bin is held to be stuck.
      public var stuckPresence: Float = 0.99
      /// Share of the old power kept before the minimum is taken.
      public var minimumSmoothing: Float = 0.8
      /// The window of the minimum is this many frames times `blocks`.
      public var framesPerBlock = 18
      public var blocks = 8
      /// Movement of the spectrum's shape, in decibels, below which a frame may be steady noise: noise of any
      /// colour stays between 1.6 and 2.1, and 95 of 100 frames of speech lie above that.
      public var steadyMovement: Float = 2.1
      /// Frames in a row below it after which the sound is taken for noise.
      public var steadyFrames = 35
      /// Share of the old estimate kept then.
      public var steadySmoothing: Float = 0.85
    }

    /// The bands that the spectrum is summed into.
    public struct Bands: Sendable, Hashable {
      public var count = 24
      public var lowHertz: Float = 150
      public var highHertz: Float = 7_500
    }

    /// The signal-to-noise statistic.
    public struct Ratio: Sendable, Hashable {
      /// Decibels by which a band has to stand out before it counts.
      public var offsetDB: Float = 1
      /// Decibels beyond the offset after which a band counts no more.
      public var capDB: Float = 8
      /// Extra weight of the lowest band, taken from the highest.
      public var tilt: Float = 0.3
      public var attack: Float = 0.8
      public var release: Float = 0.86
    }

    /// The movement of the spectrum's shape.
    public struct Dynamics: Sendable, Hashable {
      /// Share of the old band power kept.
      public var smoothing: Float = 0.3
      public var attack: Float = 0.9
      public var release: Float = 0.9
    }

    /// The strength of the voice's harmonics.
    public struct Voicing: Sendable, Hashable {
      public var lowHertz: Float = 80
      public var highHertz: Float = 2_500
      public var lowestPitchHertz = 70
      public var highestPitchHertz = 400
      /// Width of the moving mean that takes out the formants.
      public var whiteningHertz: Float = 325
      /// Floor under the log power as a share of the band's mean power.
      public var floorShare: Float = 1e-4
      /// Frames between two measurements; between them the last one stands.
      public var intervalFrames = 2
      /// Share of the old strength kept.
      public var smoothing: Float = 0.3
      /// Frames over which the maximum is held.
      public var holdFrames = 21
      public var attack: Float = 0.4
      public var release: Float = 0.9
    }

    /// The weights of the joint evidence; the ratio's weight is 1.
    public struct Fusion: Sendable, Hashable {
      public var ratioOffset: Float = 1
      public var dynamicsWeight: Float = 2
      public var dynamicsOffset: Float = 0.01
      public var voicingWeight: Float = 1
      public var voicingOffset: Float = 0.2
    }

    /// The relief after strong speech.
    public struct Peak: Sendable, Hashable {
      public var reference: Float = 0.8
      public var minimum: Float = 0.9
      public var rise: Float = 0.3
      public var fallPerFrame: Float = 0.001
      /// Share of the peak's height over the reference that is taken off.
      public var share: Float = 0.2
    }

    /// How the network's judgement becomes a probability.
    public struct Decision: Sendable, Hashable {
      /// The trained log odds that get probability 0.5.
      ///
      /// Above 0, because an end of speech that is noticed 10 ms sooner is worth 0.2 points of F1 to a
      /// conversation.
      public var midpoint: Float = 0.16
    }

    /// By what a voice that dies away is told from one that goes on.
    public struct DyingAway: Sendable, Hashable {
      /// The log odds that are taken off at most.
      public var most: Float = 1.5
      /// How much softer than the loudest moment of the last 250 ms, in decibels, before anything is taken
      /// off, and for all.
      public var softer: Float = 6
      public var muchSofter: Float = 9
      /// The logarithm of the strength of the harmonics above which a frame is voiced.
      public var voiced: Float = -0.9
      /// The frames without voice until anything is taken off, and until all is.
      public var shortlyUnvoiced: Float = 12
      public var longUnvoiced: Float = 16
    }

    /// What loud noise is made up for with.
    public struct Relief: Sendable, Hashable {
      /// The log odds that are added at most.
      public var most: Float = 0.6
      /// The range of loudness, in decibels, from which on nothing is added, and below which all is.
      public var quietRange: Float = 12
      public var loudRange: Float = 7
      /// The range below which the sound is nothing but noise, so that nothing is added, and above which all
      /// is.
      public var steadyRange: Float = 2
      public var livelyRange: Float = 4
      /// The log odds below which a frame is not speech in any noise, and above which the whole relief is
      /// added.
      public var least: Float = -2.2
      public var enough: Float = -0.8
    }

    public var floor = Floor()
    public var noise = Noise()
    public var bands = Bands()
    public var ratio = Ratio()
    public var dynamics = Dynamics()
    public var voicing = Voicing()
    public var fusion = Fusion()
    public var peak = Peak()
    public var decision = Decision()
    public var dyingAway = DyingAway()
    public var relief = Relief()

    /// The defaults.
    public init() {}
  }
}
