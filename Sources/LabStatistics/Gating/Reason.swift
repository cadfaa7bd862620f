extension RelativeJudgement {
  /// Why a verdict is what it is.
  public enum Reason: Sendable, Hashable {
    /// ERROR: not one pair has a value on either arm.
    case noPairs

    /// ERROR: this number of values are zero, negative or not finite; they have no relative change.
    case notPositive(count: Int)

    /// ERROR: at the spread that was seen, a change of the limit needs more pairs than will ever be measured;
    /// nil when no number is enough.
    case cannotSee(pairsNeeded: Int?)

    /// ERROR: a tail this far out cannot be gated with the rule's most pairs; it takes this many, or a limit
    /// of 25 %.
    case tailTooThin(pairsNeeded: Int)

    /// INCONCLUSIVE: fewer pairs than the rule judges.
    case tooFewPairs(needed: Int)

    /// INCONCLUSIVE: even if every conversation spoke against the candidate, chance alone would do so more
    /// often than the level allows; it takes this many conversations.
    case tooFewConversations(needed: Int)

    /// INCONCLUSIVE: how much two equal runs differ is not known, so a change between two runs proves
    /// nothing.
    case betweenRunNoiseUnknown

    /// INCONCLUSIVE: neither a slowdown nor its absence is shown. This number of pairs would probably decide;
    /// nil when even the most pairs would probably not.
    case undecided(pairsNeeded: Int?)

    /// FAIL: slower by the floor or more, at the level.
    case slower

    /// PASS: the upper bound stays below the limit, or, offline, the change does not exceed it.
    case withinLimit
  }
}
