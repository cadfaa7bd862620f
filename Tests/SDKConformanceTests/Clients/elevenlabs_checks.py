"""ElevenLabs: speech synthesis over HTTP and WebSocket, and Scribe's realtime transcription."""

# requirement: elevenlabs

import asyncio
import base64

from elevenlabs.client import ElevenLabs
from elevenlabs.core.api_error import ApiError
from elevenlabs.realtime.connection import RealtimeEvents
from elevenlabs.realtime.scribe import AudioFormat, CommitStrategy

from conformance import KEY, PLAIN, RATE, SECURE, equal, faulty, holds, raises, said, speech, words

TEXT = "It is pi times the radius squared."
VOICE = {"voice_id": "voice", "model_id": "eleven_flash_v2_5", "output_format": "pcm_16000"}


def client(secure=False, key=KEY):
    return ElevenLabs(api_key=key, base_url=f"https://{SECURE}" if secure else f"http://{PLAIN}")


def check_streams_speech_over_HTTP():
    sound = b"".join(client().text_to_speech.stream(text=TEXT, **VOICE))
    holds(len(sound) > 20000 and any(sound), "there is sound")


def check_gives_times_of_characters():
    parts = list(client().text_to_speech.stream_with_timestamps(text=TEXT, **VOICE))
    equal("".join(parts[0].alignment.characters), TEXT, "the characters")


def check_streams_text_and_speech_over_a_WebSocket():
    # This call insists on TLS.
    pieces = client(secure=True).text_to_speech.convert_realtime(
        text=iter(word + " " for word in TEXT.split(" ")), **VOICE
    )
    sound = b"".join(pieces)
    holds(len(sound) > 20000 and any(sound), "there is sound")


def check_refuses_an_unknown_model():
    raises(
        ApiError,
        lambda: b"".join(client().text_to_speech.stream(text="Hello.", **VOICE | {"model_id": "eleven_none"})),
        status_code=400,
    )


async def transcribe(strategy, secure):
    connection = await client(secure).speech_to_text.realtime.connect(
        {
            "model_id": "scribe_v2_realtime", "audio_format": AudioFormat.PCM_16000, "sample_rate": RATE,
            "commit_strategy": strategy,
        }
    )
    committed, partials, done = [], [], asyncio.Event()
    connection.on(RealtimeEvents.PARTIAL_TRANSCRIPT, partials.append)
    connection.on(RealtimeEvents.COMMITTED_TRANSCRIPT, lambda event: (committed.append(event), done.set()))
    sound = speech() + bytes(4 * RATE)
    for start in range(0, len(sound), 3200):
        await connection.send({"audio_base_64": base64.b64encode(sound[start : start + 3200]).decode()})
        await asyncio.sleep(0.02)
    if strategy == CommitStrategy.MANUAL:
        await connection.commit()
    await asyncio.wait_for(done.wait(), 30)
    await connection.close()
    holds(partials, "there are partial transcripts")
    equal(words(" ".join(event["text"] for event in committed)), said(), "the transcript")


def check_transcribes_and_commits_when_asked():
    asyncio.run(transcribe(CommitStrategy.MANUAL, secure=False))


def check_transcribes_and_commits_by_its_own_detector_over_TLS():
    asyncio.run(transcribe(CommitStrategy.VAD, secure=True))


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
            lambda: b"".join(ElevenLabs(api_key=KEY, base_url=f"http://{faulty(fault)}").text_to_speech.stream(text="Hello.", **VOICE)),
            status_code=status,
        )
        if fault == "rate_limited":
            equal({name.lower(): value for name, value in error.headers.items()}["retry-after"], "7", "Retry-After")
