#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""generate.py MACHINE - writes a recording to standard output, by trace.data(5) alone.

MACHINE is aarch64, riscv64, ppc64le, or s390x, which has the other byte order. It uses none of the program's code, so it tests that
the program agrees with the manual page.
"""
import struct
import sys
import zlib

ABIS = {"aarch64": (3, "<"), "riscv64": (5, "<"), "ppc64le": (6, "<"), "s390x": (7, ">")}
# Numbers of calls, from each kernel's <asm/unistd.h>
GENERIC = {"openat": 56, "close": 57, "pipe2": 59, "read": 63, "write": 64, "exit_group": 94, "new": 999}
CALLS = {
    "aarch64": GENERIC,
    "riscv64": GENERIC,
    "ppc64le": {"openat": 286, "close": 6, "pipe2": 317, "read": 3, "write": 4, "exit_group": 234, "new": 999},
    "s390x": {"openat": 288, "close": 6, "pipe2": 325, "read": 3, "write": 4, "exit_group": 248, "new": 999},
}
# O_DIRECT | O_DIRECTORY, from each kernel's <asm/fcntl.h>
DIRECT_DIRECTORY = {"aarch64": 0o240000, "riscv64": 0o240000, "ppc64le": 0o440000, "s390x": 0o240000}
CALL, PENDING, SIGNAL, EXIT, FORK, EXEC, COMM, LOSS, FD, CWD, START, END, TASK, SELECT = range(1, 15)
EVENT, FORMAT, FAULT, SHOW, MAP = 16, 17, 18, 19, 21


def varint(v):
    v &= (1 << 64) - 1
    out = bytearray()
    while v >= 0x80:
        out.append(v & 0x7F | 0x80)
        v >>= 7
    out.append(v)
    return bytes(out)


def zigzag(v):
    v &= (1 << 64) - 1
    signed = v - (1 << 64) if v >> 63 else v
    return varint(signed << 1 if signed >= 0 else (-signed << 1) - 1)


def padded(b):
    return b + bytes(-len(b) % 8)


class Recording:
    def __init__(self, machine):
        self.machine = machine
        self.abi, self.order = ABIS[machine]
        self.index = []
        self.out = self.pack("8sIHH", b"\211TRACE\r\n", 0x01020304, 1, 0)

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def block(self, kind, body, summary=b"", streams=None, **h):
        streams = streams or [body, b"", b"", b""]
        stored = padded(summary + b"".join(streams))
        rest = self.pack("IBBH", len(stored), kind, 0, 0)
        rest += self.pack("QQQQ", h.get("first", 0), h.get("last", 0), h.get("types", 0), h.get("lost", 0))
        rest += self.pack("IIII", h.get("records", 0), h.get("raw", 0), len(summary), h.get("calls", 0))
        rest += self.pack("4I", *map(len, streams)) * 2 + stored
        self.out += self.pack("II", 0x4B4C4254, zlib.crc32(rest)) + rest

    def header(self):
        def section(kind, data):
            return varint(kind) + varint(len(data)) + data
        self.block(1, section(1, b"far-away") + section(2, b"6.1.0-test") + section(3, self.machine.encode())
                   + section(4, b"trace\0record\0./program\0")
                   + section(5, varint(10**9) + varint(1700000000 * 10**9) + varint(10**9))
                   + section(11, varint(self.abi) + varint(CALLS[self.machine]["new"]) + b"brand_new_call\0")
                   + section(777, b"of a later version"))

    def records(self, records):
        """Each is a tuple: type, ts, tid, tgid, call or None, rest."""
        slots, counts, threads = {}, {}, {}
        streams = [bytearray() for _ in range(4)]
        raw = 0
        lost = sum(struct.unpack_from(self.order + "Q", rest)[0] for kind, *_, rest in records if kind == LOSS)
        ts = records[0][1]
        for kind, at, tid, tgid, call, rest in records:
            key = (kind, tid, call and (call["nr"], len(call["args"])))
            fresh = key not in slots
            slot, last = slots.get(key, (len(slots), dict(type=0, len=24, cpu=0, tid=0, tgid=0, word=0, ret=0, args=[0] * 6, rest=b"")))
            head = 48 + 8 * len(call["args"]) if call else 24
            rest = padded(rest)
            now = dict(type=kind, len=head + len(rest), cpu=2, tid=tid, tgid=tgid, word=0, ret=0, args=[0] * 6, rest=rest)
            if call:
                now["word"] = call["nr"] | self.abi << 16 | len(call["args"]) << 24 | call.get("flags", 0) << 32 | head << 48
                now["ret"] = call["ret"]
                now["args"] = call["args"] + [0] * (6 - len(call["args"]))
            mask = 0
            for bit, name in ((13, "type"), (2, "len"), (3, "cpu"), (4, "tid"), (5, "tgid"), (12, "word")):
                if now[name] != last[name]:
                    mask |= 1 << bit
                    streams[2] += varint(now[name] // 8 if name == "len" else now[name])
            if now["ret"] != last["ret"]:
                mask |= 1 << 1
                streams[2] += zigzag(now["ret"] - last["ret"])
            for i in range(6):
                if now["args"][i] != last["args"][i]:
                    mask |= 1 << (6 + i)
                    streams[2] += zigzag(now["args"][i] - last["args"][i])
            if rest != last["rest"]:
                mask |= 1
                streams[3] += rest
            streams[0] += varint(slot) + varint(mask)
            if call:
                streams[1] += varint(call["dur"])
            streams[1] += varint(at - ts)
            ts = at
            raw += now["len"]
            slots[key] = (slot, now)
            what = (kind, call["nr"] | self.abi << 16 if call else None)
            counts[what] = counts.get(what, 0) + 1
            threads[tid] = tgid
            assert fresh or last["type"] == kind
        summary = varint(len(counts))
        for (kind, nr), n in counts.items():
            summary += varint(kind) + (varint(nr) if nr is not None else b"") + varint(n)
        threads.pop(0, None)
        summary += varint(len(threads))
        before = 0
        for tid in sorted(threads):
            summary += varint(tid - before) + varint(threads[tid])
            before = tid
        types = 0
        for record in records:
            types |= 1 << min(record[0], 63)
        calls = sum(r[0] == CALL for r in records)
        self.index.append((len(self.out), records[0][1], records[-1][1], len(records), calls))
        self.block(2, b"", summary, [bytes(s) for s in streams], first=records[0][1], last=records[-1][1], types=types,
                   lost=lost, records=len(records), raw=raw, calls=calls)

    def end(self):
        body, offset, first = b"", 0, 0
        for at, begin, last, records, calls in self.index:
            body += varint(at - offset) + varint(begin - first) + varint(last - begin) + varint(records) + varint(calls)
            offset, first = at, begin
        at = len(self.out)
        self.block(3, body)
        self.out += self.pack("Q8s", at, b"TRACEEND")


def main():
    machine = sys.argv[1]
    r = Recording(machine)
    nr = CALLS[machine]
    t0 = 5 * 10**9
    cwd = (1 << 64) - 100

    def chunk(arg, data, addr, out=False):
        return padded(r.pack("BBHIQ", arg, 0x20 if out else 0, 0, len(data), addr) + data)

    def call(ts, name, args, ret, rest=b"", dur=2000, tid=100, kind=CALL, flags=0):
        args = [a & (1 << 64) - 1 for a in args]
        return (kind, t0 + ts, tid, 100, dict(nr=nr[name], args=args, ret=ret, dur=dur, flags=flags), rest)

    # A tracepoint with a number, a name of 16 bytes, an array, and a string of any length behind all that
    description = b"""name: happened
ID: 7
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:int number;\toffset:8;\tsize:4;\tsigned:1;
\tfield:char name[16];\toffset:12;\tsize:16;\tsigned:0;
\tfield:u16 pair[2];\toffset:28;\tsize:4;\tsigned:0;
\tfield:__data_loc char[] text;\toffset:32;\tsize:4;\tsigned:0;
\tfield:unsigned long flags;\toffset:40;\tsize:8;\tsigned:0;

print fmt: "number=%d flags=0x%lx", REC->number, REC->flags
"""
    happened = r.pack("HBBiI16sHHI4xQ", 7, 0, 0, 100, (1 << 32) - 5, b"somebody", 258, 3, 6 << 16 | 48, 0xABC) + b"hello\0"
    program = r.pack("QQQIIIIQQ20xBxH", 0x10000, 0x4000, 0x2000, 5, 2, 8, 1, 42, 0, 0, 12) + b"/bin/program"

    comm = b"program".ljust(16, b"\0")
    r.header()
    r.records([
        (START, t0, 0, 0, None, r.pack("QB7x", 1700000000 * 10**9, r.abi)),
        (TASK, t0, 100, 100, None, r.pack("II16s", 1, 1000, comm)),
        (CWD, t0, 100, 100, None, r.pack("II", 9, 0) + b"/home/far"),
        (FORMAT, t0, 0, 0, None, r.pack("IHHII", 7, 4, 8, len(description), 0) + b"user" + b"happened" + description),
        (MAP, t0, 100, 100, None, program),
        (FD, t0, 100, 100, None, r.pack("iIII184x", 0, 0, 0, 9) + b"/dev/null"),
        call(10000, "openat", [cwd, 0xFFFFE000, 0o2000000, 0], 3, chunk(1, b"data/file", 0xFFFFE000)),
        call(20000, "read", [3, 0xAAAA0000, 64], 5, chunk(1, b"hello", 0xAAAA0000, True)),
        call(30000, "read", [3, 0xAAAA0000, 64], 0, chunk(1, b"", 0xAAAA0000, True)),
        call(40000, "openat", [cwd, 0xFFFFE000, 0, 0], -2, chunk(1, b"/missing", 0xFFFFE000)),
        call(42000, "openat", [cwd, 0xFFFFE000, DIRECT_DIRECTORY[machine], 0], -20, chunk(1, b"data/file", 0xFFFFE000)),
        call(44000, "pipe2", [0xFFFFE000, 0o2000000], 0, chunk(0, r.pack("ii", 5, 6), 0xFFFFE000, True)),
        (EVENT, t0 + 44500, 100, 100, None, r.pack("II", 7, len(happened)) + happened),
        (EVENT, t0 + 44600, 100, 100, None, r.pack("II", 8, len(happened)) + happened),
        (FAULT, t0 + 44700, 100, 100, None, r.pack("QQII", 0x10010, 0x13FF8, 0, 0)),
        (FAULT, t0 + 44800, 100, 100, None, r.pack("QQII", 0x10010, 0x14000, 1, 0)),
        (9999, t0 + 45000, 100, 100, None, b"of a later version"),
    ])
    r.records([
        (FORK, t0 + 50000, 101, 100, None, r.pack("IIII16s", 100, 100, 1, 1, comm)),
        (COMM, t0 + 51000, 101, 100, None, b"worker".ljust(16, b"\0")),
        call(60000, "close", [3], 0, tid=101),
        call(65000, "new", [1, 2, 3, 4, 5, 6], 42, tid=101),
        (SIGNAL, t0 + 70000, 100, 100, None, r.pack("iiiI48x", 15, 0, 0, 1)),
        (LOSS, t0 + 80000, 100, 100, None, r.pack("QQQII", 3, t0 + 71000, t0 + 79000, 0, 0)),
        call(85000, "write", [1, 0xAAAA0000, 3], 3, chunk(1, b"bye", 0xAAAA0000)),
        call(90000, "exit_group", [7], 0, kind=PENDING, flags=4, dur=0),
        (EXIT, t0 + 91000, 101, 100, None, r.pack("II", 7 << 8, 0)),
        (EXIT, t0 + 92000, 100, 100, None, r.pack("II", 7 << 8, 0)),
        (END, t0 + 93000, 0, 0, None, r.pack("QQ", 9, 3)),
    ])
    r.end()
    sys.stdout.buffer.write(r.out)


main()
