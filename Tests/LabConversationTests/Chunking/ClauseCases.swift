import LabConversation
import Testing

extension ChunkCase {
  static let clauses = [
    ChunkCase("a comma late enough ends a clause", ["When the rice has been washed,", "boil it."]),
    ChunkCase("an early comma does not", ["Well, yes, of course it does,", "he said."]),
    ChunkCase(
      "a semicolon and a colon end a clause",
      ["The first of them is washing;", "the second of them is this:", "boil."]),
    ChunkCase(
      "a long dash between words ends a clause", ["That is what we all thought—", "until then."],
      from: "That is what we all thought—until then."),
    ChunkCase("a short dash with spaces ends a clause", ["That is what we all thought –", "until then."]),
    ChunkCase("a short dash in a range does not", ["It was in all the years of 1914–1918 as such."]),
    ChunkCase("a comma in a number does not", ["All in all it came to about 1,000,000 dollars."]),
    ChunkCase(
      "a colon in a time or an address does not",
      ["You can come to the place at 9:30 or see https://a.b/c then."]),
    ChunkCase("a closing quote goes with its clause", ["\"That is what we all thought,\"", "she said."]),
    ChunkCase(
      "Chinese commas need no space", ["当米饭已经洗好并且水也已经烧开了而且我们都很饿的时候，", "煮吧。"],
      from: "当米饭已经洗好并且水也已经烧开了而且我们都很饿的时候，煮吧。"),
    ChunkCase("sentences still end", ["Yes.", "No.", "Perhaps, it seems."]),
    ChunkCase("an abbreviation is still none", ["Nimm bitte etwas Obst, z. B. Äpfel,", "dann rühren."]),
  ]

  static let tokens = [
    ChunkCase(
      "four tokens are at least thirteen Latin characters", ["one two three", "four five six", "seven"]),
    ChunkCase("a stop ends nothing", ["One. Two. Three.", "Four."]),
    ChunkCase("Han counts a token each", ["你好你好", "你好你好", "你"], from: "你好你好你好你好你"),
    ChunkCase("a long word stays whole", ["internationalisation", "is one"]),
  ]

  static let merged = [
    ChunkCase("a short sentence goes with the next", ["Yes. I do like it.", "Very much so."]),
    ChunkCase("a short line goes with the next", ["Steps:\n1. Wash it."], from: "Steps:\n1. Wash it."),
    ChunkCase("the last one comes out whatever its length", ["That was all of it.", "Bye."]),
    ChunkCase("twelve characters are enough", ["Eleven char.", "And."]),
    ChunkCase("a short one in doubt goes with the next", ["5 p.m. It is late.", "Good night."]),
  ]
}

/// A text up to the character that decides, that character, and the chunk that it releases.
struct ReleaseCase: Sendable, CustomTestStringConvertible {
  let why: String
  let before: String
  let decisive: String
  let chunk: String
  var strategy = ChunkingStrategy.sentence

  var testDescription: String { why }

  static let all = [
    ReleaseCase(
      why: "a plain stop is settled by white space", before: "It is done.", decisive: " ",
      chunk: "It is done."),
    ReleaseCase(
      why: "a question is settled by white space", before: "Is it?!", decisive: "\n", chunk: "Is it?!"),
    ReleaseCase(
      why: "a bracket after the stop is settled by white space", before: "(It is.)", decisive: " ",
      chunk: "(It is.)"),
    ReleaseCase(
      why: "a line without a stop is settled by its break", before: "First", decisive: "\n", chunk: "First"),
    ReleaseCase(
      why: "an abbreviation that can end is settled by a capital", before: "At 5 p.m. ", decisive: "W",
      chunk: "At 5 p.m."),
    ReleaseCase(why: "dots are settled by a capital", before: "Well... \"", decisive: "N", chunk: "Well..."),
    ReleaseCase(
      why: "a quotation is settled by a capital", before: "\"Stop.\" ", decisive: "H", chunk: "\"Stop.\""),
    ReleaseCase(
      why: "an initial is settled by the end of the next word", before: "Take vitamin C. It", decisive: " ",
      chunk: "Take vitamin C."),
    ReleaseCase(
      why: "a short number is settled by the end of the next word", before: "It is 42. Next", decisive: ",",
      chunk: "It is 42."),
    ReleaseCase(
      why: "a long number is settled by white space", before: "It was 1999.", decisive: " ",
      chunk: "It was 1999."),
    ReleaseCase(
      why: "a Chinese stop is settled by the next character", before: "你好。", decisive: "你", chunk: "你好。"),
    ReleaseCase(
      why: "a clause is settled by white space", before: "When all the rice is washed,", decisive: " ",
      chunk: "When all the rice is washed,", strategy: .clause),
    ReleaseCase(
      why: "a token chunk is settled by white space", before: "thirteen chars", decisive: " ",
      chunk: "thirteen chars", strategy: .fixedTokens(3)),
  ]
}
