extension VendorSamples {
  static let cartesia = VendorSamples(requests: [
    "cartesia.sse": [
      post(
        "/tts/sse",
        #"{"model_id":"sonic-3","transcript":"Hello there.","voice":{"mode":"id","id":"v"},"output_format":{"container":"raw","encoding":"pcm_f32le","sample_rate":16000},"add_timestamps":true,"generation_config":{"speed":1.2,"volume":1}}"#
      )
    ]
  ])
}
