#!/usr/bin/env python3
"""TEN VAD as a detector for 'turnlab vad score --command ten=python3 scripts/detector/ten.py'.

Needs the packages ten-vad and NumPy, and the library libc++1. Samples in, probabilities out.
"""

import sys
import time

import numpy as np

try:
    from ten_vad import TenVad
except (ImportError, OSError) as error:
    sys.exit(f"TEN VAD cannot be loaded ({error}): pip install ten-vad; apt-get install libc++1")

BLOCK = 256

samples = np.frombuffer(sys.stdin.buffer.read(), dtype="<i2")
detector = TenVad(BLOCK, 0.5)
print(f"# block {BLOCK}")
start = time.process_time()
for first in range(0, len(samples) - BLOCK + 1, BLOCK):
    probability, _ = detector.process(np.ascontiguousarray(samples[first : first + BLOCK]))
    print(f"{min(1, max(0, float(probability))):.6f}")
print(f"# processor_s {time.process_time() - start:.6f}")
