/// Abbreviations that are written with a full stop, in English, German, Italian, French and Spanish.
///
/// A word that is also common without its stop in one of these languages ("on.", "es.", "max.", "rep.") is
/// left out: taking a sentence's end for an abbreviation costs waiting, the reverse costs one odd pause.
enum Abbreviations {
  /// What each abbreviation, in small letters and without its last stop, makes of that stop.
  static let rules: [String: SentenceEnd] = {
    var rules: [String: SentenceEnd] = [:]
    for (list, rule) in lists {
      for name in list.split(whereSeparator: \.isWhitespace) { rules[String(name)] = rule }
    }
    return rules
  }()

  /// What is an abbreviation only after "p.", "ad" or "per": "ad es.", "p. ex.".
  static let afterPer: Set<String> = ["es", "ex", "ej"]

  private static let lists: [(String, SentenceEnd)] = [
    (goOn, .never), (canEnd, .ifCapitalFollows), (names, .ifStarterFollows), (numbered, .ifCapitalFollows),
  ]

  /// What they stand for always goes on.
  private static let goOn = """
    mr mrs mx dr drs prof st mt rev gen col sgt capt cpt lt cmdr adm hon gov messrs
    vs e.g i.e eg ie cf viz approx dept
    hr fr frl dipl ing dr-ing z.b d.h i.d.r u.u m.e z.t s.o s.u v.a bzw ca vgl evtl ggf inkl exkl bspw sog
    zzgl nr str tel geb gest mio mrd abb kap jh jhd ebd hrsg
    sig sigg dott avv geom egr gent spett pagg p.es
    mme mlle mgr p.ex
    sra srta dña ud uds p.ej
    """

  /// What can end a sentence or stand inside one; a capital tells.
  private static let canEnd = """
    etc al jr sr a.m p.m min hrs std usw ecc a.c d.c f.lli o.ä u.v.m
    """

  /// What often stands before a name, so that a capital alone does not tell.
  private static let names = """
    ms inc ltd corp co bros plc gmbh ph.d m.d b.a m.a b.sc m.sc u.s u.s.a u.k u.n e.u d.c chr v.chr n.chr u.a
    s.p.a s.r.l ee.uu
    """

  /// What stands before a number or is a word by itself.
  private static let numbered = """
    no fig figs vol art sec p pp pag cap jan feb mar apr jun jul aug sep sept oct nov dec abs bd ch nos núm
    """
}
