#!/usr/bin/env python3
"""Trains the few hundred weights with which the spectral detector judges its evidence.

    python3 scripts/detector/train.py --program .build/release/turnlab --data ../shared/data/vad --work /tmp/detector

It mixes the labelled recordings of the folder with sounds that it makes itself, adds synthetic voices (espeak-ng,
flite) and sounds without speech, has the program itself write the evidence of every mixture ('turnlab vad evidence'),
first reports what a network trained without them makes of held-out files (five folds by file), then trains on all of
them and writes Sources/LabVoiceActivity/Spectral/EvidenceNetwork+Weights.swift. Nothing else is downloaded or read.
Needs NumPy, SciPy and soundfile. The same seed gives the same weights on the same machine.
"""

import argparse
import subprocess
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import butter, fftconvolve, lfilter, sosfilt
from scipy.stats import rankdata

from sounds import RATE, noise, room, voices

# The speeds that a recording is played at, in turn: as people speak, and as smaller and larger people would.
SPEEDS = ((0.92, 1.09), (0.82, 1.22))
KINDS = "white white pink pink brown babble babble cafe cafe step swinging clicks music tones hum".split()
# The log odds that the detector gives probability 0.5, without its relief in noise: SpectralDetector.Parameters.Decision.
MIDPOINT = 0.16
TARGET = Path(__file__).parents[2] / "Sources/LabVoiceActivity/Spectral/EvidenceNetwork+Weights.swift"


def labelled(folder):
    """Every sound with its labels, as (name, samples, [(start_s, end_s, label)])."""
    for path in sorted(folder.glob("*.scv")):
        fields = path.read_text().strip().split(",")[1:]
        spans = [tuple(map(float, fields[i : i + 3])) for i in range(0, len(fields), 3)]
        samples, rate = soundfile.read(path.with_suffix(".wav"))
        assert rate == RATE, f"{path}: 16 kHz expected"
        yield path.stem, samples, spans


def frame_labels(spans, count):
    """Per frame of 10 ms 1, 0, or −1 without a label."""
    centre, result = (np.arange(count) + 0.5) / 100, -np.ones(count)
    for start, end, label in spans:
        result[(centre >= start) & (centre < end)] = label
    return result


def at_edges(labels, after_end, after_start):
    """Weights by which frames count more that decide how soon an end and a start of speech are noticed."""
    weights = np.ones(len(labels))
    for edge in np.flatnonzero(np.diff(labels)):
        if labels[edge] == 1 and labels[edge + 1] == 0:
            rest = np.flatnonzero(labels[edge + 1 :] != 0)
            end = edge + 1 + (rest[0] if len(rest) else len(labels) - edge - 1)
            if end - edge - 1 >= 20:
                weights[edge + 4 : min(end, edge + 31)] *= after_end
        elif labels[edge] == 0 and labels[edge + 1] == 1:
            weights[edge + 3 : edge + 13] *= after_start
    return weights


def late(labels, times):
    """Weights by which the silence counts more that an end noticed too late is still taken for speech in."""
    weights = np.ones(len(labels))
    for edge in np.flatnonzero((labels[:-1] == 1) & (labels[1:] == 0)):
        rest = np.flatnonzero(labels[edge + 1 :] != 0)
        end = edge + 1 + (rest[0] if len(rest) else len(labels) - edge - 1)
        if end - edge - 1 >= 20:
            weights[edge + 16 : min(end, edge + 60)] *= times
    return weights


def importance(kind, weight, labels):
    """How much every frame counts: recordings as they are most, edges of speech more, speech in noise a little more."""
    if kind == "clean":
        return weight * at_edges(labels, 5, 4) * late(labels, 1.5)
    return weight * at_edges(labels, 1.5, 1.5) * np.where((labels == 1) & (kind == "varied"), 1.5, 1)


def mix(samples, spans, sound, ratio):
    speech = np.concatenate([samples[int(a * RATE) : int(b * RATE)] for a, b, label in spans if label == 1])
    return samples + sound * np.sqrt((speech**2).mean() / (sound**2).mean() / 10 ** (ratio / 10))


def at_speed(samples, spans, speed):
    """The recording played faster or slower, and higher or lower."""
    places = np.arange(int(len(samples) / speed)) * speed
    spans = [(a / speed, b / speed, label) for a, b, label in spans]
    return np.interp(places, np.arange(len(samples)), samples), spans


def varied(samples, spans, rng, talkers, speeds):
    """The recording at another speed, colour, background and level, each by chance."""
    if rng.random() < 0.6:
        samples, spans = at_speed(samples, spans, rng.uniform(*speeds))
    if rng.random() < 0.5:
        samples = lfilter([1, rng.uniform(-0.35, 0.35)], [1], samples)
        if rng.random() < 0.3:
            samples = sosfilt(butter(2, rng.uniform(80, 300), "high", fs=RATE, output="sos"), samples)
        if rng.random() < 0.25:
            samples = sosfilt(butter(4, rng.uniform(3300, 6500), "low", fs=RATE, output="sos"), samples)
    if rng.random() < 0.85:
        sound = noise(rng.choice(KINDS), len(samples), rng, talkers)
        samples = mix(samples, spans, sound, rng.uniform(-3, 25))
    return samples * 10 ** (rng.uniform(-30, 3) / 20), spans


def synthetic(index, rng, talkers):
    """Two sentences with silence around them; speech is where the voice is within 40 dB of its loudest.

    Half of them are heard in a room, which rings on after the voice has ended: that is no speech.
    """
    parts = []
    for voice in (talkers[index], talkers[rng.integers(len(talkers))]):
        length = int(rng.uniform(0.8, 3.2) * RATE)
        start = int(rng.integers(0, max(1, len(voice) - length)))
        parts += [np.zeros(int(rng.uniform(0.3, 1.1) * RATE)), voice[start : start + length] * rng.uniform(0.6, 1.5)]
    samples = np.concatenate(parts + [np.zeros(int(rng.uniform(0.4, 1.2) * RATE))])
    if rng.random() < 0.5:
        samples, _ = at_speed(samples, [], rng.uniform(*SPEEDS[1]))
    blocks = samples[: len(samples) // 160 * 160].reshape(-1, 160)
    level = 10 * np.log10((blocks**2).mean(1) + 1e-12)
    speech, last = level > level.max() - 40, None
    for frame in np.flatnonzero(speech):
        if last is not None and frame - last < 20:
            speech[last:frame] = True
        last = frame
    edges = np.flatnonzero(np.diff(speech.astype(int))) + 1
    bounds = [0, *edges, len(speech)]
    spans = [(a / 100, b / 100, int(speech[a])) for a, b in zip(bounds, bounds[1:])]
    if rng.random() < 0.5:
        samples = fftconvolve(samples, room(rng))[: len(samples)]
    kind = rng.choice("white pink brown cafe hum babble swinging step clicks".split())
    sound = noise(kind, len(samples), rng, talkers)
    samples = mix(samples / abs(samples).max() * 0.3, spans, sound, rng.uniform(0, 40))
    return samples * 10 ** (rng.uniform(-25, 0) / 20), spans


def mixtures(data, work, variants, seed):
    """Everything to train on, as (group, kind, weight, samples, spans)."""
    rng, talkers = np.random.default_rng(seed), voices(work / "voices")
    for name, samples, spans in labelled(data):
        yield name, "clean", 8.4, samples, spans
        for number in range(variants):
            # However many there are, they count as much as twelve.
            yield name, "varied", 12 / variants, *varied(samples, spans, rng, talkers, SPEEDS[number % 2])
    for index in [*range(len(talkers))] * 3:
        yield "synthetic", "synthetic", 0.5, *synthetic(index, rng, talkers)
    for kind in "white white pink pink brown step step swinging clicks tones hum music music music music".split():
        for _ in range(8 if kind == "music" else 2):
            samples = noise(kind, 8 * RATE, rng, talkers)
            samples = samples / samples.std() * 10 ** (rng.uniform(-55, -15) / 20)
            # Steady noise is never to be called speech, not even for a moment. There is much music, and each piece counts
            # little: more weight rejects more of it, and calls less speech speech.
            weight = 6 if kind in ("white", "pink", "brown") else 0.2 if kind == "music" else 0.5
            yield "none", kind, weight, samples, [(0, 8, 0)]


def dataset(arguments):
    """Evidence, label, weight and group of every labelled frame, and whether it is of an unchanged recording."""
    folder = arguments.work / "mixtures"
    folder.mkdir(parents=True, exist_ok=True)
    items = []
    for number, (group, kind, weight, samples, spans) in enumerate(
        mixtures(arguments.data, arguments.work, arguments.variants, arguments.seed)
    ):
        path = folder / f"{number:04}.wav"
        samples = np.asarray(samples) * min(1, 0.99 / abs(samples).max())
        soundfile.write(path, samples, RATE, subtype="PCM_16")
        items.append((path, group, kind, weight, spans))
    for first in range(0, len(items), 100):
        paths = [str(item[0]) for item in items[first : first + 100]]
        subprocess.run([arguments.program, "vad", "evidence", *paths, "--out", str(folder)], check=True)
    columns = [[], [], [], [], []]
    for path, group, kind, weight, spans in items:
        table = np.loadtxt(path.with_suffix(".csv"), delimiter=",", skiprows=1, dtype=np.float32)[:, 2:]
        labels = frame_labels(spans, len(table))
        keep = labels >= 0
        count = keep.sum()
        for column, values in zip(
            columns,
            [table[keep], labels[keep], importance(kind, weight, labels)[keep], np.full(count, group), np.full(count, kind == "clean")],
        ):
            column.append(values)
    return [np.concatenate(column) for column in columns]


def fit(inputs, labels, weights, arguments, steps=700, batch=1024):
    """Adam on the cross entropy with weight decay; returns (hidden, biases, output, linear, bias).

    A little noise is added to the evidence, so that the network relies on no fine detail of the few files.
    """
    rng, units, decay = np.random.default_rng(arguments.seed), arguments.units, arguments.decay
    width, labels = inputs.shape[1], labels.astype(np.float32)
    values = [
        rng.standard_normal((width, units)) / np.sqrt(width), np.zeros(units),
        rng.standard_normal(units) / np.sqrt(units), np.zeros(width), np.zeros(1),
    ]
    values = [v.astype(np.float32) for v in values]
    first, second = [np.zeros_like(v) for v in values], [np.zeros_like(v) for v in values]
    share = np.cumsum(weights, dtype=float) / weights.sum(dtype=float)
    for step in range(1, steps + 1):
        chosen = np.searchsorted(share, rng.random(batch)).clip(0, len(labels) - 1)
        x, y = inputs[chosen], labels[chosen]
        x = x + np.float32(arguments.noise) * rng.standard_normal(x.shape, dtype=np.float32)
        active = np.tanh(x @ values[0] + values[1])
        odds = active @ values[2] + x @ values[3] + values[4]
        error = (1 / (1 + np.exp(-odds)) - y) / np.float32(batch)
        back = np.outer(error, values[2]) * (1 - active**2)
        slopes = [
            x.T @ back + decay * values[0], back.sum(0), active.T @ error + decay * values[2],
            x.T @ error + decay * values[3], error.sum(keepdims=True),
        ]
        rate = 0.01 * min(1, step / 100) * 0.5 * (1 + np.cos(np.pi * step / steps))
        for k, slope in enumerate(slopes):
            first[k] = 0.9 * first[k] + 0.1 * slope
            second[k] = 0.99 * second[k] + 0.01 * slope**2
            scale = np.sqrt(second[k] / (1 - 0.99**step)) + 1e-8
            values[k] = (values[k] - rate * first[k] / (1 - 0.9**step) / scale).astype(np.float32)
    return values


def judge(network, inputs):
    hidden, biases, output, linear, bias = network
    return np.tanh(inputs @ hidden + biases) @ output + inputs @ linear + bias


def area(labels, scores):
    ranks, positives = rankdata(scores), (labels == 1).sum()
    return (ranks[labels == 1].sum() - positives * (positives + 1) / 2) / (positives * (len(labels) - positives))


def swift(network, mean, deviation):
    """The weights with the scaling of the evidence folded in."""
    hidden, biases, output, linear, bias = network
    folded = hidden / deviation[:, None]
    offsets = biases - mean @ folded
    straight = linear / deviation
    rows = [value for unit in range(hidden.shape[1]) for value in [*folded[:, unit], offsets[unit]]]
    ends = [*output, *straight, float(bias[0]) - mean @ straight]
    lines = [
        "// Written by scripts/detector/train.py; train anew instead of editing.", "",
        "extension SpectralDetector {", "  /// The trained weights.",
        "  static let trained = EvidenceNetwork(", "    hidden: [",
    ]
    for values, close in ((rows, "    ],"), (ends, "    ])")):
        for start in range(0, len(values), 8):
            lines.append("      " + ", ".join(f"{value:.5g}" for value in values[start : start + 8]) + ",")
        lines.append(close)
        if values is rows:
            lines.append("    output: [")
    return "\n".join([*lines, "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=".build/release/turnlab")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("/tmp/detector"))
    parser.add_argument("--variants", type=int, default=24, help="mixtures per recording")
    parser.add_argument("--units", type=int, default=15, help="hidden units, 15 at most")
    parser.add_argument("--decay", type=float, default=0.007)
    parser.add_argument("--noise", type=float, default=0.25, help="added to the evidence, in standard deviations")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    inputs, labels, weights, groups, clean = dataset(arguments)
    mean, deviation = inputs.mean(0), inputs.std(0) + 1e-6
    inputs = ((inputs - mean) / deviation).astype(np.float32)
    names = sorted(set(groups) - {"synthetic", "none"})
    held = np.zeros(len(labels))
    for fold in range(5):
        test = np.isin(groups, names[fold::5])
        network = fit(inputs[~test], labels[~test], weights[~test], arguments)
        held[test] = judge(network, inputs[test])
    for title, rows in (("as they are", clean), ("varied", ~clean & np.isin(groups, names))):
        called = held[rows] >= MIDPOINT
        hits = (called & (labels[rows] == 1)).sum()
        f1 = 2 * hits / (called.sum() + (labels[rows] == 1).sum())
        each = [area(labels[one], held[one]) for one in (rows & (groups == name) for name in names)]
        whole = area(labels[rows], held[rows])
        print(f"held out, {title}: ROC-AUC {whole:.4f}, mean over files {np.mean(each):.4f}, F1 {f1:.4f}")
    network = fit(inputs, labels, weights, arguments)
    TARGET.write_text(swift(network, mean, deviation))
    print(f"wrote {TARGET}: {sum(np.size(part) for part in network)} weights from {len(labels)} frames")


if __name__ == "__main__":
    main()
