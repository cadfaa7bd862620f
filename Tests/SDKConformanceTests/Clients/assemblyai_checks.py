"""AssemblyAI: streaming (API v3) with Universal-Streaming and Universal-3, tokens, and errors."""

# requirement: assemblyai

import asyncio
import threading
import time

from assemblyai.streaming.v3 import (
    AsyncRealTimeTranscriber,
    StreamingClient,
    StreamingClientOptions,
    StreamingEvents,
    StreamingParameters,
    StreamingSessionParameters,
)

from conformance import KEY, PLAIN, RATE, SECURE, equal, holds, said, speech, words

# The service takes 50 to 1,000 ms of audio in a message.
MESSAGE = 2 * RATE // 10


def pieces(sound):
    return [sound[start : start + MESSAGE] for start in range(0, len(sound) - MESSAGE + 1, MESSAGE)]


def options(secure=False, **changes):
    host = SECURE if secure else f"ws://{PLAIN}"
    return StreamingClientOptions(**{"api_key": KEY, "api_host": host, "connect_timeout": 10.0, **changes})


def session(send, secure=False, model="universal-streaming-english", client=None, **parameters):
    """The events of a session in which a function sends, each with its name, oldest first."""
    transcriber = StreamingClient(options(secure, **(client or {})))
    events, failed = [], threading.Event()
    for kind in StreamingEvents:
        transcriber.on(kind, lambda _, event, name=kind.name: events.append((name, event)))
    transcriber.on(StreamingEvents.Error, lambda *_: failed.set())
    transcriber.connect(StreamingParameters(sample_rate=RATE, speech_model=model, **parameters))
    send(transcriber, failed)
    transcriber.disconnect(terminate=True)
    return events


def say(sound):
    def send(transcriber, failed):
        for piece in pieces(sound):
            transcriber.stream(piece)

    return send


def finals(events):
    return [event for name, event in events if name == "Turn" and event.end_of_turn]


def transcribe(secure=False, **parameters):
    events = session(say(speech() + bytes(4 * RATE)), secure, **parameters)
    equal(events[0][0], "Begin", "the first event")
    equal(events[-1][0], "Termination", "the last event")
    holds(not [event for name, event in events if name == "Error"], "nothing went wrong")
    ended = finals(events)
    equal(words(" ".join(turn.transcript for turn in ended)), said(), "the transcript")
    equal([turn.turn_order for turn in ended], list(range(len(ended))), "the order of the turns")
    return events


def check_streams_speech():
    partials = [event for name, event in transcribe() if name == "Turn" and not event.end_of_turn]
    holds(all(not turn.turn_is_formatted for turn in partials), "partials are not formatted")


def check_streams_speech_over_TLS():
    transcribe(secure=True)


def check_formats_turns():
    holds(all(turn.turn_is_formatted for turn in finals(transcribe(format_turns=True))), "finals are formatted")


def check_streams_speech_to_Universal_3():
    events = transcribe(model="u3-rt-pro")
    names = [name for name, _ in events]
    holds(names.index("SpeechStarted") < names.index("Turn"), "speech starts before the first turn")
    holds(all(turn.end_of_turn_confidence == 1 for turn in finals(events)), "sentences end turns")


def check_ends_a_turn_when_told_to():
    def send(transcriber, failed):
        # The service would wait for a minute by itself.
        changes = StreamingSessionParameters(min_turn_silence=60000, max_turn_silence=60000)
        transcriber.set_params(changes)
        say(speech() + bytes(MESSAGE))(transcriber, failed)
        transcriber.keep_alive()
        transcriber.force_endpoint()
        time.sleep(1)
        transcriber.force_endpoint()

    events = session(send)
    equal([words(turn.transcript) for turn in finals(events)], [said()], "the transcripts")


def check_streams_speech_asynchronously():
    async def run():
        transcriber = AsyncRealTimeTranscriber(options())
        turns = []
        transcriber.on(StreamingEvents.Turn, lambda _, event: turns.append(event))
        parameters = StreamingParameters(sample_rate=RATE, speech_model="universal-streaming-english")
        await transcriber.connect(parameters)
        for piece in pieces(speech() + bytes(4 * RATE)):
            await transcriber.stream(piece)
        await transcriber.disconnect(terminate=True)
        return turns

    ended = [turn for turn in asyncio.run(run()) if turn.end_of_turn]
    equal(words(" ".join(turn.transcript for turn in ended)), said(), "the transcript")


def check_grants_a_temporary_token_and_takes_it():
    token = StreamingClient(options(secure=True)).create_temporary_token(expires_in_seconds=60)
    holds(token, "there is a token")
    events = session(say(b""), client={"api_key": None, "token": token})
    equal(events[0][0], "Begin", "the first event")


def refused(code, part, send=None, **parameters):
    def wait(transcriber, failed):
        if send:
            send(transcriber, failed)
        holds(failed.wait(timeout=10), "an error came")

    errors = [event for name, event in session(wait, **parameters) if name == "Error"]
    equal([error.code for error in errors], [code], "the codes of the errors")
    holds(part in str(errors[0]), f"“{part}” in “{errors[0]}”")


def check_refuses_a_missing_key():
    refused(1008, "Missing Authorization header", client={"api_key": ""})


def check_refuses_a_session_without_a_model():
    refused(3006, "speech_model", model=None)


def check_refuses_audio_that_is_too_short():
    refused(3007, "Expected between 50 and 1000 ms", send=lambda transcriber, _: transcriber.stream(bytes(64)))
