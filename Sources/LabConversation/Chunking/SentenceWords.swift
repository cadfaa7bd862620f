/// Words that tell whether a sentence began, in small letters, in English, German, Italian, French and
/// Spanish.
enum SentenceWords {
  /// No word of these lists has more letters.
  static let longest = 16

  /// Words that often begin a sentence and are seldom names.
  static let starters = [english, german, italian, french, spanish].reduce(into: Set()) {
    $0.formUnion(words($1))
  }

  private static let english = """
    the a an it he she they we you i this that these those there here in on at if when what why how who
    where which but and so then now next however also yes no ok okay let my your his her its our their
    as after before because for with to do does did is are was were can could would should will not one
    some many most all each every both first second third finally later meanwhile since while although
    though instead still again even please thanks sorry perhaps maybe sure great good well be go come
    see try think look take use add remember imagine tell
    """

  private static let german = """
    das der die ein eine einen einem es er sie wir ihr ich du man dies diese dieser dieses hier da dann
    so aber und oder wenn als weil was wer wie wo warum wann im am auf mit bei nach vor für zu ja nein
    nun jetzt auch danach deshalb daher doch nur kann können wollen möchten haben hat ist sind war waren
    sein ihre mein dein unser kein keine alle viele heute morgen später zuerst zum zur außerdem bitte
    danke denn sonst trotzdem
    """

  private static let italian = """
    il lo la gli le un uno una è e ma poi ora allora quindi così se quando che cosa come dove perché chi
    questo questa questi queste quello quella si sì non ci c l nel nella al alla per con da su io tu lui
    lei noi voi loro anche ecco prima dopo oggi infatti inoltre forse grazie
    """

  private static let french = """
    les des du ce cette ces et mais donc puis alors elle ils elles nous vous je j il on d qu si quand
    pourquoi où qui dans sur avec pour oui non merci
    """

  private static let spanish = """
    el los las unos unas y pero entonces luego ahora ella ellos ellas nosotros yo qué cómo cuándo dónde
    quién en con para sí este esta estos estas
    """

  /// What stands before an ordinal number in German: "am 3. Mai", "der 2. Weltkrieg".
  static let beforeOrdinals = words(
    """
    am der die das dem den des im zum zur vom beim ab bis seit jeder jede jedes jeden ein eine einen einem
    einer eines ihr ihre ihren ihrem sein seine seinen seinem mein meine meinen meinem kein und oder in
    montag dienstag mittwoch donnerstag freitag samstag sonntag
    montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag,
    """)

  /// What follows an ordinal number in German without any of those.
  static let afterOrdinals = words(
    """
    januar jänner februar märz april mai juni juli august september oktober november dezember
    jan feb mär apr jun jul aug sep okt nov dez
    jahrhundert jahrhunderts klasse stock kapitel tag platz runde mal semester weltkrieg auflage
    """)

  private static func words(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
