"""Runs the checks of one SDK against the emulator: python3 conformance.py openai_checks

Each check is a function named check_… of the module. One JSON object a line says how it went; nothing else is printed.

Environment: PLAIN and SECURE (addresses of the emulator, e.g. 127.0.0.1:4000), FAULTY_… (of emulators with which the one
thing named goes wrong), SSL_CERT_FILE, SPEECH and SPEECH_24000 (16-bit mono PCM at 16 and 24 kHz) and WORDS (what is said
in it).
"""

import importlib
import json
import os
import re
import sys
import traceback

PLAIN = os.environ["PLAIN"]
SECURE = os.environ["SECURE"]
RATE = 16_000
KEY = "emulated"


def speech(rate=RATE):
    with open(os.environ["SPEECH" if rate == RATE else f"SPEECH_{rate}"], "rb") as file:
        return file.read()


def faulty(name):
    """The address of an emulator that refuses everything in one way, and asks to wait for 7 s where it can."""
    return os.environ["FAULTY_" + name]


def words(text):
    """The words of a text without their punctuation and case."""
    return re.findall(r"[a-z']+", text.lower())


def said():
    return words(os.environ["WORDS"])


def equal(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: {found!r} instead of {expected!r}")


def holds(condition, what):
    if not condition:
        raise AssertionError(what)


def raises(kind, action, **fields):
    """The action fails with an exception of the SDK's own type, which has these fields."""
    try:
        action()
    except kind as error:
        for name, value in fields.items():
            equal(getattr(error, name, None), value, f"{kind.__name__}.{name}")
        return error
    raise AssertionError(f"nothing was raised instead of {kind.__name__}")


def main():
    module = importlib.import_module(sys.argv[1])
    for name in [name for name in vars(module) if name.startswith("check_")]:
        line = {"check": name.removeprefix("check_").replace("_", " "), "problem": None}
        try:
            getattr(module, name)()
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            line["problem"] = f"{type(error).__name__}: {error} ({os.path.basename(place.filename)}:{place.lineno})"
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
