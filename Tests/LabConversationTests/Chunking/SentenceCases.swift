import Testing

/// One text and the chunks that it is spoken in, with the sentence that says why.
struct ChunkCase: Sendable, CustomTestStringConvertible {
  let why: String
  let chunks: [String]
  /// What the model streams; by default the chunks with a space between.
  let text: String

  init(_ why: String, _ chunks: [String], from text: String? = nil) {
    self.why = why
    self.chunks = chunks
    self.text = text ?? chunks.joined(separator: " ")
  }

  var testDescription: String { why }
}

extension ChunkCase {
  static let sentences = plain + abbreviations + numbers + quotations + scripts + layout + addresses

  static let plain = [
    ChunkCase("a full stop ends a sentence", ["Hello there.", "How are you?", "Fine!"]),
    ChunkCase("a sentence without a stop comes out at the end", ["Hello there"]),
    ChunkCase("a small letter after a stop changes nothing", ["It is done.", "really."]),
    ChunkCase("several marks are one stop", ["What?!", "No!!!", "Why??", "So."]),
    ChunkCase("no space after the stop, no end", ["Hello.World is one.", "Next."]),
    ChunkCase("three dots go on before a small letter", ["Well... maybe not.", "Or so."]),
    ChunkCase("three dots end before a capital", ["Well...", "Maybe not."]),
    ChunkCase("the ellipsis character goes on before a small letter", ["Well… maybe not."]),
    ChunkCase("the ellipsis character ends before a capital", ["Well…", "Maybe not."]),
    ChunkCase("an asking ellipsis ends at once", ["Really...?", "Yes."]),
    ChunkCase("dots with spaces are no ends", ["Wait . . . what is that?"]),
    ChunkCase("a dash after dots is looked through", ["I thought...", "– But no."]),
    ChunkCase("white space at both ends is dropped", ["One.", "Two."], from: "  One.  \t Two.  "),
    ChunkCase("an emoji goes with what follows", ["Great!", "😀 Let us begin."]),
    ChunkCase("an emoji before the stop is no abbreviation", ["Great 😀.", "Next one."]),
    ChunkCase("an apostrophe changes nothing", ["It's the dogs'.", "Isn't it?"]),
    ChunkCase("Spanish opening marks begin the next sentence", ["Claro.", "¿Y tú?", "¡Vamos!"]),
    ChunkCase("nothing gives nothing", [], from: ""),
    ChunkCase("white space gives nothing", [], from: " \n\t "),
    ChunkCase("marks alone come out at the end", ["--- ***"]),
  ]

  static let abbreviations = [
    ChunkCase("an English title goes on", ["Dr. Smith met Mr. Jones and Mrs. Hall.", "They spoke."]),
    ChunkCase("a lower-case title is one too", ["Ask prof. Weber about it."]),
    ChunkCase("Ms. before a name goes on", ["Ms. Taylor is here.", "Good."]),
    ChunkCase("ms as a unit ends", ["It took 20 ms.", "That is fast."]),
    ChunkCase("e.g. and i.e. go on", ["Use fruit, e.g. Apples, i.e. Sweet ones.", "Then stir."]),
    ChunkCase("etc. goes on before a small letter", ["Pens, paper, etc. are there."]),
    ChunkCase("etc. ends before a capital", ["Bring pens, paper, etc.", "We start at nine."]),
    ChunkCase("p.m. goes on before a small letter", ["At 5 p.m. we leave.", "Be there."]),
    ChunkCase("p.m. ends before a capital", ["We leave at 5 p.m.", "Be there."]),
    ChunkCase("p. m. with a space ends before a capital", ["We leave at 5 p. m.", "Be there."]),
    ChunkCase("U.S. goes on before a name", ["The U.S. Army and the U.S. economy."]),
    ChunkCase("U.S. ends before a word that begins sentences", ["He lives in the U.S.", "She does not."]),
    ChunkCase("initials go on before a name", ["J. R. R. Tolkien and George W. Bush."]),
    ChunkCase("joined initials go on before a name", ["J.R.R. Tolkien wrote it.", "Then he slept."]),
    ChunkCase("an initial before an initial is no starter", ["I read A. A. Milne."]),
    ChunkCase("a letter that ends a sentence", ["You need vitamin C.", "It helps."]),
    ChunkCase("a small letter that ends a sentence", ["Now solve for x.", "Next, check it."]),
    ChunkCase("Inc. goes on before a name", ["Apple Inc. Chief Tim Cook spoke.", "He smiled."]),
    ChunkCase("No. before a number goes on", ["It is No. 5 on the list."]),
    ChunkCase("No. before a sentence ends", ["No.", "That is wrong."]),
    ChunkCase("a month's short form goes on before a day", ["See you on Jan. 5 at ten."]),
    ChunkCase("a degree goes on before a small letter", ["Her Ph.D. thesis is long.", "It is good."]),
    ChunkCase("a Roman number goes on before a name", ["Ludwig XIV. König von Frankreich."]),
    ChunkCase("a Roman number ends before a starter", ["That was World War II.", "It was over."]),
    ChunkCase("an abbreviation in brackets goes on", ["Some (e.g. Apples) are red."]),
    ChunkCase("an abbreviation in emphasis goes on", ["Ask **Dr.** Weber.", "Soon."]),
    ChunkCase("a stop after the bracket of an abbreviation ends", ["Pens (paper, etc.).", "and more."]),
    ChunkCase("z. B. goes on before a noun", ["Nimm Obst, z. B. Äpfel.", "Dann rühren."]),
    ChunkCase("z.B. goes on before a noun", ["Nimm Obst, z.B. Äpfel.", "Dann rühren."]),
    ChunkCase("d. h. and u. a. go on", ["Morgen, d. h. Freitag, spielen u. a. Mozart und Bach."]),
    ChunkCase("i. d. R. goes on", ["Das geht i. d. R. Montags besser."]),
    ChunkCase("v. Chr. goes on before a noun", ["Um 300 v. Chr. Rom."]),
    ChunkCase("v. Chr. ends before a starter", ["Das war 300 v. Chr.", "Danach kam Rom."]),
    ChunkCase("bzw. and ca. go on", ["Das sind ca. Zwei bzw. Drei."]),
    ChunkCase("usw. goes on before a small letter", ["Hunde, Katzen usw. sind da."]),
    ChunkCase("usw. ends before a capital", ["Hunde, Katzen usw.", "Alle sind da."]),
    ChunkCase("Nr. goes on", ["Bus Nr. 7 fährt zur Hauptstr. 5.", "Dann links."]),
    ChunkCase("Mio. goes on before a noun", ["Das kostet 3 Mio. Euro.", "Viel Geld."]),
    ChunkCase("German es ends a sentence", ["So ist es.", "Danke."]),
    ChunkCase("Italian titles go on", ["Il sig. Rossi e il dott. Bianchi.", "Sono qui."]),
    ChunkCase("p. es. goes on", ["La frutta, p. es. Mele e pere.", "Poi basta."]),
    ChunkCase("ad es. goes on", ["La frutta, ad es. Mele."]),
    ChunkCase("ecc. ends before a capital", ["Mele, pere, ecc.", "Tutto buono."]),
    ChunkCase("pag. goes on before a number", ["Vedi pag. 12 e cap. 3 del libro."]),
    ChunkCase("French titles go on", ["Mme Curie et M. Dupont.", "Ils parlent."]),
    ChunkCase("Spanish titles go on", ["La Sra. Pérez habla.", "Yo no."]),
  ]

  static let numbers = [
    ChunkCase("a decimal is one word", ["Pi is 3.14 or so.", "Yes."]),
    ChunkCase("a decimal ends before a capital", ["Pi is about 3.14.", "More follows."]),
    ChunkCase("German thousands and decimals are one word", ["Das macht 1.000,50 Euro.", "Bitte."]),
    ChunkCase("a German amount ends", ["Das macht 1.000,50.", "Bitte."]),
    ChunkCase("English thousands are one word", ["That is 1,000,000.", "a lot."]),
    ChunkCase("a version is one word", ["Use version 2.10.3 or v1.0.", "It works."]),
    ChunkCase("a time is one word", ["At 9:30 we start.", "At 9.30 too."]),
    ChunkCase("a year ends", ["That was in 1999.", "then came 2000."]),
    ChunkCase("a short number ends before a capital", ["The answer is 42.", "Next question."]),
    ChunkCase("a German date goes on before a month", ["Wir treffen uns am 3. Mai.", "Bis dann."]),
    ChunkCase("a month tells without a preposition", ["Notiert: 3. Mai, 4. Juni."]),
    ChunkCase("a German ordinal goes on before a noun", ["Im 19. Dorf wohnt der 2. Sohn.", "Gut."]),
    ChunkCase("a number after an article ends before a starter", ["Sie hat die 3.", "Das stimmt."]),
    ChunkCase("a German date in numbers goes on", ["Am 3. 5. 2024 und am 4.5. um neun."]),
    ChunkCase("a number that counts a list goes on", ["1. Wash the rice.", "2. Boil it."]),
    ChunkCase("a percentage and a price end", ["It fell 5%.", "It costs $5.", "Cheap."]),
    ChunkCase("a number in brackets counts nothing", ["See step (3).", "It is short."]),
  ]

  static let quotations = [
    ChunkCase("a closing quote goes with its sentence", ["She said \"Stop.\"", "He stopped."]),
    ChunkCase("a sentence goes on after a quoted question", ["\"Really?\" she asked.", "Yes."]),
    ChunkCase("typographic quotes close", ["“Stop.”", "He stopped."]),
    ChunkCase("German quotes close", ["„Halt!“", "Er hielt.", "»Gut.«", "Weiter."]),
    ChunkCase("French quotes with spaces go to the next chunk", ["« Bonjour.", "» Elle sourit."]),
    ChunkCase("a stop outside the quote ends", ["He said \"stop\".", "she did."]),
    ChunkCase("a closing bracket goes with its sentence", ["(It rained.)", "We left [late.]", "Then home."]),
    ChunkCase("an opening quote begins the next sentence", ["He left.", "\"Good,\" she said."]),
    ChunkCase("emphasis closes", ["**Note this.**", "It _matters._", "Yes."]),
    ChunkCase("a quotation before a digit goes on", ["He said \"yes.\" 5 times."]),
  ]

  static let scripts = [
    ChunkCase("Chinese stops need no space", ["你好。", "你在做什么？", "很好！"], from: "你好。你在做什么？很好！"),
    ChunkCase("a Western mark before Han ends", ["好吗?", "我很好。"], from: "好吗?我很好。"),
    ChunkCase("a number with a Western point stays whole in Chinese", ["它是3.5米。", "好。"], from: "它是3.5米。好。"),
    ChunkCase("a Chinese quotation closes", ["他说：「好。」", "我走了。"], from: "他说：「好。」我走了。"),
    ChunkCase(
      "a Japanese quotation goes on with its particle", ["「本当？」と聞いた。", "はい。"], from: "「本当？」と聞いた。はい。"),
    ChunkCase("Korean uses Western stops", ["안녕하세요.", "반갑습니다!", "네."]),
    ChunkCase("Hindi dandas end", ["यह पहला वाक्य है।", "यह दूसरा है।"]),
    ChunkCase("Arabic stops end", ["كيف حالك؟", "أنا بخير.", "شكرا."]),
    ChunkCase("Urdu stops end", ["یہ کتاب ہے۔", "وہ قلم ہے۔"]),
    ChunkCase("Ethiopic stops end", ["ሰላም ነው።", "እሺ።"], from: "ሰላም ነው።እሺ።"),
    ChunkCase("Armenian stops end", ["Սա գիրք է։", "Լավ։"]),
    ChunkCase("Russian initials go on", ["А. С. Пушкин писал.", "Да."]),
    ChunkCase("Greek is cut at its full stops", ["Καλημέρα.", "Τι κάνεις;"]),
    ChunkCase("a combining accent stays with its letter", ["Cafe\u{301}.", "E\u{301}tude."]),
  ]

  static let layout = [
    ChunkCase("a line break ends", ["Three steps", "Wash", "Boil"], from: "Three steps\nWash\r\nBoil\n"),
    ChunkCase("a blank line ends once", ["One", "Two"], from: "One\n\n\nTwo"),
    ChunkCase(
      "bullets stay with their items", ["- Wash it", "* Boil it", "• Eat it"],
      from: "- Wash it\n* Boil it\n• Eat it"),
    ChunkCase(
      "numbered items stay whole", ["1. Wash it.", "2. Boil it.", "3) Eat it."],
      from: "1. Wash it.\n2. Boil it.\n3) Eat it."),
    ChunkCase("a numbered item in emphasis stays whole", ["**1.** Wash it.", "Then wait."]),
    ChunkCase("a rule goes with what follows", ["--- \nNext part."], from: "--- \nNext part."),
    ChunkCase("a heading ends at its line", ["## Rice", "Wash it."], from: "## Rice\nWash it."),
    ChunkCase("a line break ends after an abbreviation", ["Ask Dr.", "Weber"], from: "Ask Dr.\nWeber"),
    ChunkCase("a line break settles a doubt", ["At 5 p.m.", "we left"], from: "At 5 p.m.\nwe left"),
  ]

  static let addresses = [
    ChunkCase("a web address is one word", ["See https://a.example.org/x?y=1.5&z=!b.", "Then go."]),
    ChunkCase("an address for mail is one word", ["Write to ann.lee@example.co.uk today.", "Thanks."]),
    ChunkCase("a domain ends a sentence", ["Visit example.com.", "now or later."]),
    ChunkCase("a file name is one word", ["Open Node.js or main.swift.", "Run it."]),
    ChunkCase("a link in Markdown is one word", ["Read [this](https://a.b/c.html).", "Good."]),
  ]
}
