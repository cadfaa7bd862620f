"""Anthropic: messages, with tools and errors."""

# requirement: anthropic

import anthropic

from conformance import KEY, PLAIN, SECURE, equal, faulty, holds, raises

QUESTION = [{"role": "user", "content": "What is the area of a circle?"}]
MODEL = "claude-haiku-4-5"


def client(secure=False, **options):
    address = f"https://{SECURE}" if secure else f"http://{PLAIN}"
    return anthropic.Anthropic(**{"base_url": address, "api_key": KEY, "max_retries": 0, **options})


def streams(secure):
    with client(secure).messages.stream(model=MODEL, max_tokens=200, messages=QUESTION) as stream:
        text = "".join(stream.text_stream)
        message = stream.get_final_message()
    equal(message.content[0].text, text, "the whole text")
    equal(message.stop_reason, "end_turn", "stop_reason")
    holds(message.usage.input_tokens > 0 and message.usage.output_tokens > 0, "usage is counted")


def check_streams_a_message():
    streams(secure=False)


def check_streams_a_message_over_TLS():
    streams(secure=True)


def check_gives_a_message_at_once():
    message = client().messages.create(model=MODEL, max_tokens=200, messages=QUESTION)
    holds(len(message.content[0].text) > 10, "the reply has words")


def check_calls_a_tool_and_takes_its_result():
    schema = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
    tools = [{"name": "weather", "input_schema": schema}]
    messages = [{"role": "user", "content": "Oslo"}]
    with client().messages.stream(model=MODEL, max_tokens=200, messages=messages, tools=tools) as stream:
        message = stream.get_final_message()
    call = message.content[0]
    equal((message.stop_reason, call.type, call.input), ("tool_use", "tool_use", {"place": "Oslo"}), "the call")
    messages += [
        {"role": "assistant", "content": [{"type": "tool_use", "id": call.id, "name": call.name, "input": call.input}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "sunny"}]},
    ]
    reply = client().messages.create(model=MODEL, max_tokens=200, messages=messages, tools=tools)
    equal(reply.stop_reason, "end_turn", "stop_reason")


def check_refuses_without_a_key():
    raises(
        anthropic.AuthenticationError,
        lambda: client(default_headers={"X-Api-Key": anthropic.Omit(), "Authorization": anthropic.Omit()}).messages.create(
            model=MODEL, max_tokens=200, messages=QUESTION
        ),
        status_code=401,
    )


def check_refuses_an_unknown_model():
    raises(
        anthropic.NotFoundError,
        lambda: client().messages.create(model="claude-none", max_tokens=200, messages=QUESTION),
        status_code=404,
    )


def check_raises_its_own_exceptions():
    for fault, kind, status in [
        ("unauthorized", anthropic.AuthenticationError, 401),
        ("payment_required", anthropic.APIStatusError, 402),
        ("rate_limited", anthropic.RateLimitError, 429),
        ("server_error", anthropic.InternalServerError, 500),
        ("overloaded", anthropic.APIStatusError, 529),
    ]:
        service = client(base_url=f"http://{faulty(fault)}")

        def call():
            with service.messages.stream(model=MODEL, max_tokens=200, messages=QUESTION) as stream:
                list(stream)

        error = raises(kind, call, status_code=status, request_id="req_fault")
        if fault == "rate_limited":
            equal(error.response.headers["retry-after"], "7", "Retry-After")
        if fault == "overloaded":
            holds("Overloaded" in type(error).__name__, f"{type(error).__name__} is the SDK's own for 529")
