#!/usr/bin/env python3
"""Silero VAD as a detector for 'turnlab vad score --command silero=python3 scripts/detector/silero.py'.

Needs the packages silero-vad (for its model file alone), onnxruntime and NumPy. Samples in, probabilities out.
"""

import importlib.util
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime

BLOCK, CONTEXT, RATE = 512, 64, 16_000

# Found without importing the package, which would want PyTorch.
package = importlib.util.find_spec("silero_vad")
if package is None:
    sys.exit("The package silero-vad is not installed: pip install --no-deps silero-vad; pip install onnxruntime")
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = 1
model = onnxruntime.InferenceSession(
    str(Path(package.submodule_search_locations[0]) / "data" / "silero_vad.onnx"), options,
    providers=["CPUExecutionProvider"],
)

samples = np.frombuffer(sys.stdin.buffer.read(), dtype="<i2").astype(np.float32) / 32768
state, context, rate = np.zeros((2, 1, 128), np.float32), np.zeros(CONTEXT, np.float32), np.array(RATE, np.int64)
print(f"# block {BLOCK}")
start = time.process_time()
for first in range(0, len(samples) - BLOCK + 1, BLOCK):
    block = np.concatenate([context, samples[first : first + BLOCK]])
    probability, state = model.run(None, {"input": block[None], "state": state, "sr": rate})
    context = block[-CONTEXT:]
    print(f"{float(probability[0, 0]):.6f}")
print(f"# processor_s {time.process_time() - start:.6f}")
