extension VendorSamples {
  static let playHT = VendorSamples(requests: [
    "playht.account": [
      post("/api/v2/leases", ""), post("/api/v4/sdk-auth", "{}"), post("/api/v4/websocket-auth", "{}"),
    ]
  ])
}
