"""A recogniser that hears loudness and no words: it writes one word, `sound`, for every second that is loud.

It needs nothing but Python and shows what an adapter looks like. Its transcripts are wrong; its latencies are real.
"""

import array
import math

import engine


class EnergyRecogniser:
    def open(self, opening):
        self.rate = opening["sample_rate"]
        self.loud = 0

    def audio(self, pcm):
        samples = array.array("h", pcm)
        energy = sum(value * value for value in samples) / max(1, len(samples))
        if 10 * math.log10(energy / 32768**2 + 1e-12) > -45:
            self.loud += len(samples)
        return self.words()

    def finalize(self):
        text, self.loud = self.words(), 0
        return text

    def words(self):
        return " ".join(["sound"] * math.ceil(self.loud / self.rate))


engine.serve(EnergyRecogniser())
