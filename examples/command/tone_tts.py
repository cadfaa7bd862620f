"""A voice that hums: 60 ms of a 220 Hz tone for every letter. Needs nothing but Python."""

import array
import math

import engine


class Tone:
    sample_rate = 24000

    def speak(self, text):
        count = self.sample_rate * 60 // 1000
        piece = array.array("h", (int(8000 * math.sin(2 * math.pi * 220 * n / self.sample_rate)) for n in range(count)))
        for letter in text:
            yield piece.tobytes() if letter.isalnum() else bytes(2 * count)


engine.serve(Tone())
