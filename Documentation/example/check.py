"""Checks the example by other means: python3 check.py (needs numpy and scipy)."""

import csv
import json
import pathlib

import numpy
from scipy import stats

here = pathlib.Path(__file__).parent
turns = csv.DictReader((here / "turns.csv").open())
arms = {"candidate": {}, "baseline": {}}
for turn in turns:
    if turn["turn"] == "0" and turn["discarded"] == "" and turn["llm.ttft_ms"]:
        arms[turn["arm"]][turn["conversation"], turn["iteration"]] = float(turn["llm.ttft_ms"])

pairs = sorted(set(arms["candidate"]) & set(arms["baseline"]))
candidate = numpy.array([arms["candidate"][pair] for pair in pairs])
baseline = numpy.array([arms["baseline"][pair] for pair in pairs])
differences = numpy.log(candidate) - numpy.log(baseline)
n = len(differences)

# The averages of every two differences, each with itself too.
walsh = numpy.sort([(differences[i] + differences[j]) / 2 for i in range(n) for j in range(i, n)])
test = stats.wilcoxon(differences, alternative="greater", method="exact")


def tail(rank_sum):
    """How often the signed-rank sum of n fair coins is at or below a number."""
    counts = numpy.zeros(n * (n + 1) // 2 + 1)
    counts[0] = 1
    for rank in range(1, n + 1):
        counts[rank:] += counts[:-rank].copy()
    return counts[: rank_sum + 1].sum() / counts.sum()


# As many averages lie outside each end of the interval as keep it wrong in at most 2.5 % of repetitions.
outside = max(k for k in range(n * n) if tail(k) <= 0.025) + 1
lower, upper = walsh[outside - 1], walsh[-outside]

computed = {
    "n": n,
    "p50 of the candidate, ms": numpy.percentile(candidate, 50),
    "p90 of the candidate, ms": numpy.percentile(candidate, 90),
    "shift": numpy.exp(numpy.median(walsh)) - 1,
    "shift, lower end": numpy.exp(lower) - 1,
    "shift, upper end": numpy.exp(upper) - 1,
    "probability": test.pvalue,
}

gate = json.loads((here / "gate.json").read_text())["gates"][0]
judgement = gate["relative"]["judgement"]
printed = {
    "n": judgement["pairs"],
    "p50 of the candidate, ms": gate["budgets"][0]["value"],
    "p90 of the candidate, ms": gate["budgets"][1]["value"],
    "shift": judgement["shift"],
    "shift, lower end": judgement["ci95"][0],
    "shift, upper end": judgement["ci95"][1],
    "probability": judgement["p"],
}

agree = True
for name, value in computed.items():
    # turns.csv has three decimals of a millisecond, which is what the comparison can resolve.
    same = abs(value - printed[name]) <= 1e-4 * abs(value)
    agree = agree and same
    print(f"{'same' if same else 'DIFFERS':8} {name:26} {value:14.6f} {printed[name]:14.6f}")

slower = computed["probability"] <= judgement["level"] and computed["shift"] >= gate["relative"]["floor"]
verdict = "FAIL" if slower else "not FAIL"
print(f"verdict: {verdict} here, {gate['relative']['finding']['verdict']} in gate.json")
raise SystemExit(0 if agree and verdict == gate["relative"]["finding"]["verdict"] else 1)
