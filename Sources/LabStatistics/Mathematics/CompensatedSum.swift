/// A sum that keeps what each addition rounds away (A. Neumaier, 1974).
enum CompensatedSum {
  static func of(_ values: some Sequence<Double>) -> Double {
    var sum = 0.0
    var lost = 0.0
    for value in values {
      let next = sum + value
      lost += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
      sum = next
    }
    return sum + lost
  }
}
