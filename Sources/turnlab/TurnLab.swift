@main
struct TurnLab {
  static func main() {}
}
