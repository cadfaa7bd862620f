#!/usr/bin/env python3
"""Silero VAD as a detector: 'turnlab vad score --command silero=python3 scripts/detector/silero.py', or in a plan
'commands: {command/silero: {vad: [python3, scripts/detector/silero.py]}}'.

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

state, context, rate = np.zeros((2, 1, 128), np.float32), np.zeros(CONTEXT, np.float32), np.array(RATE, np.int64)
# Said first, and each answer before the next block is read, so that a plan can have it as a detector too.
print(f"# block {BLOCK}", flush=True)
spent = 0.0
while len(data := sys.stdin.buffer.read(2 * BLOCK)) == 2 * BLOCK:
    start = time.process_time()
    block = np.concatenate([context, np.frombuffer(data, dtype="<i2").astype(np.float32) / 32768])
    probability, state = model.run(None, {"input": block[None], "state": state, "sr": rate})
    context = block[-CONTEXT:]
    spent += time.process_time() - start
    print(f"{float(probability[0, 0]):.6f}", flush=True)
print(f"# processor_s {spent:.6f}")
