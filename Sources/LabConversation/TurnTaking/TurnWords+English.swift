extension TurnWords {
  static let english = TurnWords(
    fillers: set("um uh uhm er erm hmm hm mm"),
    openers: set("well like so okay"),
    holding: set(
      """
      a an the this my your his its our their some any every each no of to in on at by for from with
      without about into onto over under between through during before after against among near as than and
      or but because so if when while although though unless until whether which who whose whom where why how
      is are was were am be been being has have had will would shall should can could may might must i i'm
      i'd i'll i've we we're he she they you're it's there's that's very too not don't doesn't didn't can't
      won't isn't aren't wasn't let's
      """),
    particles: set("on in off up down out over through by about before after around as"),
    subordinating: set("if when because although while since unless before after whenever"),
    questions: set("what who where when why how which whose whom"),
    auxiliaryFirst: set(
      "is are was were do does did have has can could would will should may shall must am"),
    verbs: set(
      """
      is are was were am do does did has have had will would shall should can could may might must i'm it's
      that's there's don't doesn't didn't can't won't isn't he's she's we're they're i'd i'll i've go goes went
      come came get got make made take took know knew think thought say said tell told thank want wants wanted see
      saw find found give gave put keep keeps kept let lets call remind move cancel send read delete ask book
      buy switch tried switched like liked use used work works need needs look looks looking feel understand
      remember mean means start starts started stop show add play open close help write spent arrive leave
      leaves pay walk walks bring brought wish hope live happened told wonder
      """),
    courtesies: set("please thanks you goodbye bye"),
    thanks: set("thank thanks"),
    closing: set("and or"),
    endings: [["and", "so", "on"], ["and", "so", "forth"]])
}
