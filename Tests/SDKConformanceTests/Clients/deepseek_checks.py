"""DeepSeek, by OpenAI's client, as the vendor advises: chat completions and errors."""

# requirement: openai[realtime]

import openai

from conformance import KEY, PLAIN, equal, faulty, holds, raises

QUESTION = [{"role": "user", "content": "What is the area of a circle?"}]
MODEL = "deepseek-v4-flash"


def client(address=PLAIN):
    return openai.OpenAI(base_url=f"http://{address}", api_key=KEY, max_retries=0)


def check_streams_a_chat_completion():
    text, usage = "", None
    stream = client().chat.completions.create(
        model=MODEL, messages=QUESTION, stream=True, stream_options={"include_usage": True}
    )
    for chunk in stream:
        for choice in chunk.choices:
            text += choice.delta.content or ""
        usage = chunk.usage or usage
    holds(len(text) > 10, "the reply has words")
    holds(usage.completion_tokens > 0, "usage")


def check_refuses_an_unknown_model():
    raises(
        openai.BadRequestError,
        lambda: client().chat.completions.create(model="deepseek-none", messages=QUESTION),
        status_code=400,
    )


def check_raises_exceptions_with_its_own_statuses():
    for fault, kind, status in [
        ("unauthorized", openai.AuthenticationError, 401),
        ("payment_required", openai.APIStatusError, 402),
        ("rate_limited", openai.RateLimitError, 429),
        ("overloaded", openai.InternalServerError, 503),
    ]:
        error = raises(
            kind,
            lambda: client(faulty(fault)).chat.completions.create(model=MODEL, messages=QUESTION),
            status_code=status,
        )
        equal(error.code, "invalid_request_error", "code")
