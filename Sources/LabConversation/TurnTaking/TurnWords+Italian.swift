extension TurnWords {
  static let italian = TurnWords(
    fillers: set("ehm eh uhm mmm"),
    openers: set("allora cioè dunque beh"),
    holding: set(
      """
      il lo la gli le i un uno una l' di a da in con su per tra fra del della dello dei degli delle al alla allo
      ai agli alle dal dalla nel nella nello nei sul sulla col e ed o ma però perché che se quando come mentre
      anche quindi è sono era ho hai ha abbiamo hanno sta stato posso può devo vorrei non molto mio mia tuo tua
      suo sua nostro questo questa
      """),
    particles: set(""),
    subordinating: set("se quando perché mentre siccome benché dopo prima appena"),
    questions: set("cosa chi dove quando perché come quale quali quanto quanti"),
    auxiliaryFirst: set("puoi può posso possiamo fai mi ci"),
    verbs: set(
      """
      è sono era erano ho hai ha abbiamo hanno sta posso può devo deve vorrei puoi fa fai c'è va vai andare viene
      dice dico credo penso sai fammi dammi dimmi apri metti leggi ripeti studio prende prendono diventa voglio vuoi parla parlo chiama aspetta
      """),
    courtesies: set("grazie favore prego"),
    thanks: set("grazie"),
    closing: set("e o ed"),
    endings: [["e", "così", "via"]])
}
