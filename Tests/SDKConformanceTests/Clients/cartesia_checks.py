"""Cartesia: Sonic as bytes, as server-sent events and over a WebSocket with contexts."""

# requirement: cartesia[websockets]

import cartesia

from conformance import KEY, PLAIN, SECURE, equal, faulty, holds, raises

TEXT = "It is pi times the radius squared."
SONIC = {
    "model_id": "sonic-3",
    "voice": {"mode": "id", "id": "6ccbfb76-1fc6-48f7-b71d-91ac6298247b"},
    "output_format": {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000},
}


def client(secure=False):
    http, socket, address = ("https", "wss", SECURE) if secure else ("http", "ws", PLAIN)
    return cartesia.Cartesia(
        api_key=KEY, base_url=f"{http}://{address}", websocket_base_url=f"{socket}://{address}", max_retries=0
    )


def check_gives_speech_as_bytes():
    wave = {"container": "wav", "encoding": "pcm_f32le", "sample_rate": 44100}
    sound = client().tts.generate(transcript=TEXT, **SONIC | {"output_format": wave}).read()
    holds(sound[:4] == b"RIFF" and len(sound) > 100_000, "a WAV file with sound")


def check_streams_speech_as_events():
    events = list(client().tts.generate_sse(transcript=TEXT, add_timestamps=True, context_id="one", **SONIC))
    kinds = [event.type for event in events]
    equal((kinds[0], kinds[-1]), ("chunk", "done"), "the first and the last event")
    holds("timestamps" in kinds, "words have times")


def speaks(secure):
    with client(secure).tts.websocket_connect() as socket:
        context = socket.context(**SONIC)
        for word in TEXT.split(" "):
            context.push(word + " ")
        context.no_more_inputs()
        events = list(context.receive())
        equal(events[-1].type, "done", "the last event")
        holds(sum(len(event.audio) for event in events if event.type == "chunk") > 24000, "there is sound")
        # The connection serves another context after one that was taken back.
        dropped = socket.context(**SONIC)
        dropped.push("This is never heard to its end. ")
        dropped.cancel()
        other = socket.context(**SONIC)
        other.push("Hello there.")
        other.no_more_inputs()
        holds(any(event.type == "chunk" for event in other.receive()), "there is sound after a cancel")


def check_speaks_over_a_WebSocket():
    speaks(secure=False)


def check_speaks_over_a_WebSocket_with_TLS():
    speaks(secure=True)


def check_refuses_an_unknown_model():
    raises(
        cartesia.NotFoundError,
        lambda: client().tts.generate(transcript="Hello.", **SONIC | {"model_id": "none"}),
        status_code=404,
    )


def check_raises_its_own_exceptions():
    for fault, kind, status in [
        ("unauthorized", cartesia.AuthenticationError, 401),
        ("payment_required", cartesia.APIStatusError, 402),
        ("rate_limited", cartesia.RateLimitError, 429),
        ("server_error", cartesia.InternalServerError, 500),
        ("overloaded", cartesia.InternalServerError, 503),
    ]:
        service = cartesia.Cartesia(api_key=KEY, base_url=f"http://{faulty(fault)}", max_retries=0)
        error = raises(kind, lambda: service.tts.generate(transcript=TEXT, **SONIC), status_code=status)
        if fault == "rate_limited":
            equal(error.response.headers["retry-after"], "7", "Retry-After")
