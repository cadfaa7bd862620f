"""Deepgram: listen v1 and v2, speak over HTTP and WebSocket, and errors."""

# requirement: deepgram-sdk

import threading

from deepgram import DeepgramClient
from deepgram.core.api_error import ApiError
from deepgram.core.events import EventType
from deepgram.environment import DeepgramClientEnvironment

from conformance import KEY, PLAIN, RATE, SECURE, equal, faulty, holds, raises, said, speech, words


def client(secure=False, key=KEY, address=PLAIN):
    http, socket, address = ("https", "wss", SECURE) if secure else ("http", "ws", address)
    base, production = f"{http}://{address}", f"{socket}://{address}"
    environment = DeepgramClientEnvironment(base=base, production=production, agent=production, agent_rest=base)
    return DeepgramClient(api_key=key, environment=environment)


def collect(connection, send):
    """Listens on a thread of its own while a function sends; what came, oldest first."""
    messages = []
    connection.on(EventType.MESSAGE, messages.append)
    listener = threading.Thread(target=connection.start_listening, daemon=True)
    listener.start()
    send(connection)
    listener.join(timeout=30)
    holds(not listener.is_alive(), "the service closed the connection")
    return messages


def transcribe(secure):
    options = {"model": "nova-3", "encoding": "linear16", "sample_rate": RATE, "interim_results": "true"}
    with client(secure).listen.v1.connect(**options) as connection:

        def send(connection):
            sound = speech() + bytes(RATE)
            for start in range(0, len(sound), 3200):
                connection.send_media(sound[start : start + 3200])
            connection.send_finalize()
            connection.send_close_stream()

        messages = collect(connection, send)
    results = [message for message in messages if message.type == "Results"]
    finals = " ".join(result.channel.alternatives[0].transcript for result in results if result.is_final)
    equal(words(finals), said(), "the transcript")
    equal(messages[-1].type, "Metadata", "the last message")


def check_streams_speech_to_nova_3():
    transcribe(secure=False)


def check_streams_speech_to_nova_3_over_TLS():
    transcribe(secure=True)


def check_speaks_over_HTTP():
    pieces = client().speak.v1.audio.generate(
        text="It is pi times the radius squared.", model="aura-2-thalia-en", encoding="linear16", sample_rate=24000,
        container="none",
    )
    sound = b"".join(pieces)
    holds(len(sound) > 24000 and any(sound), "there is sound")


def check_speaks_over_a_WebSocket():
    with client().speak.v1.connect(model="aura-2-thalia-en", encoding="linear16", sample_rate=24000) as connection:

        def send(connection):
            from deepgram.speak.v1.types import SpeakV1Close, SpeakV1Flush, SpeakV1Text

            connection.send_text(SpeakV1Text(type="Speak", text="It is pi times the radius squared."))
            connection.send_flush(SpeakV1Flush(type="Flush"))
            connection.send_close(SpeakV1Close(type="Close"))

        messages = collect(connection, send)
    sound = b"".join(message for message in messages if isinstance(message, bytes))
    holds(len(sound) > 24000 and any(sound), "there is sound")
    kinds = [message.type for message in messages if not isinstance(message, bytes)]
    holds("Metadata" in kinds and "Flushed" in kinds, f"metadata and flushed among {kinds}")


def flux(secure):
    options = {"model": "flux-general-en", "encoding": "linear16", "sample_rate": RATE, "eager_eot_threshold": 0.4}
    with client(secure).listen.v2.connect(**options) as connection:

        def send(connection):
            sound = speech() + bytes(6 * RATE)
            for start in range(0, len(sound), 2560):
                connection.send_media(sound[start : start + 2560])
            connection.send_close_stream()

        messages = collect(connection, send)
    equal(messages[0].type, "Connected", "the first message")
    turns = [message for message in messages if message.type == "TurnInfo"]
    events = [turn.event for turn in turns]
    for event in ["StartOfTurn", "Update", "EagerEndOfTurn", "EndOfTurn"]:
        holds(event in events, f"{event} among {events}")
    ended = [turn.transcript for turn in turns if turn.event == "EndOfTurn"]
    equal(words(" ".join(ended)), said(), "the transcript")


def check_streams_speech_to_Flux():
    flux(secure=False)


def check_streams_speech_to_Flux_over_TLS():
    flux(secure=True)


def check_refuses_an_unknown_voice():
    raises(
        ApiError,
        lambda: b"".join(client().speak.v1.audio.generate(text="Hello.", model="aura-none")),
    )


def check_raises_its_own_exceptions():
    for fault, status in [
        ("unauthorized", 401),
        ("payment_required", 402),
        ("rate_limited", 429),
        ("server_error", 500),
        ("overloaded", 503),
    ]:
        error = raises(
            ApiError,
            lambda: b"".join(client(address=faulty(fault)).speak.v1.audio.generate(text="Hello.", model="aura-2-thalia-en")),
            status_code=status,
        )
        if fault == "rate_limited":
            equal({name.lower(): value for name, value in error.headers.items()}["retry-after"], "7", "Retry-After")
