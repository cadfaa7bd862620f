extension VendorSamples {
  static let elevenLabs = VendorSamples(requests: [
    "elevenlabs.timestamps": [
      post("/v1/text-to-speech/voice/stream/with-timestamps?output_format=pcm_16000", speech),
      post("/v1/text-to-speech/voice?output_format=mp3_44100_128", speech),
    ]
  ])

  private static let speech =
    #"{"text":"Hello there.","model_id":"eleven_flash_v2_5","voice_settings":{"speed":1.1}}"#
}
