"""The line protocol of TurnLab's `command` provider, version 1, for engines in Python. No dependencies.

An engine is a class with the methods of its stage; `serve` does the rest:

    class Recogniser:                                   # stt
        def open(self, opening): ...                    # a session begins; load models before, in __init__
        def audio(self, pcm): return "a partial"        # 16-bit little-endian mono; None when nothing is new
        def finalize(self): return "the transcript"     # of what was heard since the last call

    class Model:                                        # llm
        def reply(self, messages): yield "a piece"      # messages: [{"role": …, "content": …}]

    class Voice:                                        # tts
        sample_rate = 22050
        def speak(self, text): yield b"16-bit little-endian mono"

The lines themselves are on one page of Documentation/local-engines.md.
"""

import base64
import json
import queue
import sys
import threading


class _Lines:
    """Reads commands on a thread of its own, so that a cancellation is seen while the engine is at work."""

    def __init__(self, stream):
        self.waiting = queue.Queue()
        self.cancelled = set()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream):
        for line in stream:
            command = json.loads(line)
            if command["type"] == "cancel":
                self.cancelled.add(command["id"])
            else:
                self.waiting.put(command)
        self.waiting.put(None)


def _say(type, **fields):
    sys.stdout.write(json.dumps({"type": type, **fields}) + "\n")
    sys.stdout.flush()


def _answer(engine, command, cancelled):
    id = command["id"]
    if command["type"] == "request":
        pieces, name = engine.reply(command["messages"]), "token"
    else:
        pieces, name = engine.speak(command["text"]), "audio"
    for piece in pieces:
        if id in cancelled:
            return
        if name == "token":
            _say("token", id=id, text=piece)
        else:
            _say("audio", id=id, pcm=base64.b64encode(piece).decode())
    _say("done", id=id)


def serve(engine):
    """Answers sessions, one after the other, until standard input ends."""
    lines = _Lines(sys.stdin)
    partial = ""
    while (command := lines.waiting.get()) is not None:
        type = command["type"]
        try:
            if type == "open":
                lines.cancelled.clear()
                if hasattr(engine, "open"):
                    engine.open(command)
                rate = getattr(engine, "sample_rate", None)
                _say("ready", **({"sample_rate": rate} if rate else {}))
            elif type == "audio":
                text = engine.audio(base64.b64decode(command["pcm"]))
                if text and text != partial:
                    _say("partial", text=text)
                    partial = text
            elif type == "finalize":
                _say("final", id=command["id"], text=engine.finalize() or "")
                partial = ""
            elif type in ("request", "speak"):
                if command["id"] not in lines.cancelled:
                    _answer(engine, command, lines.cancelled)
            elif type == "close":
                _say("closed")
        except Exception as error:  # the lab is told, and the engine goes on with the next command
            id = {"id": command["id"]} if type in ("request", "speak") else {}
            _say("error", message=f"{error.__class__.__name__}: {error}", **id)
