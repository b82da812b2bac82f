# SPDX-License-Identifier: BSD-2-Clause
"""decoding.py STRACE TRACE - what of the lines of strace -f -v is also in the JSON of the same calls.

Prints a line `KIND<tab>found<tab>all` for constants, strings and fields (of structures, and arguments that strace names), then
`miss<tab>KIND<tab>call<tab>token` for each that is not found. Of a line each token counts once. Calls are the same if they are a thread's Nth of
their name of the same program.

Left out: the dynamic linker's calls, what the program writes to its standard output, comments, results, calls that strace shows no end of, and what
the tables below name, each with its reason.
"""
import collections
import json
import re
import sys

from compare import NAME, STRING, parse, split_strace

FIELD = re.compile(r"[{ (\[]([a-z_][a-z0-9_]*)=")
STARTS = {"execve", "execveat", "exit", "exit_group"}

# What is there under another name.
SAME = {
    "RLIM64_INFINITY": "RLIM_INFINITY", "PTRACE_PEEKUSER": "PTRACE_PEEKUSR", "PTRACE_POKEUSER": "PTRACE_POKEUSR",
    "FUTEX_32": "FUTEX2_SIZE_U32", "PR_MTE_TCF_MASK": "PR_MTE_TCF_SYNC",
    "SO_TIMESTAMP_OLD": "SO_TIMESTAMP", "SO_TIMESTAMPNS_OLD": "SO_TIMESTAMPNS", "SO_TIMESTAMPING_OLD": "SO_TIMESTAMPING",
    "SO_RCVTIMEO_OLD": "SO_RCVTIMEO", "SO_SNDTIMEO_OLD": "SO_SNDTIMEO",
    # times of files are one field of seconds and nanoseconds
    "st_atime_nsec": "st_atime", "st_ctime_nsec": "st_ctime", "st_mtime_nsec": "st_mtime",
}
SAME_IN = {
    # the members of a union or of a structure with one member are its value
    ("epoll_ctl", "u32"): "data", ("epoll_ctl", "u64"): "data", ("statfs", "val"): "f_fsid", ("fstatfs", "val"): "f_fsid",
    # arguments have the kernel's names
    ("clone", "flags"): "clone_flags",
    ("futex_waitv", "FUTEX_PRIVATE_FLAG"): "FUTEX2_PRIVATE",
}
# Notation of strace's: macros whose arguments are what counts, numbers in a field of bits, bits that are not set.
MACROS = re.compile(r"\b(?:KERNEL_VERSION|IOPRIO_PRIO_VALUE|inet_pton)\((?:AF_INET6?, )?|<<[A-Z_]+_SHIFT\b|!PR_TAGGED_ADDR_ENABLE\b|MAP_FILE\b")
# Members of union bpf_attr, which the command chooses: their fields stand in the attributes themselves.
BPF_MEMBERS = {"link_create", "link_update", "batch", "query", "test", "raw_tracepoint", "task_fd_query", "info", "iter_create", "prog_bind_map"}
# waitid(2) writes nothing there: what strace shows is what was there before.
NOT_WRITTEN = {("waitid", "si_utime"), ("waitid", "si_stime")}

# Classic BPF: strace's statements, and the text of the same instructions.
STATEMENT = re.compile(r"BPF_(?:STMT|JUMP)\(([^,()]*)[^()]*\)")
PARTS = {"BPF_LD": r"ld", "BPF_LDX": r"ldx", "BPF_ST": r"st\b", "BPF_STX": r"stx", "BPF_RET": r"ret", "BPF_JMP": r"j", "BPF_B": r"ldx?b",
         "BPF_H": r"ldh", "BPF_W": r"(?:ldx?|stx?)\b", "BPF_K": r"#", "BPF_ABS": r"\[|\bld[bh]? \w+$", "BPF_IND": r"\[x", "BPF_LEN": r"len", "BPF_MSH": r"4\*",
         "BPF_MEM": r"M\[", "BPF_IMM": r"#", "BPF_X": r"\bx\b|tax|txa", "BPF_A": r"\ba\b", "BPF_ALU": r"\w+", "BPF_MISC": r"tax|txa", "BPF_TAX": r"tax",
         "BPF_TXA": r"txa", "BPF_JA": r"jmp|ja\b", "BPF_JEQ": r"jeq|jne", "BPF_JGT": r"jgt|jle", "BPF_JGE": r"jge|jlt", "BPF_JSET": r"jset"}


class Shown:
    """What a call's JSON has: names of constants, strings, keys; names that a set lacks, and of which kind its other ones are."""
    def __init__(self, line):
        self.names = set(NAME.findall(line))
        self.strings, self.cut, self.keys, self.all_but = set(), [], set(), []
        self.value(json.loads(line)["args"])

    def value(self, v):
        if isinstance(v, dict):
            self.keys.update(v)
            self.bytes(v)
            if v.get("inverted"):
                self.all_but.append(set(NAME.findall(json.dumps(v["set"]))))
            for x in v.values():
                self.value(x)
        elif isinstance(v, list):
            for x in v:
                self.value(x)
        elif isinstance(v, str):
            self.strings.add(v.encode())

    def bytes(self, v):
        s = bytes.fromhex(v["bytes"]) if isinstance(v.get("bytes"), str) else str(v.get("string", "")).encode()
        self.strings.add(s)
        if v.get("truncated"):
            self.cut.append(s)

    def has_string(self, s):
        if s.endswith(b"..."):
            return any(x.startswith(s[:-3]) for x in self.strings)
        return s in self.strings or any(s.startswith(x) for x in self.cut)

    def has_constant(self, c):
        prefix = c[:c.index("_", 1) + 1]
        return c in self.names or any(c not in lacks and any(x.startswith(prefix) for x in lacks) for lacks in self.all_but)


def read_trace(path):
    """By thread, number of its execve calls that succeeded, and name: the lines of its calls."""
    calls, programs = collections.defaultdict(list), collections.Counter()
    with open(path, encoding="utf-8") as f:
        for line in f:
            m = re.match(r'\{"type":"syscall",.*?"tid":(\d+),.*?"name":"(\w+)"', line)
            if not m:
                continue
            tid, name = int(m.group(1)), m.group(2)
            programs[tid] += name == "execve" and '"ret":0' in line[-20:]
            calls[tid, programs[tid], name].append(line)
    return calls


def tokens(call):
    text = STRING.sub(b'""', call.args).decode("latin1")
    text = MACROS.sub("", re.sub(r"/\*.*?\*/", "", text))
    for kind in set("|".join(STATEMENT.findall(text)).split("|")) - {""}:
        yield "constants", kind
    text = STATEMENT.sub("", text)
    for c in set(NAME.findall(text)):
        yield "constants", re.sub(r"^RT_(?=\d)", "SIGRT_", c)      # within sets, strace leaves SIG out
    for s in set(call.strings()):
        if s not in (b"", b"..."):
            yield "strings", s
    for f in set(FIELD.findall(text)):
        if (call.name, f) not in NOT_WRITTEN and not (call.name == "bpf" and f in BPF_MEMBERS):
            yield "fields", f


def has(shown, name, kind, token):
    token = SAME_IN.get((name, token), SAME.get(token, token))
    if kind == "strings":
        return shown.has_string(token)
    if token in PARTS:
        return any(re.search(PARTS[token].encode(), s) for s in shown.strings)
    return token in shown.keys if kind == "fields" else shown.has_constant(token)


def is_left_out(call):
    return call.name in STARTS or call.ret == "?" or call.name == "write" and call.args.startswith(b"1, ")


def compare(theirs, ours):
    """Yields a kind, a call, a token, and whether it was found."""
    linked = False
    for tid, calls in theirs.items():
        seen, programs = collections.Counter(), 0
        for call in calls:
            programs += call.name == "execve" and call.ret == "0"
            key = tid, programs, call.name
            n, same = seen[key], ours.get(key, ())
            seen[key] += 1
            if linked and not is_left_out(call):
                shown = Shown(same[n]) if n < len(same) else None
                for kind, token in tokens(call):
                    yield kind, call.name, token, shown and has(shown, call.name, kind, token)
            linked = linked or call.name == "munmap"        # of the cache of libraries, the linker's last call


def main():
    with open(sys.argv[1], "rb") as f:
        theirs = parse(f.read().splitlines(), split_strace)
    found, total, missing = collections.Counter(), collections.Counter(), []
    for kind, name, token, there in compare(theirs, read_trace(sys.argv[2])):
        total[kind] += 1
        found[kind] += bool(there)
        if not there:
            missing.append((kind, name, token if isinstance(token, str) else repr(token)[1:]))
    for kind in total:
        print(kind, found[kind], total[kind], sep="\t")
    for what in missing:
        print("miss", *what, sep="\t")


main()
