#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""
lines.py THEIRS OURS - compares what strace and `trace strace` wrote with -f -o FILE, thread by thread, byte for byte.

Before, what differs between two runs of a program is masked: times, inode numbers, random bytes. IDs of traced threads are compared by
the threads' order; a number that is the same in both lines need not be one. Then there are differences with a reason, which are few:

- strace writes a call in two halves if another thread's line comes in between; trace writes it when it returns. Halves are joined.
- The first lines, of setarch before it executes the program, are of the tracer's own fork.
- Between the same two calls a thread may be scheduled differently: a futex call more or less. Calls that wait for others (futex,
  restart_syscall) are left out.
- mkstemp draws a random number from the kernel if the one that it makes from the time cannot be used, which is 1 in 22: getrandom calls for 8
  bytes are left out.
- Which child wait4 reports first, and whether two children's SIGCHLD merge into one, depends on the scheduler: of each thread's SIGCHLD the
  first is compared.
- strace names the symbol before an address in a call stack even if it is far away, and of several at one address another one: addresses
  are compared.
"""
import difflib, re, sys

PREFIX = r'(\[ *(\d+|[0-9a-f?]+)\] )*'
WAITS = PREFIX + r'(futex|restart_syscall|sched_yield|rt_sigreturn)\('
DRAWS = re.compile(PREFIX + r'getrandom\("([^"\\]|\\.)*", 8,')
MASKS = (
    (re.compile(r'(st_[amc]time)=\d+( /\*.*?\*/)?, \1_nsec=\d+'), r'\1=TIME'),
    (re.compile(r'(stx_[a-z]+=)\{tv_sec=-?\d+, tv_nsec=\d+\}( /\*.*?\*/)?'), r'\1TIME'),
    (re.compile(r'tv_sec=-?\d+, (tv_[nu]sec)=\d+'), r'tv_sec=N, \1=N'),
    (re.compile(r' /\* \d{4}-\d\d-\d\dT[^*]*\*/'), ''),
    (re.compile(r'(si_[us]time)=\d+( /\*.*?\*/)?'), r'\1=N'),
    (re.compile(r'(_ino|st_dev|stx_mnt_id|d_ino|d_off|f_bfree|f_bavail|f_ffree|f_files|f_blocks|inode)=(makedev\([^)]*\)|0x[0-9a-f]+|\d+)'), r'\1=N'),
    (re.compile(r'(getrandom\()"([^"\\]|\\.)*"'), r'\1BYTES'),
    (re.compile(r'(socket|pipe|anon_inode):\[\d+\]'), r'\1:[N]'),
    (re.compile(r'\\x73\\x6f\\x63\\x6b\\x65\\x74\\x3a\\x5b(\\x3\d)+\\x5d'), 'socket:[N]'),
    (re.compile(r'(TCP|UDP|UNIX-STREAM|UNIX-DGRAM|NETLINK|UNIX):\[[^]]*\]'), r'\1:[…]'),
    (re.compile(r'htons\(\d{4,5}\)'), 'htons(N)'),
    (re.compile(r'"(\d{5,6})"'), '"N"'),
    (re.compile(r' <\d+\.\d+>(\0?)$'), r' <N>\1'),
    (re.compile(r'\[[0-9a-f]{16}\] (?=execve)'), '[IP] '),
    (re.compile(r'(execve\()0x[0-9a-f]+, 0x[0-9a-f]+, 0x[0-9a-f]+\)'), r'\1ENV)'),
    (re.compile(r'(execve\(.*, )0x[0-9a-f]+( /\* \d+ vars)'), r'\1ENV\2'),
    (re.compile(r'(getppid\(\) +=) \d+'), r'\1 N'),
    (re.compile(r'sysinfo\(\{.*\}\)'), 'sysinfo(…)'),
    (re.compile(r'/tmp/cc\w{6}'), '/tmp/ccNNNNNN'),
    (re.compile(r'^( > [^(]*)\(.*\) (\[0x)'), r'\1(SYMBOL) \2'),
    (re.compile(r'((set_tid_address|getp?pid|gettid)\([^)]*\) +=) (0x[0-9a-f]+|\d+)'), r'\1 N'),
    (re.compile(r'(wait4\(-1, .*=) \d+'), r'\1 PID'),
    (re.compile(r'(SIGCHLD .* si_pid=)\d+'), r'\1PID'),
)
TIME = re.compile(r'^ *(\(\+ +[0-9.]+\)|\d+\.\d{6}|\d\d:\d\d:\d\d\.\d{6})( \(\+ +[0-9.]+\))? ')


def threads(path):
    """The lines of each thread, in the order of their first lines; halves joined. Without IDs all are of one thread."""
    order, lines, half = [], {}, {}
    with open(path, encoding='latin-1') as f:
        tid = '0'
        for line in f:
            m = re.match(r'(\d+) +(?=\S)', line)
            if m:
                tid = m.group(1)
            rest = TIME.sub('', line.rstrip('\n')[m.end() if m else 0:])
            if tid not in lines:
                lines[tid] = []
                order.append(tid)
            resumed = re.match(r'<\.\.\. \w+ resumed>', rest)
            if rest.endswith(' <unfinished ...>'):
                half[tid] = rest[:-len(' <unfinished ...>')]
                continue
            if resumed and tid in half:
                rest = half.pop(tid).rstrip(' ') + rest[resumed.end():] if rest[resumed.end():].startswith((')', ',')) \
                    else half.pop(tid) + rest[resumed.end():]
                rest = re.sub(r'\) +(= [^=]*)$', r') \1', rest) + '\0'
            lines[tid].append(rest)
    for tid, rest in half.items():
        lines[tid].append(rest + '\0')
    return [(tid, lines[tid]) for tid in sorted(order, key=int)]


def masked(text):
    for mask, by in MASKS:
        text = mask.sub(by, text)
    return text


def own(lines):
    """The lines of the program itself: after the second execve, that of setarch."""
    at = [i for i, line in enumerate(lines) if re.match(PREFIX + r'execve\(', line) and re.search(r'= 0( <[0-9.]+>)?\0?$', line)]
    return lines[at[1] if len(at) > 1 else 0:]


def first_child(lines):
    """The lines with the first SIGCHLD at their end."""
    signals = [line for line in lines if line.startswith('--- SIGCHLD ')]
    return [line for line in lines if line not in signals] + signals[:1]


def kept(path):
    """The lines of each thread that are compared, and the order of each ID."""
    all_of = threads(path)
    result = []
    for i, (_, lines) in enumerate(all_of):
        lines = own(lines) if i == 0 else lines
        result.append([masked(line) for line in first_child(lines) if not re.match(WAITS, line) and not DRAWS.match(line)])
    return result, {tid: i for i, (tid, _) in enumerate(all_of)}


NUMBER = re.compile(r'(?<![\w.])(\d+)(?!\w)')


def unpadded(line):
    return re.sub(r'\) +(= [^=]*)$', r') \1', line.rstrip('\0'))


def same(a, b, ids_a, ids_b):
    """A joined line has no padding of its own; elsewhere it may differ by the digits of IDs."""
    if a == b:
        return True
    if a.endswith('\0') or b.endswith('\0'):
        a, b = unpadded(a), unpadded(b)
    ids = [(x, y) for x, y in zip(NUMBER.findall(a), NUMBER.findall(b)) if x != y]
    if any(x not in ids_a or ids_a[x] != ids_b.get(y) for x, y in ids):
        return False
    if any(len(x) != len(y) for x, y in ids):
        a, b = unpadded(a), unpadded(b)
    return NUMBER.sub('N', a) == NUMBER.sub('N', b)


def main():
    (theirs, ids_a), (ours, ids_b) = kept(sys.argv[1]), kept(sys.argv[2])
    compared = differ = 0
    if len(theirs) != len(ours):
        print('strace saw %d threads, trace %d' % (len(theirs), len(ours)))
        differ += 1
    for i, (a, b) in enumerate(zip(theirs, ours)):
        compared += len(a)
        if len(a) == len(b) and all(same(x, y, ids_a, ids_b) for x, y in zip(a, b)):
            continue
        names = [[re.split(r'[(\0]', x)[0] for x in lines] for lines in (a, b)]
        for op, a0, a1, b0, b1 in difflib.SequenceMatcher(None, *names, autojunk=False).get_opcodes():
            pairs = zip(a[a0:a1], b[b0:b1]) if op == 'equal' else [('\n'.join(a[a0:a1]), '\n'.join(b[b0:b1]))]
            for x, y in pairs:
                if not same(x, y, ids_a, ids_b):
                    differ += 1
                    print('thread %d\n- %s\n+ %s' % (i, x.rstrip('\0'), y.rstrip('\0')))
    if not compared:
        print('nothing was compared')
    print('%d lines compared, %d differ' % (compared, differ))
    return 1 if differ or not compared else 0


sys.exit(main())
