"""AssemblyAI: Universal-Streaming, version 3."""

import time

from assemblyai.streaming.v3 import StreamingClient, StreamingClientOptions, StreamingEvents, StreamingParameters

from conformance import KEY, PLAIN, RATE, SECURE, equal, holds, said, speech, words


def transcribe(host, key=KEY, chunk=50, until_end=True, **parameters):
    """What came, by the name of the event, oldest first. The SDK wants audio at about the speed of speech."""
    events = []
    client = StreamingClient(StreamingClientOptions(api_key=key, api_host=host))
    for kind in StreamingEvents:
        client.on(kind, lambda _, event, kind=kind: events.append((kind.name, event)))
    client.connect(StreamingParameters(**{"sample_rate": RATE, "speech_model": "universal-streaming-english"} | parameters))
    try:
        size = RATE * chunk // 1000 * 2
        sound = speech() + bytes(4 * RATE)
        for start in range(0, len(sound) - size + 1, size):
            client.stream(sound[start : start + size])
            time.sleep(chunk / 2000)
        if until_end:
            client.force_endpoint()
            time.sleep(0.5)
    finally:
        client.disconnect(terminate=True)
    return events


def hears(host):
    events = transcribe(host, format_turns=True)
    kinds = [kind for kind, _ in events]
    equal(kinds[0], "Begin", "the first event")
    equal(kinds[-1], "Termination", "the last event")
    turns = [event for kind, event in events if kind == "Turn"]
    holds(any(not turn.end_of_turn for turn in turns), "there are partial transcripts")
    ended = [turn for turn in turns if turn.end_of_turn and turn.turn_is_formatted]
    equal(words(" ".join(turn.transcript for turn in ended)), said(), "the transcript")


def check_streams_speech():
    hears(f"ws://{PLAIN}")


def check_streams_speech_over_TLS():
    hears(SECURE)


def check_refuses_without_a_key():
    events = transcribe(f"ws://{PLAIN}", key="", until_end=False)
    holds(any(kind == "Error" for kind, _ in events), "an error event")


def check_refuses_chunks_that_are_too_short():
    events = transcribe(f"ws://{PLAIN}", chunk=20, until_end=False)
    holds(any(kind == "Error" for kind, _ in events), "an error event")
