"""OpenAI: chat completions, responses, speech, transcription and Realtime sessions, with tools and errors."""

# requirement: openai[realtime]

import base64
import io
import json
import wave

import openai

from conformance import KEY, PLAIN, RATE, SECURE, equal, faulty, holds, raises, said, speech, words

QUESTION = [{"role": "user", "content": "What is the area of a circle?"}]
PARAMETERS = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}


def client(secure=False, **options):
    address = f"https://{SECURE}/v1" if secure else f"http://{PLAIN}/v1"
    return openai.OpenAI(**{"base_url": address, "api_key": KEY, "max_retries": 0, **options})


def chat(secure):
    text, usage, finish = "", None, None
    stream = client(secure).chat.completions.create(
        model="gpt-4o-mini", messages=QUESTION, stream=True, stream_options={"include_usage": True}
    )
    for chunk in stream:
        usage = chunk.usage or usage
        for choice in chunk.choices:
            text += choice.delta.content or ""
            finish = choice.finish_reason or finish
    holds(len(text) > 10, "the reply has words")
    equal(finish, "stop", "finish_reason")
    holds(usage.prompt_tokens > 0 and usage.completion_tokens > 0, "usage is counted")


def check_streams_a_chat_completion():
    chat(secure=False)


def check_streams_a_chat_completion_over_TLS():
    chat(secure=True)


def check_completes_a_chat_at_once():
    reply = client().chat.completions.create(model="gpt-4o-mini", messages=QUESTION)
    holds(len(reply.choices[0].message.content) > 10, "the reply has words")


def check_calls_a_tool_and_takes_its_result():
    tools = [{"type": "function", "function": {"name": "weather", "parameters": PARAMETERS}}]
    messages = [{"role": "user", "content": "Oslo"}]
    with client().chat.completions.stream(model="gpt-4o-mini", messages=messages, tools=tools) as stream:
        for _ in stream:
            pass
        message = stream.get_final_completion().choices[0].message
    call = message.tool_calls[0]
    equal(json.loads(call.function.arguments), {"place": "Oslo"}, "arguments")
    messages += [
        message.model_dump(include={"role", "content", "tool_calls"}),
        {"role": "tool", "tool_call_id": call.id, "content": "sunny"},
    ]
    reply = client().chat.completions.create(model="gpt-4o-mini", messages=messages, tools=tools)
    equal(reply.choices[0].finish_reason, "stop", "finish_reason")


def check_streams_a_response():
    with client().responses.stream(model="gpt-5.4-mini", input="What is the area of a circle?") as stream:
        text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
        response = stream.get_final_response()
    equal(response.output_text, text, "the whole text")
    equal(response.status, "completed", "status")
    holds(response.usage.output_tokens > 0, "usage is counted")


def check_calls_a_tool_in_a_response():
    tools = [{"type": "function", "name": "weather", "parameters": PARAMETERS, "strict": False}]
    with client().responses.stream(model="gpt-5.4-mini", input="Oslo", tools=tools) as stream:
        for _ in stream:
            pass
        call = stream.get_final_response().output[0]
    equal((call.type, json.loads(call.arguments)), ("function_call", {"place": "Oslo"}), "the call")


def check_refuses_without_a_key():
    raises(
        openai.AuthenticationError,
        lambda: client().chat.completions.create(
            model="gpt-4o-mini", messages=QUESTION, stream=True, extra_headers={"Authorization": openai.Omit()}
        ),
        status_code=401,
        code="invalid_api_key",
    )


def check_refuses_an_unknown_model():
    raises(
        openai.NotFoundError,
        lambda: client().chat.completions.create(model="gpt-none", messages=QUESTION, stream=True),
        status_code=404,
        code="model_not_found",
    )


def check_refuses_a_request_without_messages():
    raises(
        openai.BadRequestError,
        lambda: client().chat.completions.create(model="gpt-4o-mini", messages=[], stream=True),
        status_code=400,
    )


def check_raises_its_own_exceptions():
    for fault, kind, status in [
        ("unauthorized", openai.AuthenticationError, 401),
        # An empty account is told with 429 as well.
        ("payment_required", openai.RateLimitError, 429),
        ("rate_limited", openai.RateLimitError, 429),
        ("server_error", openai.InternalServerError, 500),
        ("overloaded", openai.InternalServerError, 503),
    ]:
        service = client(base_url=f"http://{faulty(fault)}/v1")
        for call in [
            lambda: service.chat.completions.create(model="gpt-4o-mini", messages=QUESTION, stream=True),
            lambda: service.responses.create(model="gpt-5.4-mini", input="Hello", stream=True),
            lambda: service.audio.speech.create(model="gpt-4o-mini-tts", voice="alloy", input=TEXT, response_format="pcm"),
            lambda: service.audio.transcriptions.create(model="gpt-4o-transcribe", file=sound_file()),
        ]:
            error = raises(kind, call, status_code=status)
            if fault == "rate_limited":
                equal(error.response.headers["retry-after"], "7", "Retry-After")
            if fault == "payment_required":
                equal(error.code, "insufficient_quota", "code")


def check_tries_again_when_told_to():
    service = client(base_url=f"http://{faulty('server_error')}/v1", max_retries=1)
    error = raises(
        openai.InternalServerError,
        lambda: service.chat.completions.create(model="gpt-4o-mini", messages=QUESTION),
    )
    equal(error.request.headers["x-stainless-retry-count"], "1", "the number of the try")


TEXT = "It is pi times the radius squared."


def check_streams_speech():
    for secure in [False, True]:
        with client(secure).audio.speech.with_streaming_response.create(
            model="gpt-4o-mini-tts", voice="alloy", input=TEXT, response_format="pcm"
        ) as response:
            sound = b"".join(response.iter_bytes())
        holds(len(sound) > 48_000 and any(sound), "there is sound")


def check_gives_speech_at_once_as_a_file():
    sound = client().audio.speech.create(model="tts-1", voice="nova", input=TEXT, response_format="wav").read()
    equal(sound[:4], b"RIFF", "the beginning of the file")


def check_streams_speech_as_events():
    with client().audio.speech.with_streaming_response.create(
        model="gpt-4o-mini-tts", voice="alloy", input=TEXT, response_format="pcm", stream_format="sse"
    ) as response:
        events = [json.loads(line[6:]) for line in response.iter_lines() if line.startswith("data: ")]
    equal(events[-1]["type"], "speech.audio.done", "the last event")
    sound = b"".join(base64.b64decode(event["audio"]) for event in events[:-1])
    holds(len(sound) > 48_000 and any(sound), "there is sound")
    holds(events[-1]["usage"]["output_tokens"] > 0, "usage is counted")


def check_refuses_a_voice_that_there_is_not():
    raises(
        openai.BadRequestError,
        lambda: client().audio.speech.create(model="tts-1", voice="nobody", input=TEXT, response_format="pcm"),
        status_code=400,
        param="voice",
    )


def sound_file():
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams((1, 2, RATE, 0, "NONE", ""))
        sound.writeframes(speech())
    return ("speech.wav", file.getvalue())


def check_transcribes_a_file():
    for model in ["gpt-4o-transcribe", "whisper-1"]:
        transcript = client().audio.transcriptions.create(model=model, file=sound_file())
        equal(words(transcript.text), said(), f"the transcript of {model}")
    verbose = client().audio.transcriptions.create(
        model="whisper-1", file=sound_file(), response_format="verbose_json", timestamp_granularities=["word"]
    )
    equal(words(" ".join(word.word for word in verbose.words)), said(), "the words with their times")


def check_streams_a_transcript():
    stream = client().audio.transcriptions.create(model="gpt-4o-mini-transcribe", file=sound_file(), stream=True)
    events = list(stream)
    equal(events[-1].type, "transcript.text.done", "the last event")
    equal(words(events[-1].text), said(), "the transcript")
    deltas = "".join(event.delta for event in events if event.type == "transcript.text.delta")
    equal(deltas, events[-1].text, "the pieces")


FORMAT = {"type": "audio/pcm", "rate": 24000}


def append(connection, sound):
    for start in range(0, len(sound), 9600):
        connection.input_audio_buffer.append(audio=base64.b64encode(sound[start : start + 9600]).decode())


def events_until(connection, kind):
    events = []
    for event in connection:
        events.append(event)
        if event.type == "error":
            raise AssertionError(f"an error came: {event.error.message}")
        if event.type == kind:
            return events
    raise AssertionError(f"no {kind} came")


def transcribes_in_a_session(secure):
    with client(secure).realtime.connect(extra_query={"intent": "transcription"}) as connection:
        transcription = {"model": "gpt-4o-transcribe", "language": "en"}
        connection.session.update(
            session={
                "type": "transcription",
                "audio": {"input": {"format": FORMAT, "transcription": transcription, "turn_detection": None}},
            }
        )
        append(connection, speech(24000))
        connection.input_audio_buffer.commit()
        events = events_until(connection, "conversation.item.input_audio_transcription.completed")
    equal(events[0].type, "session.created", "the first event")
    equal(words(events[-1].transcript), said(), "the transcript")


def check_transcribes_in_a_Realtime_session():
    transcribes_in_a_session(secure=False)


def check_transcribes_in_a_Realtime_session_over_TLS():
    transcribes_in_a_session(secure=True)


def check_converses_in_a_Realtime_session():
    with client().realtime.connect(model="gpt-realtime") as connection:
        transcription = {"model": "gpt-4o-mini-transcribe"}
        detection = {"type": "server_vad", "silence_duration_ms": 500}
        connection.session.update(
            session={
                "type": "realtime",
                "audio": {
                    "input": {"format": FORMAT, "transcription": transcription, "turn_detection": detection},
                    "output": {"format": FORMAT, "voice": "marin"},
                },
            }
        )
        append(connection, speech(24000) + bytes(48_000))
        events = events_until(connection, "response.done")
    kinds = [event.type for event in events]
    for kind in ["input_audio_buffer.speech_started", "input_audio_buffer.speech_stopped", "response.created"]:
        holds(kind in kinds, f"{kind} among {kinds}")
    sound = b"".join(base64.b64decode(event.delta) for event in events if event.type == "response.output_audio.delta")
    holds(len(sound) > 24_000 and any(sound), "there is sound")
    response = events[-1].response
    equal(response.status, "completed", "status")
    holds(response.usage.output_token_details.audio_tokens > 0, "usage is counted")


def check_answers_in_text_when_asked_to():
    with client().realtime.connect(model="gpt-realtime") as connection:
        connection.session.update(session={"type": "realtime", "output_modalities": ["text"]})
        item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello there."}]}
        connection.conversation.item.create(item=item)
        connection.response.create()
        events = events_until(connection, "response.done")
    text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    holds(len(text) > 10, "the reply has words")
