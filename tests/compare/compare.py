# SPDX-License-Identifier: BSD-2-Clause
"""compare.py STRACE TRACE - compares strace -f -s 64 and trace --prefix --string-limit 64 on two runs of one program.

Per thread: the same calls in the same order, with the same results; strings and names of constants that strace shows,
trace shows too. Values that differ from run to run are masked. Prints the remaining differences, and fails if there are any.
"""
import collections
import difflib
import re
import sys

# Results that are addresses, processes, times, or depend on the machine's load.
VARYING = set("""mmap brk mremap shmat clone clone3 fork vfork wait4 waitid getpid gettid getppid getpgrp getpgid getsid setsid
set_tid_address time times futex poll ppoll select pselect6 epoll_wait epoll_pwait restart_syscall getrandom sysinfo
sched_getaffinity rt_sigreturn""".split())
# Their arguments have such values, too.
VARYING_ARGS = {"getrandom", "uname", "sysinfo", "getrusage", "clone", "clone3", "wait4"}
# Calls whose number depends on timing; mkstemp(3) gets random bytes only if the clock's value is unsuitable.
UNSTEADY = {"futex", "getrandom", "restart_syscall", "sched_yield", "rt_sigreturn"}

STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"(\.\.\.)?')
ESCAPE = re.compile(rb'\\(?:([0-7]{1,3})|x([0-9a-f]{2})|(.))')
SIMPLE = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"v": b"\v", b"f": b"\f", b"a": b"\a", b"b": b"\b"}
NAME = re.compile(r'\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b')


def unescape(s):
    def one(m):
        if m.group(1):
            return bytes([int(m.group(1), 8) & 255])
        if m.group(2):
            return bytes([int(m.group(2), 16)])
        return SIMPLE.get(m.group(3), m.group(3))
    return ESCAPE.sub(one, s)


class Call:
    def __init__(self, name, args, ret):
        self.name, self.args, self.ret = name, args, ret.strip()

    def strings(self):
        found = []
        for m in STRING.finditer(self.args):
            found.append(unescape(m.group(1)) + (b"..." if m.group(2) else b""))
        return found

    def names(self):
        text = STRING.sub(b"", self.args).decode("latin1")
        text = re.sub(r'<[^<>]*>|/\*.*?\*/', "", text)
        return sorted(set(NAME.findall(text)))

    def result(self):
        ret = self.ret
        if ret.startswith("-1"):
            return ret.split("(")[0].strip()
        if ret.startswith("?"):
            m = re.match(r"\? (E\w+)", ret)
            return "-1 " + m.group(1) if m else "?"
        if self.name in VARYING or self.merges():
            return "*"
        m = re.match(r"(?:0x[0-9a-f]+|\d+) \((?:flags )?([A-Z][A-Z0-9_|]*)\)", ret)    # comments on numbers: trace has only the names
        if m:
            return m.group(1)
        return re.sub(r"^0+$", "0", re.match(r"\S*", re.sub(r"<.*", "", ret)).group(0))     # octal: umask(022) = 000

    def merges(self):
        """Several consecutive calls count as one: a pipe's reader may get all data at once, or in pieces."""
        return self.name == "wait4" or self.name == "read" and re.match(rb"(fd: )?0\b", self.args)

    def key(self):
        return self.name, self.result()

    def __str__(self):
        return "%s(%s) = %s" % (self.name, self.args.decode("utf-8", "replace"), self.ret)


def normal_hex(ret):
    m = re.match(r"0x([0-9a-f]+)(.*)", ret)
    return str(int(m.group(1), 16)) + m.group(2) if m else ret


def parse(lines, split):
    """Threads by tid: lists of calls, with halves of interrupted lines joined."""
    threads, open_half = collections.OrderedDict(), {}
    for line in lines:
        at = split(line)
        if not at:
            continue
        tid, text = at
        calls = threads.setdefault(tid, [])
        if text.startswith((b"---", b"+++", b"LOST", b"#")):
            continue
        m = re.match(rb"<\.\.\. (\w+) resumed>,?\s?(.*)", text, re.S)
        if m and tid in open_half:
            text = open_half.pop(tid) + b" " + m.group(2)
        if text.rstrip().endswith(b"<unfinished ...>"):
            open_half[tid] = text.rstrip()[:-len(b"<unfinished ...>")].rstrip()
            continue
        call = finish(text)
        if call:
            calls.append(call)
    for tid, text in open_half.items():
        call = finish(text + b") = ?")
        if call:
            threads[tid].append(call)
    return threads


def finish(text):
    m = re.match(rb"(\w+)\((.*)\)\s+= (.*)$", text, re.S)
    if not m:
        return None
    args, ret = m.group(2), m.group(3)
    # a string with ") = " in it: the last one outside of strings counts
    whole = STRING.sub(lambda s: b"_" * len(s.group(0)), text)
    at = max(whole.rfind(b") = "), *(p.start() for p in re.finditer(rb"\)\s+= ", whole)))
    args, ret = text[text.index(b"(") + 1:at], text[at:].lstrip(b") ").lstrip(b"= ")
    return Call(m.group(1).decode(), args, ret.decode("utf-8", "replace"))


def split_strace(line):
    m = re.match(rb"(\d+)\s+(.*)", line, re.S)
    return (int(m.group(1)), m.group(2)) if m else None


def split_trace(line):
    m = re.match(rb"\s*-?[0-9.]+: [^/]*/(\d+) (.*)", line, re.S)
    return (int(m.group(1)), m.group(2)) if m else None


def tree(threads):
    """Names that are the same in both: the first thread, its first child..."""
    names = {}

    def visit(tid, name):
        names[tid] = name
        n = 0
        for call in threads.get(tid, ()):
            m = re.match(r"(\d+)", call.ret)
            if call.name in ("clone", "clone3", "fork", "vfork") and m and int(m.group(1)):
                n += 1
                if int(m.group(1)) not in names:
                    visit(int(m.group(1)), "%s.%d" % (name, n))

    for tid in threads:
        visit(tid, "main")
        break
    return {name: threads.get(tid, []) for tid, name in names.items()}


def mask(strings):
    """Masks numbers that differ from run to run: of processes, inodes, temporary files."""
    return [re.sub(rb"(?<=[^a-z])[A-Za-z0-9_]{6,}(?=\.(s|o|res|c|le|ld)\b)|[0-9a-f]{8,}|\d{3,}|tmp\w+", b"#", s) for s in strings]


def steady(calls):
    kept = []
    for c in calls:
        if c.name in UNSTEADY or kept and c.merges() and kept[-1].key() == c.key():
            continue
        kept.append(c)
    return kept


def subsequence(small, large):
    it = iter(large)
    return all(any(x == y for y in it) for x in small)


# strace's names that trace writes as several, and the reverse
SAME = {
    "FUTEX_WAIT_PRIVATE": ["FUTEX_WAIT", "FUTEX_PRIVATE_FLAG"],
    "FUTEX_WAKE_PRIVATE": ["FUTEX_WAKE", "FUTEX_PRIVATE_FLAG"],
    "FUTEX_WAIT_BITSET_PRIVATE": ["FUTEX_WAIT_BITSET", "FUTEX_PRIVATE_FLAG"],
    "RLIM64_INFINITY": ["RLIM_INFINITY"],
    "RT_1": ["SIGRT_1"],		# within sets strace leaves the prefix out
    "S_ISVTX": [], "S_ISUID": [], "S_ISGID": [],	# part of the octal number: 01777
}


def missing_names(a, b):
    have = set(b.names())
    lack = []
    for n in a.names():
        if not all(x in have for x in SAME.get(n, [n])):
            lack.append(n)
    return lack


def compare(strace, trace, out):
    total = bad = strings = 0
    for name in sorted(set(strace) | set(trace)):
        a, b = steady(strace.get(name, [])), steady(trace.get(name, []))
        ka = [(n, normal_hex(r)) for n, r in map(Call.key, a)]
        kb = [(n, normal_hex(r)) for n, r in map(Call.key, b)]
        total += len(a)
        for op, i, j, k, l in difflib.SequenceMatcher(None, ka, kb, autojunk=False).get_opcodes():
            if op != "equal":
                for c in a[i:j]:
                    out("%s: only strace: %s" % (name, c))
                for c in b[k:l]:
                    out("%s: only trace:  %s" % (name, c))
                bad += max(j - i, l - k)
                continue
            for x, y in zip(a[i:j], b[k:l]):
                if x.name in VARYING_ARGS or x.merges():
                    continue
                want, have = mask(x.strings()), mask(y.strings())
                strings += len(want)
                lack = missing_names(x, y)
                if not subsequence(want, have):
                    out("%s: strings: %s\n        trace: %s" % (name, x, y))
                    bad += 1
                elif lack:
                    out("%s: names %s: %s\n        trace: %s" % (name, " ".join(lack), x, y))
                    bad += 1
    return total, bad, strings


def main():
    with open(sys.argv[1], "rb") as f:
        strace = tree(parse(f.read().splitlines(), split_strace))
    with open(sys.argv[2], "rb") as f:
        trace = tree(parse(f.read().splitlines(), split_trace))
    shown = []
    total, bad, strings = compare(strace, trace, shown.append)
    for line in shown[:40]:
        print(line[:400])
    print("%d calls in %d threads, %d strings: %d differences" % (total, len(strace), strings, bad))
    return 1 if bad or not total or not strings else 0


if __name__ == "__main__":
    sys.exit(main())
