extension TurnWords {
  static let german = TurnWords(
    fillers: set("äh ähm öh hm hmm"),
    openers: set("also tja naja"),
    holding: set(
      """
      der die das den dem des ein eine einen einem einer eines mein meine meinen dein sein seine ihr ihre unser
      kein keine in im an am auf aus bei beim mit nach von vom zu zum zur für über unter vor durch gegen ohne um
      zwischen und oder aber weil dass denn ob wenn als sondern damit obwohl während bis ist sind war waren bin
      wird werden hat haben hatte kann können muss müssen soll will möchte ich wir er sehr welche welcher
      """),
    particles: set("an auf aus mit nach vor zu um unter über durch"),
    subordinating: set("wenn weil obwohl während nachdem bevor falls als sobald"),
    questions: set("was wer wo wann warum wie welche welcher wieso woher wohin"),
    auxiliaryFirst: set(
      "ist sind war kann können könnten muss soll darf haben hat gibt wird würden möchten"),
    verbs: set(
      """
      ist sind war waren bin wird werden hat haben hatte kann können muss müssen soll sollen will wollen darf
      möchte würde gibt geht gehen kommt kommen macht machen sagt sagen weiß denke glaube finde findet nimmt
      nehmen geben spreche sprechen sehe sieht heißt steht liegt bleibt braucht gilt kostet
      wurde wurden
      """),
    courtesies: set("bitte danke"),
    thanks: set("danke dank"),
    closing: set("und oder"),
    endings: [["und", "so", "weiter"]])
}
