/// The five applications.
public enum WorkloadCatalogue {
  /// All of them, in the order in which reports show them.
  public static let all = [tutor, companion, capture, examiner, studybuddy]

  /// The application of a name.
  public static func named(_ id: String) -> Workload? {
    all.first { $0.id == id }
  }
}
