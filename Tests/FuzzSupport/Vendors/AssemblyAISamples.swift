extension VendorSamples {
  static let assemblyAI = VendorSamples(requests: [
    "assemblyai.token": [get("/v3/token?expires_in_seconds=60&max_session_duration_seconds=600")]
  ])
}
