"""OpenAI: chat completions and responses, with tools and errors."""

import json

import openai

from conformance import KEY, PLAIN, SECURE, equal, holds, raises

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
