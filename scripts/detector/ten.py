#!/usr/bin/env python3
"""TEN VAD as a detector: 'turnlab vad score --command ten=python3 scripts/detector/ten.py', or in a plan
'commands: {command/ten: {vad: [python3, scripts/detector/ten.py]}}'.

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

detector = TenVad(BLOCK, 0.5)
# Said first, and each answer before the next block is read, so that a plan can have it as a detector too.
print(f"# block {BLOCK}", flush=True)
spent = 0.0
while len(data := sys.stdin.buffer.read(2 * BLOCK)) == 2 * BLOCK:
    start = time.process_time()
    probability, _ = detector.process(np.frombuffer(data, dtype="<i2").copy())
    spent += time.process_time() - start
    print(f"{min(1, max(0, float(probability))):.6f}", flush=True)
print(f"# processor_s {spent:.6f}")
