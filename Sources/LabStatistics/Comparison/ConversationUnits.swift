/// Conversations numbered from 0 in the order in which they first come.
struct ConversationUnits: Sendable {
  /// The number of each value's conversation.
  let unit: [Int]

  /// How many conversations there are.
  let count: Int

  init(_ conversations: [Int]) {
    var numbers: [Int: Int] = [:]
    unit = conversations.map { conversation in
      let number = numbers[conversation, default: numbers.count]
      numbers[conversation] = number
      return number
    }
    count = numbers.count
  }

  /// The sum of the values of each conversation.
  func sums(_ values: [Int]) -> [Int] {
    var sums = Array(repeating: 0, count: count)
    for (unit, value) in zip(unit, values) { sums[unit] += value }
    return sums
  }
}
