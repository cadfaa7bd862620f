"""Piper by its Python package (pip install piper-tts), or any engine that makes speech a sentence at a time.

    command/piper: { tts: [python3, examples/command/piper_tts.py, en_US-lessac-medium.onnx], sample_rate: 22050 }
"""

import sys

import engine
from piper import PiperVoice


class Piper:
    def __init__(self, model):
        self.voice = PiperVoice.load(model)
        self.sample_rate = self.voice.config.sample_rate

    def speak(self, text):
        for chunk in self.voice.synthesize(text):
            yield chunk.audio_int16_bytes


engine.serve(Piper(sys.argv[1]))
