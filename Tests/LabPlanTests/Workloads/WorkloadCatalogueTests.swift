import LabConversation
import LabPlan
import Testing

@Suite("The workloads")
struct WorkloadCatalogueTests {
  @Test("are the five applications, each found by its name")
  func names() {
    let names = ["tutor", "companion", "capture", "examiner", "studybuddy"]
    #expect(WorkloadCatalogue.all.map(\.id) == names)
    #expect(names.map { WorkloadCatalogue.named($0)?.id } == names)
    #expect(WorkloadCatalogue.named("juggler") == nil)
  }

  @Test("have possible settings on every preset", arguments: WorkloadCatalogue.all.indices, Preset.allCases)
  func settings(index: Int, preset: Preset) {
    let workload = WorkloadCatalogue.all[index]
    #expect(workload.settings(preset: preset).conflicts.isEmpty)
    for change in workload.changes {
      #expect(change.field != nil)
      #expect(change.why.hasSuffix("."))
    }
  }

  @Test("change values to ones that a plan could write", arguments: WorkloadCatalogue.all.indices)
  func ranges(index: Int) throws {
    let settings = WorkloadCatalogue.all[index].settings()
    var copy = SessionSettings()
    for field in SettingField.all { try field.set(field.text(in: settings), in: &copy) }
    #expect(copy == settings)
  }

  @Test("have the last word over a preset")
  func precedence() {
    let settings = WorkloadCatalogue.examiner.settings(preset: .lowLatency)
    #expect(settings.silenceThreshold == .seconds(2))
    #expect(settings.bufferSize == 256)
  }

  @Test("differ where the applications do")
  func differences() {
    let companion = WorkloadCatalogue.companion.settings()
    #expect(!companion.enableEagerTTS)
    #expect(WorkloadCatalogue.tutor.settings() == SessionSettings())
    #expect(WorkloadCatalogue.capture.settings().maxTurnDuration == .seconds(30))
    let examiner = WorkloadCatalogue.examiner
    #expect(examiner.detector == .energy)
    #expect(examiner.settings().vadEnergyThresholdDBFS == -35)
    #expect(examiner.language == "de-DE")
    #expect(WorkloadCatalogue.studybuddy.language == "it-IT")
  }

  @Test("ask the model for text that can be spoken", arguments: WorkloadCatalogue.all.indices)
  func prompts(index: Int) {
    let workload = WorkloadCatalogue.all[index]
    #expect(TokenEstimate.tokens(in: workload.systemPrompt) < 200)
    #expect(!workload.systemPrompt.contains("\n\n"))
    let listWord =
      ["en-US": "lists", "de-DE": "Aufzählungen", "it-IT": "elenchi"][workload.language] ?? "none"
    #expect(workload.systemPrompt.contains(listWord))
  }
}
