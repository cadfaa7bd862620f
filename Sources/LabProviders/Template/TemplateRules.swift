/// The templates that come with the lab. The last rule of a language always matches.
extension TemplateRule {
  private static let mirror: [Substring: String] = [
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "i'm": "you're",
    "am": "are", "we": "you", "our": "your", "you": "I", "your": "my",
  ]

  static let english = [
    TemplateRule(
      "say that again", "repeat that", "a bit slower",
      say: [
        "Of course. Let me say it again, more slowly. One step comes after the other, and we begin with the first."
      ]),
    TemplateRule(
      "remind me to *", "remind me that *", "remind me about *", reflecting: mirror,
      say: ["All right, I will remind you: *. Is there anything else?", "Noted: *. What comes next?"]),
    TemplateRule(
      "my list", "exercises", "buy *", reflecting: mirror,
      say: ["I have put that on your list. You can change it at any time.", "It is on your list now."]),
    TemplateRule(
      "meeting with *", "meeting", "move the *", "tomorrow", "monday", "tuesday", "wednesday", "thursday",
      "friday",
      reflecting: mirror,
      say: [
        "I have written that into your calendar. Nothing else is planned at that time.",
        "That is in your calendar now. Shall I remind you an hour before?",
      ]),
    TemplateRule(
      "idea for *", "idea", reflecting: mirror,
      say: ["That is a good idea. I have kept it with your other thoughts."]),
    TemplateRule(
      "i don't understand *", "i do not understand *", "explain *", reflecting: mirror,
      say: [
        "Let us look at * together. First we write down what we know. Then we ask what is missing.",
        "Take * one step at a time. Which part of it is clear to you already?",
      ]),
    TemplateRule(
      "why do *", "why does *", "why is *", "why are *", reflecting: mirror,
      say: ["You ask why *. There is a short answer and a long one. Let us begin with the short one."]),
    TemplateRule(
      "how do i *", "how can i *", "how to *", "what could i *", "can you show *", reflecting: mirror,
      say: [
        "To *, begin with the simplest case. When that works, change one thing at a time.",
        "There is more than one way to *. I would take the one with the fewest steps.",
      ]),
    TemplateRule(
      "thanks", "thank you", "good night", "goodbye", "later", "to bed",
      say: ["You are welcome. We can go on whenever you like.", "It was a pleasure. Until next time."]),
    TemplateRule(
      "hello", "hi", "good morning", "good evening",
      say: ["Hello. It is good to hear you. What shall we talk about?"]),
    TemplateRule("yes", "okay", "right", say: ["Good. Then let us go on with the next part."]),
    TemplateRule(
      "i need *", "i think *", "i went *", "i have *", "i met *", reflecting: mirror,
      say: [
        "You said: *. Tell me a little more about it.",
        "So it is about this: *. What matters most to you there?",
      ]),
    TemplateRule(say: [
      "I see. Could you tell me a little more about that?",
      "That is interesting. What would you like to know next?",
      "Let us stay with that for a moment. What makes it important?",
      "Good. And how does it go on from there?",
    ]),
  ]

  static let german = [
    TemplateRule(
      "noch einmal", "wiederholen", "langsamer",
      say: ["Gern. Ich sage es noch einmal, etwas langsamer. Wir gehen Schritt für Schritt vor."]),
    TemplateRule("danke", "auf wiedersehen", say: ["Gern geschehen. Damit ist dieser Teil abgeschlossen."]),
    TemplateRule(
      "guten tag", "hallo", "guten morgen", say: ["Guten Tag. Bitte beginnen Sie, wenn Sie bereit sind."]),
    TemplateRule(
      "weil *", say: ["Sie begründen es so: weil *. Können Sie dafür ein Beispiel nennen?"]),
    TemplateRule(say: [
      "Das ist ein guter Anfang. Bitte erklären Sie das noch etwas genauer.",
      "Genau darauf wollte ich hinaus. Welche Folgen hatte das?",
      "Vergleichen Sie das bitte mit der Lage von heute.",
    ]),
  ]

  static let italian = [
    TemplateRule(
      "ripeti", "ripetere", "più piano", say: ["Certo. Lo ripeto con calma, un passo dopo l'altro."]),
    TemplateRule("grazie", "ciao", say: ["Di niente. Possiamo continuare quando vuoi."]),
    TemplateRule("aggiungi *", "aggiungi", say: ["Ho aggiunto l'argomento alla tua lista di studio."]),
    TemplateRule("perché *", say: ["È una bella domanda: perché *? Vediamola insieme."]),
    TemplateRule(say: [
      "Bene. Prova a dirlo con parole tue.",
      "Facciamo un esempio molto semplice. Che cosa succede prima?",
      "Andiamo avanti con calma. Qual è il passo successivo?",
    ]),
  ]
}
