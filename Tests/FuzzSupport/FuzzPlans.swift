/// Files of YAML as people write them: those of `Benchmarks`, `Corpora` and the documentation, cut short.
enum FuzzPlans {
  static let plans = [
    """
    name: faults
    description: What a conversation is worth when its services go wrong.
    corpus: Corpora/dialogues
    workloads: [tutor, { workload: companion, conversations: [companion-cooking], loops: 2 }]
    matrix:
      stt: [deepgram/nova-3]
      llm: [openai/gpt-4o-mini, anthropic/claude-haiku-4-5]
      tts: [deepgram/aura-2]
      vad: [spectral]
    repeats: 10
    warmup: 1
    seed: 7
    order: interleaved
    retries: { count: 2, first_ms: 250, factor: 2, jitter: 0.25 }
    reconnect: { count: 1, first_ms: 100 }
    patience_ms: 10000
    emulation:
      faults:
        - refused
        - { fault: rate_limited, stage: llm, probability: 0.04, retry_after_ms: 1000 }
        - { fault: connection_lost, stage: tts, every: 3, after_bytes: 20000, most: 1 }
        - { fault: silence, provider: deepgram/*, turn: 1, after_messages: 2 }
    baseline:
      retries: off
      reconnect: off
    """,
    """
    name: latencies
    workloads: [tutor]
    matrix: { stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2], network: [none] }
    concurrency: 300
    arrival: { open: { per_minute: 120, spacing: poisson } }
    settings: { silenceThresholdMs: 500, enableBargeIn: true, bargeInPolicy: selective, echoLevelDB: -25 }
    emulation:
      deepgram/nova-3: { handshake: { fixed: { ms: 20 } }, final: { lognormal: { median_ms: 50, sigma: 0.1 } } }
      openai/gpt-4o-mini:
        first_token:
          mixture:
            - { weight: 0.97, latency: { empirical: { ms: [92, 101, 99, 350] } } }
            - { weight: 0.03, latency: { gamma: { shape: 4, mean_ms: 12 } } }
        token_interval: { uniform: { min_ms: 8, max_ms: 20 } }
        sentences: [1, 4]
        reply: Sure thing.
      deepgram/aura-2: { first_audio: { normal: { mean_ms: 150, sd_ms: 20 } } }
      drift: { change: 0.1, over_min: 90 }
      capacity: { deepgram/nova-3: { concurrent: 8, beyond: refuse } }
    changes: ["llm.ttft=-20%", "tts=cartesia/sonic-3", "silenceThresholdMs=450"]
    baseline:
      draws: independent
      llm: openai/gpt-4.1-mini
      settings: { silenceThresholdMs: 600 }
      emulation: { deepgram/nova-3: { final: { fixed: { ms: 55 } } } }
    """,
    """
    name: networks
    workloads: [tutor]
    matrix:
      stt: [deepgram/nova-3]
      llm: [openai/gpt-4o-mini]
      tts: [deepgram/aura-2]
      network: [cable, 4g, my-train]
      device: [none, phone, kitchen, measured]
    networks:
      my-train:
        from: train
        delay_ms: 40
        jitter: {ms: 15, shape: exponential, correlation: 0.8}
        loss: {enter: 0.002, leave: 0.2, good: 0, bad: 0.5}
        up: {rate_kbps: 3000, buffer_bytes: 200000}
        down: {rate_kbps: 10000, reordering: {probability: 0.001, by_ms: 3}}
        name_lookup: {lognormal: {median_ms: 10, sigma: 0.8}}
        outages:
          - {at_ms: 60000, for_ms: 4000}
          - {every_ms: 12000, for_ms: 90}
          - {mean_every_ms: 90000, for_ms: {lognormal: {median_ms: 1500, sigma: 0.7}}}
        legs:
          deepgram/*: {delay_ms: 55}
          openai/gpt-4o-mini: 5g
        media: 4g
    devices:
      kitchen: { like: phone, ambient_c: 31, resistance_k_per_w: 8, message_ms: 4 }
      measured: { like: phone, trace: [[0, 31], [900, 38.5], [2400, 43]] }
    """,
    """
    name: servers
    description: >-
      Servers of one's own, programs, presets, soak and load.
    workloads: [tutor]
    services:
      vllm/qwen:
        base_url: "http://127.0.0.1:8000/v1"
        model: Qwen/Qwen3-8B
        like: vllm
        request: { chat_template_kwargs: { enable_thinking: false } }
      kokoro/heart: { kind: tts, base_url: "http://127.0.0.1:8880/v1", model: kokoro, voice: af_heart, key: none }
    commands:
      command/energy: { stt: [python3, energy_stt.py], sample_rate: 16000 }
      command/silero: { vad: [python3, silero.py] }
    matrix:
      stt: [command/energy]
      llm: [vllm/qwen]
      tts: [kokoro/heart]
      s2s: [openai/gpt-realtime]
      vad: [spectral, command/silero]
      preset: [patient, quick]
    presets:
      patient: { silenceThresholdMs: 1200 }
      quick: { from: low-latency, endOfTurnPolicy: adaptive }
    frontier: true
    prices: prices.yaml
    emulation:
      vllm/qwen: { quirks: { thinking_tokens: 30, usage: never } }
    soak:
      duration_min: 90
      stagger_s: 5
      limits: { memory_mb_per_hour: 8, latency_change: 0.05, interruption_success: 0.9 }
      plant: { descriptors_per_hour: 12 }
    load: { vary: rate, metric: turn.v2v, percentile: 95, limit_ms: 1500, failures: 0.01, from: 1, to: 100 }
    """,
  ]

  static let gates = [
    """
    name: nightly
    gates:
      - id: v2v
        metric: turn.v2v
        select: {workload: tutor, stt: "deepgram/*"}
        budget: ["p50 < 900 ms", "p90 < 1500", "llm.ttft.p90 < 0.5 s", "error_rate <= 1%"]
        relative: {baseline: arm, max: 5%}
      - id: first-token
        metric: llm.ttft
        turns: first
        relative: {baseline: arm, stat: exact, max: 1%}
        on_inconclusive: warn
    screening: { flag: 0.05, night: 0.01 }
    waivers:
      - {gate: v2v, owner: jo, reason: "provider incident 4711", expires: 2026-12-01}
    """,
    """
    name: budget
    gates:
      - { id: a, metric: tts.ttfb, budget: "p95 <= 400 ms" }
    """,
  ]

  static let prices = [
    """
    schema: "turnlab.prices/1"
    as_of: "2026-11-21"
    sources:
      vendor: {title: "Vendor, pricing", url: "https://example.com/pricing", date: "2026-11-20"}
      deepgram: {title: "Deepgram, pricing", url: "https://deepgram.com/pricing", date: "2026-08"}
    prices:
    - provider: ["vendor/voice", "vendor/voice-*"]
      source: [vendor]
      date: "2026-11-20"
      confidence: high
      basis: list
      note: "What else must be known."
      until: "2027-01-14"
      charges:
      - {meter: tts_characters, usd: 0.03, per: thousand}
      tiers:
        growth: {charges: [{meter: tts_characters, usd: 0.027, per: thousand}]}
        pro: {monthly_usd: 99, included: 1200000}
    - provider: ["deepgram/nova-3"]
      source: [deepgram, vendor]
      confidence: medium
      charges:
      - {meter: stt_seconds, usd: 0.0048, per: minute, round: up, step: 1, each: connection}
    - provider: ["mine/*"]
      free: "It runs on my own machine."
    """
  ]

  static let corpora = [
    """
    schema: "turnlab.corpus/1"
    name: "smoke"
    description: "One short conversation, for tests and first runs."
    language: "en"
    sample_rate: 16000
    conversations:
    - id: "tutor-area"
      workload: "tutor"
      condition: "babble-5db"
      utterances:
      - id: "question"
        file: "tutor-area/question.flac"
        transcript: "What is the area of a circle?"
        language: "en-US"
        speaker: "flite/slt"
        begins: {at_ms: 500}
        speech: {start: 3200, end: 37040}
        pauses:
        - {start: 17440, end: 23840}
        words:
        - {text: "What", start: 3200, end: 7581}
        - {text: "is", start: 7581, end: 9772}
      - id: "hm"
        file: "tutor-area/follow-up.flac"
        transcript: "mhm"
        language: "en-US"
        speaker: "flite/slt"
        begins: {barge_in_ms: 600}
        interruption: "backchannel"
        speech: {start: 3200, end: 22400}
    """
  ]

  static let recipes = [
    """
    schema: turnlab.recipe/1
    name: conditions
    description: >-
      Conversations to find out where a detector breaks.
    language: en
    seed: 30
    lead_in_ms: 500
    lead_out_ms: 1000
    voices:
      - { id: mia, engine: flite, voice: slt, language: en-US }
      - { id: lena, engine: espeak-ng, voice: de+f2, language: de-DE, pace: 0.85 }
    conversations:
      - id: tutor-gravity
        workload: tutor
        voice: mia
        utterances:
          - id: ask
            begins: { at_ms: 500 }
            say: [Why does the moon, 500, not fall down to the earth?]
          - id: listening
            voice: lena
            begins: { barge_in_ms: 1500 }
            interruption: backchannel
            say: mm hmm
            transcript: mhm
          - id: cough
            begins: { barge_in_ms: 900 }
            interruption: cough
            say: [{ sound: cough, duration_ms: 400 }]
            transcript: ""
    conditions:
      - id: clean
      - { id: pink-5db, noise: { kind: pink, snr_db: 5 } }
      - id: babble-10db
        noise:
          kind: babble
          snr_db: 10
          talkers:
            - { voice: lena, say: "Hast du schon gehört?" }
      - { id: hall, reverb: { decay_ms: 900, direct_to_reverberant_db: 0 } }
      - id: echo
        echo: { voice: mia, say: That is a good question., delay_ms: 80, level_dbfs: -40 }
    """
  ]
}
