"""Sounds that the training script makes itself: noises of many kinds, made-up music, and synthetic voices."""

import subprocess
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import butter, fftconvolve, lfilter, resample_poly, sosfilt

RATE = 16_000

SENTENCES = [
    "The quick brown fox jumps over the lazy dog while seven judges watch from the other side of the river.",
    "I would like to know how much of the budget is left, and whether we could move the meeting to Thursday.",
    "Photosynthesis turns light into sugar. Plants do it with chlorophyll, which is green, as everybody knows.",
    "She sells sea shells, but nobody has asked her what they cost or where she found them in the first place.",
    "Please call me back when you have a minute, I am at home all afternoon and have nothing else to do.",
]
ESPEAK = "en-us en-gb de fr it es en-us+f2 en-gb+f4 de+f3 it+f5 en-us+m3 fr+m7 es+f1 nl pt+f2".split()
FLITE = "kal16 awb rms slt".split()


def voices(folder: Path) -> list[np.ndarray]:
    """Sentences of espeak-ng and flite at 16 kHz, each with a root mean square of 1."""
    folder.mkdir(parents=True, exist_ok=True)
    commands = {}
    for i, voice in enumerate(ESPEAK):
        for j in range(2):
            path = folder / f"espeak-{i}-{j}.wav"
            speed, pitch = str(140 + 13 * ((i + j) % 5)), str(30 + (i * 7 + j * 11) % 50)
            text = SENTENCES[(i + j) % 5]
            commands[path] = ["espeak-ng", "-v", voice, "-s", speed, "-p", pitch, "-w", str(path), text]
    for voice in FLITE:
        for j in range(3):
            path = folder / f"flite-{voice}-{j}.wav"
            commands[path] = ["flite", "-voice", voice, "-t", SENTENCES[j + 1], "-o", str(path)]
    result = []
    for path, command in commands.items():
        if not path.exists():
            subprocess.run(command, check=True, capture_output=True)
        samples, rate = soundfile.read(path)
        divisor = gcd(rate, RATE)
        samples = resample_poly(samples, RATE // divisor, rate // divisor)
        result.append(samples / np.sqrt((samples**2).mean()))
    return result


def coloured(count, rng, exponent=0.5):
    """Noise whose amplitude falls with frequency to the power of the exponent."""
    spectrum = np.fft.rfft(rng.standard_normal(count))
    frequency = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= np.where(frequency < 20, 0, 1 / np.maximum(frequency, 20) ** exponent)
    noise = np.fft.irfft(spectrum, count)
    return noise / noise.std()


def babble(count, rng, talkers, size):
    """Several talkers at once, without their pauses."""
    sum_ = np.zeros(count)
    for index in rng.permutation(len(talkers))[:size]:
        blocks = talkers[index][: len(talkers[index]) // 320 * 320].reshape(-1, 320)
        level = 10 * np.log10((blocks**2).mean(1) + 1e-12)
        voice = blocks[np.convolve(level > level.max() - 35, np.ones(7), "same") > 0].ravel()
        voice = np.tile(voice, count // len(voice) + 2)
        start = rng.integers(0, len(voice) - count)
        sum_ += voice[start : start + count]
    return sum_ / sum_.std()


def music(count, rng):
    """One to four parts of a major scale on a beat, at times with a drum."""
    sum_ = coloured(count, rng) * 0.01
    beat, root = rng.uniform(0.12, 0.5), rng.uniform(100, 260)
    for _ in range(rng.integers(1, 5)):
        octave, harmonics = rng.choice([0.5, 1, 1, 2]), rng.integers(2, 12)
        decay, attack, slope = rng.uniform(0.15, 1.5), rng.uniform(0.002, 0.06), rng.uniform(0.5, 2)
        vibrato, start = rng.uniform(0, 0.006), 0.0
        while start < count / RATE:
            length = beat * rng.choice([1, 1, 2, 4])
            pitch = root * octave * 2 ** (rng.choice([0, 2, 4, 5, 7, 9, 11, 12, 14, 16]) / 12)
            first = int(start * RATE)
            time = np.arange(min(count - first, int(1.3 * length * RATE))) / RATE
            phase = 2 * np.pi * pitch * (time + vibrato * np.sin(2 * np.pi * 5.5 * time) / 35)
            tone = sum(np.sin(k * phase) / k**slope for k in range(1, harmonics + 1) if k * pitch < 7800)
            sum_[first : first + len(time)] += tone * np.minimum(time / attack, 1) * np.exp(-time / decay)
            start += length
    if rng.random() < 0.6:
        for first in range(int(rng.uniform(0, 0.3) * RATE), count - 2400, int(beat * RATE)):
            sum_[first : first + 2400] += rng.standard_normal(2400) * np.exp(-np.arange(2400) / RATE / 0.03) * 0.8
    return sum_


def room(rng):
    """What a room makes of a click: the click itself, then a tail that fades by 60 dB in 0.15 to 0.7 s, its treble sooner."""
    fade = rng.uniform(0.15, 0.7)
    time = np.arange(int(fade * RATE)) / RATE
    tail = np.zeros(len(time))
    for kind, share in (("low", 1), ("high", rng.uniform(0.4, 0.9))):
        part = sosfilt(butter(1, 1500, kind, fs=RATE, output="sos"), rng.standard_normal(len(time)))
        tail += part * 10 ** (-3 * time / (fade * share))
    tail[: RATE // 500] = 0
    tail *= 10 ** (-rng.uniform(0, 15) / 20) / np.sqrt((tail**2).sum())
    tail[0] = 1
    return tail


SCALES = [[0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10], [0, 3, 5, 7, 10], [0, 2, 4, 7, 9], list(range(12))]


def instrument(pitch, count, rng, voice):
    """A note of an instrument, whose numbers the voice is: what its harmonics are and how it swells, shakes and fades."""
    time = np.arange(count) / RATE
    kind, harmonics, slope, attack, decay, shake, tremble = voice
    phase = 2 * np.pi * pitch * (time + shake * np.sin(2 * np.pi * 5.5 * time) / 35)
    if kind == "bell":
        tone = np.sin(phase + 3 * np.exp(-time / decay) * np.sin(phase * 1.41))
    elif kind == "string":
        # A burst of noise that runs round and loses its treble, after Karplus and Strong.
        period = max(2, int(RATE / pitch))
        burst = np.zeros(count)
        burst[:period] = rng.standard_normal(min(period, count))
        tone = lfilter([1], np.r_[1, np.zeros(period - 1), -0.498, -0.498], burst)
    else:
        step = 2 if kind == "reed" else 1
        tone = sum(np.sin(k * phase) / k**slope for k in range(1, harmonics + 1, step) if k * pitch < 7800)
    return tone * np.minimum(time / attack, 1) * np.exp(-time / decay) * (1 + tremble * np.sin(2 * np.pi * 6 * time))


def band(count, rng):
    """Chords, a bass, a tune and drums in any scale, with instruments of several kinds."""
    sum_ = coloured(count, rng) * 0.003
    beat, root, scale = rng.uniform(0.1, 0.6), rng.uniform(50, 120), SCALES[rng.integers(len(SCALES))]
    for part in rng.permutation(["chords", "bass", "tune", "tune", "arpeggio"])[: rng.integers(1, 5)]:
        voice = (
            rng.choice(["organ", "reed", "string", "bell"]), int(rng.integers(2, 16)), rng.uniform(0.4, 2),
            rng.uniform(0.002, 0.12), rng.uniform(0.1, 2.5), rng.uniform(0, 0.012), rng.uniform(0, 0.4) * (rng.random() < 0.4),
        )
        octave = {"bass": 1, "chords": 4, "tune": 4 * rng.choice([1, 2]), "arpeggio": 4}[part]
        loud, start, place = rng.uniform(0.3, 1), 0.0, int(rng.integers(len(scale)))
        while start < count / RATE:
            length = beat * {"bass": 2, "chords": 4, "tune": rng.choice([1, 1, 2, 3]), "arpeggio": 0.5}[part]
            place = (place + int(rng.integers(-2, 3))) % len(scale)
            first = int(start * RATE)
            held = min(count - first, int(rng.uniform(0.6, 1.3) * length * RATE))
            if held > 400 and rng.random() < 0.9:
                for third in (0, 2, 4) if part == "chords" else (0,):
                    degree = place + third
                    pitch = root * octave * 2 ** ((scale[degree % len(scale)] + 12 * (degree // len(scale))) / 12)
                    note = instrument(pitch, held, rng, voice)
                    sum_[first : first + held] += loud * note / (abs(note).max() + 1e-9)
            start += length
    if rng.random() < 0.6:
        level, kick = rng.uniform(0.1, 1.5), np.arange(3200) / RATE
        for number, first in enumerate(range(0, count - 3200, int(beat * RATE / 2))):
            if number % 4 == 0:
                sum_[first : first + 3200] += level * 2 * np.sin(2 * np.pi * 60 * kick * (1 - kick)) * np.exp(-kick / 0.06)
            elif rng.random() < 0.6:
                hit = np.diff(rng.standard_normal(3201)) * np.exp(-kick / rng.uniform(0.01, 0.06))
                sum_[first : first + 3200] += level * 0.4 * hit
    return sum_


def noise(kind, count, rng, talkers):
    """A sound of a kind, in any scale."""
    time = np.arange(count) / RATE
    if kind in ("white", "pink", "brown"):
        return coloured(count, rng, {"white": 0, "pink": 0.5, "brown": 1}[kind])
    if kind == "babble":
        return babble(count, rng, talkers, int(rng.integers(6, 12)))
    if kind == "cafe":
        room = rng.standard_normal(6400) * np.exp(-np.arange(6400) / RATE / rng.uniform(0.05, 0.2))
        room[0] = 5
        talk = fftconvolve(babble(count, rng, talkers, int(rng.integers(4, 10))), room)[:count]
        return talk / talk.std() + 0.5 * coloured(count, rng) + 0.3 * noise("clicks", count, rng, talkers)
    if kind == "step":
        gain = np.full(count, 10 ** (-15 / 20))
        start = int(rng.uniform(0.25, 0.7) * count)
        gain[start : count if rng.random() < 0.5 else start + int(rng.uniform(1, 2.5) * RATE)] = 1
        return coloured(count, rng, rng.choice([0, 0.5, 0.8])) * gain
    if kind == "swinging":
        depth, speed = rng.uniform(0.5, 0.95), rng.uniform(0.3, 6)
        return coloured(count, rng) * (1 + depth * np.sin(2 * np.pi * speed * time + rng.uniform(0, 6)))
    if kind == "clicks":
        sum_ = coloured(count, rng) * 0.03
        for first in rng.integers(0, max(1, count - 800), int(count / RATE * rng.uniform(2, 9))):
            length = int(rng.integers(40, 800))
            hit = rng.standard_normal(length) * np.exp(-np.arange(length) / rng.uniform(10, 200))
            hit = lfilter([1], [1, -rng.uniform(-0.8, 0.9)], hit) * rng.uniform(0.3, 2)
            sum_[first : first + length] += hit[: count - first]
        return sum_
    if kind == "tones":
        sum_, first = coloured(count, rng) * 0.05, 0
        while first < count:
            part = time[first : first + int(rng.uniform(0.1, 1.5) * RATE)]
            if rng.random() < 0.65:
                for frequency in rng.uniform(200, 4000, rng.integers(1, 4)):
                    sum_[first : first + len(part)] += np.sin(2 * np.pi * frequency * part)
            first += len(part)
        return sum_
    if kind == "hum":
        base, slope = rng.choice([50, 60, 100, 120]), rng.uniform(0.3, 1.5)
        hum = sum(np.sin(2 * np.pi * base * k * time + rng.uniform(0, 6)) / k**slope for k in range(1, 30))
        return hum + 0.3 * rng.standard_normal(count)
    return music(count, rng) if rng.random() < 0.4 else band(count, rng)
