/// Small files as the lab writes them and as people do.
enum FuzzFiles {
  static let recordLines = [
    ###"""
    {"cells":[{"device":"none","llm":"openai/gpt-4o-mini","network":"wired","preset":"balanced","stt":"deepgram/nova-3","tts":"deepgram/aura-2","vad":"spectral","workload":"tutor"}],"conversations":4,"mode":"offline","plan":{"name":"planted","sha256":"383a8eba84213f0d319cc3f544a42570d62f9620406bdc1c08a7cbb0b1bcf0dc"},"schema":"turnlab.record/1","seed":10,"type":"header"}
    """###,
    ###"""
    {"conversation":{"cell":0,"iteration":0,"name":"tutor-fractions","position":0,"warmup":false},"counts":{"connections_opened":1,"frames":501,"words":12},"events":[{"k":"userSpeechStarted","ns":500000000},{"k":"speechDetected","ns":544091304},{"k":"sttPartial","ns":770615186},{"k":"playoutFinished","ns":16592166692}],"outcome":{"name":"completed"},"turn":0,"type":"turn","usage":{"llm_cached_tokens":0,"llm_input_tokens":147,"llm_output_tokens":30,"llm_requests":1,"stt_connection_seconds":0,"stt_seconds":16.576,"tts_characters":151}}
    """###,
    ###"""
    {"conversation":{"cell":0,"iteration":0,"name":"tutor-area","position":0,"warmup":false},"counts":{"connections_opened":2,"frames":39},"nanoseconds":20532722758,"turns":2,"type":"conversation","usage":{"llm_cached_tokens":0,"llm_input_tokens":0,"llm_output_tokens":0,"llm_requests":0,"stt_connection_seconds":20.461376882,"stt_seconds":0,"tts_characters":0}}
    """###,
    ###"""
    {"conversations":4,"turns":8,"type":"footer"}
    """###,
  ]

  /// Conversations of a recorded run, a few entries each.
  static let cassettes = [
    ###"""
    {"schema":"turnlab.cassette/1","plan":"tape","sha256":"3872b388847a8a0b172c914f4eb2347106054939ce10e3164efc52a969c4b55b","mode":"loopback","seed":4,"date":"2026-11-22T00:45:21Z","text":false,"audio":false,"plan_text":"name: tape"}
    {"line":"conversation","stt":"deepgram/nova-3","llm":"openai/gpt-4o-mini","tts":"deepgram/aura-2","cell":"tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced","name":"tutor-area","iteration":0,"warmup":false}
    {"line":"open","at":0,"on":"stt.0.0","transport":"websocket","target":"/v1/listen?model=nova-3&language=en-US&encoding=linear16&sample_rate=16000&channels=1&interim_results=true&vad_events=true&smart_format=true","headers":["Authorization","x-deepgram-session-id"],"session":"tutor-area.0","size":0}
    {"line":"open","at":0,"on":"tts.0.0","transport":"websocket","target":"/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=24000","headers":["Authorization","x-deepgram-session-id"],"session":"tutor-area.0","size":0}
    {"line":"timer","at":32169331,"due":32000000,"name":"microphone"}
    {"line":"received","at":46639145,"on":"stt.0.0","kind":"opened","head":{"status":101,"headers":[["dg-request-id","3ede1264-f1a1-4dd4-a4fb-efac93032d24"]],"setup":{"reused":false,"connect":4324860,"upgrade":41425864}}}
    {"line":"end","entries":4}

    """###,
    ###"""
    {"schema":"turnlab.cassette/1","plan":"tape","sha256":"3872b388847a8a0b172c914f4eb2347106054939ce10e3164efc52a969c4b55b","mode":"loopback","seed":4,"date":"2026-11-22T00:45:21Z","text":false,"audio":false,"plan_text":"name: tape"}
    {"line":"conversation","stt":"deepgram/nova-3","llm":"openai/gpt-4o-mini","tts":"deepgram/aura-2","cell":"tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced","name":"tutor-area","iteration":0,"warmup":false}
    {"line":"sent","at":46639145,"on":"stt.0.0","kind":"binary","size":1024,"sound":true}
    {"line":"received","at":48213576,"on":"tts.0.0","kind":"opened","head":{"status":101,"headers":[["dg-request-id","6cb4ecd7-2648-47e2-a85c-4f97e19c26a7"]],"setup":{"reused":false,"connect":1487963,"upgrade":42171352}}}
    {"line":"received","at":48213576,"on":"tts.0.0","kind":"text","size":182,"text":"{\"type\":\"Metadata\",\"request_id\":\"6cb4ecd7-2648-47e2-a85c-4f97e19c26a7\",\"model_name\":\"xxxx-0-xxxxxx-xx\",\"model_version\":\"********\",\"model_uuid\":\"00000000-0000-0000-x000-000000000000\"}"}
    {"line":"received","at":653779864,"on":"stt.0.0","kind":"text","size":58,"text":"{\"type\":\"SpeechStarted\",\"channel\":[0,1],\"timestamp\":0.512}"}
    {"line":"end","entries":4}

    """###,
    ###"""
    {"schema":"turnlab.cassette/1","plan":"tape","sha256":"3872b388847a8a0b172c914f4eb2347106054939ce10e3164efc52a969c4b55b","mode":"loopback","seed":4,"date":"2026-11-22T00:45:21Z","text":false,"audio":false,"plan_text":"name: tape"}
    {"line":"conversation","stt":"deepgram/nova-3","llm":"openai/gpt-4o-mini","tts":"deepgram/aura-2","cell":"tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced","name":"tutor-area","iteration":0,"warmup":false}
    {"line":"sent","at":1728133500,"on":"stt.0.0","kind":"Finalize","size":19}
    {"line":"timer","at":3390136585,"due":3390000000,"name":"conversation.endpoint"}
    {"line":"open","at":3390136585,"on":"llm.0.0","transport":"POST","target":"/v1/chat/completions","headers":["Authorization","Content-Type","Accept","X-Client-Request-Id"],"session":"tutor-area.0-0","size":711}
    {"line":"received","at":3689128642,"on":"llm.0.0","kind":"opened","head":{"status":200,"headers":[["x-request-id","req_b2ec78c103e64497aed2861351d022af"],["Content-Type","text/event-stream; charset=utf-8"]],"setup":{"reused":false,"dns":34000,"connect":221000}}}
    {"line":"end","entries":4}

    """###,
    ###"""
    {"schema":"turnlab.cassette/1","plan":"tape","sha256":"3872b388847a8a0b172c914f4eb2347106054939ce10e3164efc52a969c4b55b","mode":"loopback","seed":4,"date":"2026-11-22T00:45:21Z","text":false,"audio":false,"plan_text":"name: tape"}
    {"line":"conversation","stt":"deepgram/nova-3","llm":"openai/gpt-4o-mini","tts":"deepgram/aura-2","cell":"tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced","name":"tutor-area","iteration":0,"warmup":false}
    {"line":"received","at":3689177935,"on":"llm.0.0","kind":"body","size":308,"text":"data: {\"id\":\"chatcmpl-b2ec78c103e64497aed28613\",\"object\":\"chat.completion.chunk\",\"created\":0,\"model\":\"gpt-4o-mini\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_********\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null}\n\n"}
    {"line":"sent","at":3806003027,"on":"tts.0.0","kind":"Speak","size":72}
    {"line":"sent","at":3806003027,"on":"tts.0.0","kind":"Flush","size":16}
    {"line":"received","at":3925933021,"on":"llm.0.0","kind":"body_ended"}
    {"line":"end","entries":4}

    """###,
    ###"""
    {"schema":"turnlab.cassette/1","plan":"tape","sha256":"3872b388847a8a0b172c914f4eb2347106054939ce10e3164efc52a969c4b55b","mode":"loopback","seed":4,"date":"2026-11-22T00:45:21Z","text":false,"audio":false,"plan_text":"name: tape"}
    {"line":"conversation","stt":"deepgram/nova-3","llm":"openai/gpt-4o-mini","tts":"deepgram/aura-2","cell":"tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced","name":"tutor-area","iteration":0,"warmup":false}
    {"line":"timer","at":4046821825,"due":4046639145,"name":"session.stt.keepAlive"}
    {"line":"received","at":4151981622,"on":"tts.0.0","kind":"binary","size":2880,"runs":[0,1044,2812,12,2007,24,1709,24,1440,24,654,24,2043,24,470,24,782,24,3318,24,2675,24,2072,24,1755,24,0,2,1322,22,2674,24,573,24,1340,24,3760,24]}
    {"line":"timer","at":4195692544,"due":4195481622,"name":"playout"}
    {"line":"turn","at":10943031570}
    {"line":"end","entries":4}

    """###,
    ###"""
    {"schema":"turnlab.cassette/1","plan":"tape","sha256":"3872b388847a8a0b172c914f4eb2347106054939ce10e3164efc52a969c4b55b","mode":"loopback","seed":4,"date":"2026-11-22T00:45:21Z","text":false,"audio":false,"plan_text":"name: tape"}
    {"line":"conversation","stt":"deepgram/nova-3","llm":"openai/gpt-4o-mini","tts":"deepgram/aura-2","cell":"tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced","name":"tutor-area","iteration":0,"warmup":false}
    {"line":"sent","at":22417648494,"on":"stt.0.0","kind":"CloseStream","size":22}
    {"line":"sent","at":22417648494,"on":"tts.0.0","kind":"Close","size":16}
    {"line":"end","entries":2}

    """###,
  ]

  static let yaml = [
    ###"""
    name: night
    description: "A: b, #c"
    corpus: Corpora/smoke
    workloads:
      - tutor
      - { workload: companion, conversations: [a, b], loops: 2 }
    matrix: &m
      stt: [deepgram/nova-3]
      llm: [openai/gpt-4o-mini]
    repeats: 3
    settings:
      silenceThresholdMs: 500
      enableBargeIn: true
    emulation:
      deepgram/nova-3: { final: { fixed: { ms: 55.5 } } }
      faults:
        - silence: every=2
    """###,
    ###"""
    name: "x\u00e9"
    repeats: 0x10
    matrix: [1, -1e9, .inf, ~, yes, 12:30, |-
      text
      ]
    """###,
    "repeats: 7",
  ]
}
