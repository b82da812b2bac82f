# SPDX-License-Identifier: BSD-2-Clause
"""sources.py BPF PERF SHELL - compares the JSON output of both sources for the same calls: the perf source may show less, nothing
else.

SHELL is the process that started everything: its calls are not compared, nor those of others before both sources had begun.
"""
import difflib
import json
import re
import sys

ADDRESS = re.compile(r"0x[0-9a-f]+$")


def calls(path, shell):
    threads = {}
    lost = began = 0
    with open(path, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            event = json.loads(line)
            if event["type"] == "end":
                lost = event["lost"]
            if event["type"] == "syscall":
                began = began or int(event["ts_ns"])
            if event["type"] == "syscall" and event["tid"] != shell and "ret" in event:
                threads.setdefault(event["tid"], []).append(event)
    return threads, lost, began


def since(threads, ts):
    return {tid: [c for c in calls if int(c["ts_ns"]) >= ts] for tid, calls in threads.items()}


def without_results(threads):
    """Threads made while perf events were being opened have inherited those of entries only."""
    return {tid for tid, calls in threads.items() if calls and all(c["ret"] is None for c in calls)}


def made_before(bpf, perf):
    """The process that the shell made just before perf events were opened is not theirs: the first one."""
    first = min(bpf, key=lambda tid: int(bpf[tid][0]["ts_ns"]) if bpf[tid] else 1 << 64, default=None)
    return {first} - set(perf)


def is_address(value):
    return isinstance(value, str) and ADDRESS.match(value) is not None


def differs(less, more):
    """Does `less` have something that `more` lacks?"""
    if less == more or is_address(less):
        return False
    if isinstance(less, dict) and isinstance(more, dict):
        return any(differs(value, more.get(key)) for key, value in less.items() if key != "address")
    if isinstance(less, dict) and set(less) == {"address"}:
        return False
    if isinstance(less, int) and isinstance(more, dict):
        return less not in more.values()
    return True


def texts(value):
    """All known strings of a call, in any value."""
    if isinstance(value, dict):
        return sum(texts(v) for k, v in value.items() if k not in ("names", "path"))
    if isinstance(value, list):
        return sum(texts(v) for v in value)
    return int(isinstance(value, str) and not is_address(value) and value != "")


def key(call):
    return call["name"], call["ret"]


def pairs(bpf, perf):
    match = difflib.SequenceMatcher(None, [key(c) for c in bpf], [key(c) for c in perf], autojunk=False)
    for a, b, n in match.get_matching_blocks():
        yield from zip(bpf[a:a + n], perf[b:b + n])


def main():
    shell = int(sys.argv[3])
    bpf, lost, began = calls(sys.argv[1], shell)
    perf, perf_lost, perf_began = calls(sys.argv[2], shell)
    bpf, perf = since(bpf, max(began, perf_began)), since(perf, max(began, perf_began))
    halfway = without_results(perf) | made_before(bpf, perf)
    bpf = {tid: calls for tid, calls in bpf.items() if tid not in halfway}
    compared = wrong = known = all_known = 0
    for tid, of_bpf in bpf.items():
        for more, less in pairs(of_bpf, perf.get(tid, [])):
            compared += 1
            all_known += texts(more["args"])
            known += texts(less["args"])
            for what in ("args", "ret_value"):
                if what in less and differs(less[what], more.get(what)):
                    wrong += 1
                    print("bpf:  ", json.dumps(more))
                    print("perf: ", json.dumps(less))
    total = sum(len(c) for c in bpf.values())
    if len(halfway) > 1:
        print(f"{len(halfway)} threads have no calls, or no results")
        wrong += 1
    if not compared or (compared < total * 9 // 10 and not lost + perf_lost):
        print(f"only {compared} of {total} calls are in both")
        wrong += 1
    print(f"{compared} of {total} calls compared, {wrong} differ; {known} of {all_known} strings known to perf events; lost: {lost}, {perf_lost}")
    return wrong != 0


sys.exit(main())
