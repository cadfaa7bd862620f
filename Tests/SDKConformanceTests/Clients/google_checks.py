"""Google: Gemini's generated content, with tools and errors."""

# requirement: google-genai

from google import genai
from google.genai import errors, types

from conformance import KEY, PLAIN, SECURE, equal, faulty, holds, raises

MODEL = "gemini-2.5-flash"


def client(secure=False, key=KEY):
    address = f"https://{SECURE}" if secure else f"http://{PLAIN}"
    return genai.Client(api_key=key, http_options={"base_url": address})


def streams(secure):
    text, usage, finish = "", None, None
    # The stream does not keep its client alive.
    service = client(secure)
    for chunk in service.models.generate_content_stream(model=MODEL, contents="What is the area of a circle?"):
        text += chunk.text or ""
        usage = chunk.usage_metadata or usage
        finish = chunk.candidates[0].finish_reason or finish
    holds(len(text) > 10, "the reply has words")
    equal(finish, types.FinishReason.STOP, "finish_reason")
    holds(usage.prompt_token_count > 0 and usage.candidates_token_count > 0, "usage is counted")


def check_streams_a_reply():
    streams(secure=False)


def check_streams_a_reply_over_TLS():
    streams(secure=True)


def check_calls_a_tool():
    place = types.Schema(type="OBJECT", properties={"place": types.Schema(type="STRING")}, required=["place"])
    tool = types.Tool(function_declarations=[types.FunctionDeclaration(name="weather", parameters=place)])
    config = types.GenerateContentConfig(tools=[tool])
    calls = []
    service = client()
    for chunk in service.models.generate_content_stream(model=MODEL, contents="Oslo", config=config):
        calls += chunk.function_calls or []
    equal([(call.name, call.args) for call in calls], [("weather", {"place": "Oslo"})], "the calls")


def check_refuses_an_unknown_model():
    service = client()
    raises(
        errors.ClientError,
        lambda: service.models.generate_content(model="gemini-none", contents="Hello"),
        code=404,
        status="NOT_FOUND",
    )


def check_calls_a_tool_and_takes_its_result():
    place = types.Schema(type="OBJECT", properties={"place": types.Schema(type="STRING")}, required=["place"])
    tool = types.Tool(function_declarations=[types.FunctionDeclaration(name="weather", parameters=place)])
    config = types.GenerateContentConfig(tools=[tool])
    service = client()
    asked = types.Content(role="user", parts=[types.Part(text="Oslo")])
    reply = service.models.generate_content(model=MODEL, contents=[asked], config=config)
    result = types.Part.from_function_response(name="weather", response={"result": "sunny"})
    contents = [asked, reply.candidates[0].content, types.Content(role="user", parts=[result])]
    holds(len(service.models.generate_content(model=MODEL, contents=contents, config=config).text) > 10, "the answer")


def check_raises_its_own_exceptions():
    for fault, kind, code, status in [
        ("unauthorized", errors.ClientError, 401, "UNAUTHENTICATED"),
        ("payment_required", errors.ClientError, 400, "FAILED_PRECONDITION"),
        ("rate_limited", errors.ClientError, 429, "RESOURCE_EXHAUSTED"),
        ("server_error", errors.ServerError, 500, "INTERNAL"),
        ("overloaded", errors.ServerError, 503, "UNAVAILABLE"),
    ]:
        service = genai.Client(api_key=KEY, http_options={"base_url": f"http://{faulty(fault)}"})
        error = raises(
            kind,
            lambda: list(service.models.generate_content_stream(model=MODEL, contents="Hello")),
            code=code,
            status=status,
        )
        if fault == "rate_limited":
            holds("7s" in str(error.details), f"the wait is in {error.details}")
