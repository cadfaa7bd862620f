/// How the room and the device change what the user says before the microphone hears it.
public struct CorpusCondition: Hashable, Sendable {
  /// Sounds behind the speaker.
  public enum Background: Hashable, Sendable {
    case white
    case pink
    /// Other people, each saying one text over and over.
    case babble([Line])
  }

  /// A text and the name, in the recipe, of the voice that says it.
  public struct Line: Hashable, Sendable {
    public var voice: String
    public var text: String
  }

  /// The agent's own voice, heard again through the microphone.
  public struct Echo: Hashable, Sendable {
    public var line: Line
    public var delayMilliseconds: Int
    public var level: Decibels
  }

  /// Unique in the recipe; the second half of the ids of the conversations made under it.
  public var id: String
  public var background: Background?
  /// How far the background lies below the speech.
  public var signalToNoise: Decibels
  /// The room; its seed is that of the recipe.
  public var reverberation: Reverberation?
  /// Heard only while the user barges in, for only then does the agent speak.
  public var echo: Echo?
}
