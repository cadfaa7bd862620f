import GRDB
import TestSupport
import Testing

@testable import LabHistory

@Suite("Opening a history")
struct MigrationTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.file("history.sqlite") }

  init() throws { scratch = try ScratchFolder() }

  private func make(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  @Test(
    "brings every earlier schema to the present one and keeps what it holds", arguments: EarlierSchema.all)
  func migrates(_ schema: EarlierSchema) throws {
    try make(schema.sql)
    let history = try History.open(path)
    let present = try History.open(scratch.file("present.sqlite"), creating: true)
    #expect(try Self.schema(of: history) == Self.schema(of: present))
    #expect(try history.runs().map(\.identity) == schema.runs)
    let nights = try history.trend().series.flatMap(\.nights)
    #expect(nights.map(\.value) == schema.medians)
    // What is added now stands beside it, in the same series.
    try history.add(SyntheticNight().recorded())
    #expect(try history.trend().series.map(\.nights.count) == [schema.runs.count + 1])
    if let run = schema.runs.first { try history.pin("old", runs: [run]) }
    #expect(try history.texts("PRAGMA integrity_check") == ["ok"])
    #expect(try history.texts("PRAGMA foreign_key_check") == [])
  }

  @Test("knows every schema but the present one as an earlier one")
  func knowsAllSchemas() {
    let migrations = HistoryMigrations.migrator.migrations
    #expect(EarlierSchema.all.map(\.migrations) == migrations.indices.map { Array(migrations[..<$0]) })
  }

  @Test("refuses one that a newer program wrote, and leaves it as it is")
  func refusesNewer() throws {
    _ = try History.open(path, creating: true)
    try make("INSERT INTO grdb_migrations VALUES ('9 telepathy'); CREATE TABLE thoughts (id)")
    let refusal = #expect(throws: HistoryError.self) { try History.open(path) }
    #expect(refusal?.code == .input)
    #expect(refusal?.message == "The history “\(path)” was written by a newer turnlab than this one.")
  }

  @Test("refuses another program's database and a file that is none")
  func refusesStrangers() throws {
    try make("CREATE TABLE notes (text)")
    let stranger = #expect(throws: HistoryError.self) { try History.open(path, creating: true) }
    #expect(stranger?.message == "“\(path)” is a database of another program, not a history.")
    let text = try scratch.write(
      Array("name: plan\n".utf8) + Array(repeating: 65, count: 2000), to: "plan.yaml")
    let none = #expect(throws: HistoryError.self) { try History.open(text) }
    #expect(none?.message == "“\(text)” is no SQLite database.")
    #expect(none?.code == .input)
  }

  @Test("says that a damaged one is damaged")
  func reportsDamage() throws {
    let history = try History.open(path, creating: true)
    for number in 1...20 {
      var night = SyntheticNight()
      night.number = number
      try history.add(night.recorded())
    }
    let copy = scratch.file("copy.sqlite")
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO '\(copy)'") }
    var bytes = try scratch.bytes(of: "copy.sqlite")
    for index in 4096..<bytes.count { bytes[index] = 0xEE }
    try scratch.write(bytes, to: "copy.sqlite")
    let refusal = #expect(throws: HistoryError.self) { try History.open(copy).runs() }
    #expect(refusal?.code == .disk)
    #expect(refusal?.message == "The history “\(copy)” is damaged.")
    #expect(refusal?.hint.contains("turnlab history rebuild") == true)
  }

  @Test("says that there is none, or that its folder cannot be made")
  func reportsMissing() throws {
    let missing = #expect(throws: HistoryError.self) { try History.open(path) }
    #expect(missing?.code == .missing)
    #expect(missing?.message == "There is no history at “\(path)”.")
    try scratch.write([1], to: "file")
    let blocked = #expect(throws: HistoryError.self) {
      try History.open(scratch.file("file/history.sqlite"), creating: true)
    }
    #expect(blocked?.code == .disk)
  }

  @Test("writes ahead, checks references and waits for other writers")
  func isConfigured() throws {
    let history = try History.open(path, creating: true, busySeconds: 7)
    let values = try ["journal_mode", "foreign_keys", "busy_timeout", "synchronous"].map {
      try history.texts("PRAGMA \($0)")
    }
    #expect(values == [["wal"], ["1"], ["7000"], ["2"]])
  }

  private static func schema(of history: History) throws -> [String] {
    try history.texts("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
  }
}
