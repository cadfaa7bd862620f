"""Whisper by faster-whisper (pip install faster-whisper), or any engine that transcribes a whole utterance.

    command/whisper: { stt: [python3, examples/command/whisper_stt.py, base.en], sample_rate: 16000 }

Such an engine has no stream: partials are transcripts of all that was heard, made anew every `STEP` seconds, and the
final one is made when the lab asks for it. What that costs is what `stt.finalize` shows.
"""

import sys

import engine
import numpy
from faster_whisper import WhisperModel

STEP = 1.0


class Whisper:
    def __init__(self, name):
        self.model = WhisperModel(name, device="cpu", compute_type="int8")

    def open(self, opening):
        if opening["sample_rate"] != 16000:
            raise ValueError("Whisper hears 16000 Hz only")
        self.language = opening["language"].split("-")[0]
        self.heard = bytearray()
        self.done = 0

    def audio(self, pcm):
        self.heard += pcm
        if len(self.heard) - self.done < STEP * 32000:
            return None
        self.done = len(self.heard)
        return self.transcript()

    def finalize(self):
        text = self.transcript()
        self.heard, self.done = bytearray(), 0
        return text

    def transcript(self):
        samples = numpy.frombuffer(bytes(self.heard), dtype="<i2").astype("float32") / 32768
        segments, _ = self.model.transcribe(samples, language=self.language, beam_size=1, vad_filter=True)
        return " ".join(segment.text.strip() for segment in segments)


engine.serve(Whisper(sys.argv[1] if len(sys.argv) > 1 else "base.en"))
