"""Groq: chat completions."""

# requirement: groq

import json

import groq

from conformance import KEY, PLAIN, equal, faulty, holds, raises

QUESTION = [{"role": "user", "content": "What is the area of a circle?"}]


def client(**options):
    return groq.Groq(**{"base_url": f"http://{PLAIN}", "api_key": KEY, "max_retries": 0, **options})


def check_streams_a_chat_completion():
    text, finish = "", None
    stream = client().chat.completions.create(model="llama-3.3-70b-versatile", messages=QUESTION, stream=True)
    for chunk in stream:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            finish = choice.finish_reason or finish
    holds(len(text) > 10, "the reply has words")
    equal(finish, "stop", "finish_reason")


def check_calls_a_tool():
    parameters = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
    tools = [{"type": "function", "function": {"name": "weather", "parameters": parameters}}]
    name, arguments = None, ""
    stream = client().chat.completions.create(
        model="llama-3.3-70b-versatile", messages=[{"role": "user", "content": "Oslo"}], tools=tools, stream=True
    )
    for chunk in stream:
        for choice in chunk.choices:
            for call in choice.delta.tool_calls or []:
                name = call.function.name or name
                arguments += call.function.arguments or ""
    equal((name, json.loads(arguments)), ("weather", {"place": "Oslo"}), "the call")


def check_refuses_an_unknown_model():
    raises(
        groq.NotFoundError,
        lambda: client().chat.completions.create(model="llama-none", messages=QUESTION, stream=True),
        status_code=404,
    )


def check_raises_its_own_exceptions():
    for fault, kind, status in [
        ("unauthorized", groq.AuthenticationError, 401),
        ("rate_limited", groq.RateLimitError, 429),
        ("server_error", groq.InternalServerError, 500),
        ("overloaded", groq.InternalServerError, 503),
    ]:
        service = client(base_url=f"http://{faulty(fault)}")
        error = raises(
            kind,
            lambda: service.chat.completions.create(model="llama-3.3-70b-versatile", messages=QUESTION, stream=True),
            status_code=status,
        )
        if fault == "rate_limited":
            equal(error.response.headers["retry-after"], "7", "Retry-After")
