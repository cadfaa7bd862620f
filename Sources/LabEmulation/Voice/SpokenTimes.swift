/// When the emulated voice says the characters of a text, in samples from the first one of its audio.
struct SpokenTimes: Hashable, Sendable {
  /// A stretch of the text and of its audio.
  struct Piece: Hashable, Sendable {
    var text: String
    /// Empty for what is not heard.
    var samples: Range<Int>
  }

  /// Every character of the text, in its order; each lasts until the next one begins, so that the mark of a
  /// pause lasts as long as the pause.
  let characters: [Piece]

  init(text: String, sampleRate: Int, leadingSilence: Int, speed: Double) {
    let score = VoiceScore(text: text, sampleRate: sampleRate, speed: speed)
    var starts: [Int] = []
    var scalar = 0
    for character in text {
      starts.append(max(0, leadingSilence) + score.scalarStarts[scalar])
      scalar += character.unicodeScalars.count
    }
    starts.append(max(0, leadingSilence) + score.totalSamples)
    characters = zip(text, starts.indices).map { character, index in
      Piece(text: String(character), samples: starts[index]..<max(starts[index], starts[index + 1]))
    }
  }

  /// The words of the text: what stands between white space.
  var words: [Piece] {
    var words: [Piece] = []
    var isInWord = false
    for piece in characters {
      let isSpace = piece.text.allSatisfy(\.isWhitespace)
      if isSpace {
        isInWord = false
      } else if isInWord {
        words[words.count - 1].text += piece.text
        words[words.count - 1].samples = words[words.count - 1].samples.lowerBound..<piece.samples.upperBound
      } else {
        isInWord = true
        words.append(piece)
      }
    }
    return words
  }

  /// The characters that begin within a stretch of the audio; those that begin at its very end belong to its
  /// last one.
  func characters(beginningIn samples: Range<Int>) -> [Piece] {
    let end = characters.last?.samples.upperBound ?? 0
    return characters.filter {
      samples.contains($0.samples.lowerBound) || samples.upperBound == end && $0.samples.lowerBound == end
    }
  }
}
