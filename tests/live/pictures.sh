# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# Progress of what takes long. Flame graphs, timelines and heat maps: XML; widths and notes agree with the folded stacks and lines of the same recording; hostile names stay text.
. "$here/lib.sh"

cp "$(command -v sleep)" '<b>&"'
cat >run <<'E'
for i in 1 2 3; do cat /etc/passwd /nowhere; done >/dev/null 2>&1
./'<b>&"' 0.1
E
"$TRACE" record -k -o recording sh run 2>err || fail "record: $(cat err)"
"$TRACE" convert --to folded -k recording >folded || fail "folded"
"$TRACE" replay --flame flame.svg recording || fail "flame"
"$TRACE" convert --to flame --weight calls recording >calls.svg || fail "flame by calls"
"$TRACE" convert --to folded --weight off-cpu recording >folded.off 2>err || fail "folded by time off the CPU"
has 'recording was made without --wait' err
"$TRACE" convert --to timeline recording >timeline.svg || fail "timeline"
"$TRACE" convert --to folded -k --weight bytes recording >folded.bytes || fail "folded by bytes"
"$TRACE" replay --flame bytes.svg --weight bytes recording || fail "flame by bytes"
"$TRACE" replay --heat heat.svg recording || fail "heat"
"$TRACE" convert --to heatmap -e %file recording >files.svg || fail "heat map of some calls"
"$TRACE" replay --format json recording >lines
"$TRACE" --heat=live.svg -e clock_nanosleep sleep 0.1 2>err || fail "heat map, live: $(cat err)"
python3 - <<'E' || fail "pictures"
import collections, json, re, xml.etree.ElementTree as xml

S = '{http://www.w3.org/2000/svg}'

def boxes(name):
    root = xml.parse(name).getroot()
    assert not list(root.iter(S + 'script')) and root.get('viewBox')
    return [(g.find(S + 'title').text or '', g.find(S + 'rect').attrib) for g in root.iter(S + 'g')]

threads = collections.Counter()
for line in open('folded'):
    stack, ns = line.rsplit(' ', 1)
    threads[stack.split(';')[0]] += int(ns)
whole = sum(threads.values())
shown = [(title.rsplit(': ', 1), rect) for title, rect in boxes('flame.svg') if rect['class'].startswith('thread')]
assert len(shown) == len(threads) == 3, (shown, threads)
for (name, note), rect in shown:
    ms, calls, share = re.fullmatch(r'([0-9.]+) ms in ([0-9]+) calls, ([0-9.]+) %', note).groups()
    ns = threads[name]
    assert ms == '%d.%03d' % (ns // 1000000, ns // 1000 % 1000) and abs(float(share) - 100 * ns / whole) < 0.01, (name, note, ns)
    assert abs(float(rect['width']) - 1180 * ns / whole) < 1, (rect, ns)
assert '<b>&"' in dict(title for title, _ in shown)
assert any(title.startswith('ENOENT: ') for title, _ in boxes('calls.svg'))
moved = collections.Counter()
for line in open('folded.bytes'):
    stack, n = line.rsplit(' ', 1)
    moved[stack.split(';')[0]] += int(n)
shown = [title.rsplit(': ', 1) for title, rect in boxes('bytes.svg') if rect['class'].startswith('thread')]
assert moved['cat'] > 0 and {name: int(note.split()[0]) for name, note in shown} == {name: n for name, n in moved.items() if n}, (shown, moved)

def cells(name):
    """Calls and failed calls by the limits of their durations."""
    sums = collections.Counter()
    for title, rect in boxes(name):
        low, high, n, failed = re.search(r', (\S+ \S+) to (\S+ ?\S*): ([0-9]+) calls, ([0-9]+) of them fail$', title).groups()
        assert rect['class'][:4] == 'heat' and float(rect['width']) > 0 and float(rect['x']) + float(rect['width']) <= 1190.1, rect
        sums[low] += int(n)
        sums['failed'] += int(failed)
    return sums

def short(ns):
    for unit in 'ns', 'us', 'ms', 's':
        if ns < 1000 or unit == 's':
            return ('%.1f %s' if ns < 10 and unit != 'ns' else '%.0f %s') % (ns, unit)
        ns /= 1000

def row_of(ns):
    low = 2 ** (ns.bit_length() - 1) if ns else 0
    return short(0 if ns < 192 else low * 3 // 2 if ns >= low * 3 // 2 else low)

calls = [c for c in map(json.loads, open('lines')) if c['type'] == 'syscall' and 'dur_ns' in c and 'state' not in c]
want = collections.Counter(row_of(c['dur_ns']) for c in calls)
want['failed'] = sum('errno' in c or 'error' in c for c in calls)
assert cells('heat.svg') == want, (cells('heat.svg'), want)
assert 0 < sum(cells('files.svg').values()) < sum(want.values())
assert sum(cells('live.svg').values()) == 1, cells('live.svg')
lanes = [title for title, rect in boxes('timeline.svg') if rect['class'].startswith('thread') and title]
assert sum('<b>&"' in title for title in lanes) == 1 and len(lanes) == 5, lanes
slept = [title for title, _ in boxes('timeline.svg') if title.startswith('clock_nanosleep, ')]
assert slept and 99 < float(re.search(r'the longest of ([0-9.]+) ms', slept[0]).group(1)) < 60000, slept
E

# Time off the CPU, which is told of with --wait
if "$TRACE" record -q --wait -o waited sh run 2>err; then
	"$TRACE" convert --to folded --weight off-cpu waited >folded.off || fail "folded by time off the CPU"
	"$TRACE" replay --flame off.svg --weight off-cpu waited || fail "flame by time off the CPU"
	"$TRACE" replay --wait --format json waited >waited.json
	python3 - <<'E' || fail "time off the CPU"
import collections, json
want, got = collections.Counter(), collections.Counter()
for line in open('waited.json'):
    o = json.loads(line)
    if o['type'] == 'syscall' and 'wait' in o and o.get('state') != 'unfinished':
        want[o['comm']] += o['wait'].get('blocked_ns', 0) + o['wait'].get('runnable_ns', 0)
for line in open('folded.off'):
    stack, ns = line.rsplit(' ', 1)
    got[stack.split(';')[0]] += int(ns)
assert +got == +want and max(got.values()) > 90e6, (got, want)
assert 'by time in them off the CPU' in open('off.svg').read()
E
	"$TRACE" --format folded --weight off-cpu -e clock_nanosleep -o folded.off sleep 0.1 2>err || fail "live: $(cat err)"
	[ "$(sed -n 's/^sleep;clock_nanosleep //p' folded.off)" -gt 90000000 ] || fail "sleep was not off the CPU: $(cat folded.off)"
fi

# The reader of the output lets the replay wait for more than a second, then records follow. On a terminal without being asked
"$TRACE" record -q -o long "$python" -S -c 'import os
for i in range(20000): os.getppid()'
for when in always never auto; do
	"$TRACE" replay --progress=$when long 2>"said.$when" | { sleep 1.5; cat >/dev/null; }
done
tr '\r' '\n' <said.always | grep -qE '^reading long: [0-9]+ %, [0-9.]+ of [0-9.]+ [kM]B$' || fail "no progress: $(cat said.always)"
[ "$(tail -c 20 said.always | tr '\r' x)" = '                   x' ] || fail "progress is not cleared"
[ ! -s said.never ] && [ ! -s said.auto ] || fail "progress that was not asked for: $(cat said.never said.auto)"
# A statement that takes long before it reads
"$TRACE" query --progress=always long 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000000)
SELECT (SELECT count(*) FROM n) - 12000000, (SELECT count(*) FROM calls WHERE name = "getppid")' >asked 2>said.query
if ! grep -q 'libsqlite3' said.query; then
	has '^ *0 +20000$' asked
	tr '\r' '\n' <said.query | grep -qE '^reading long: [0-9]+ %, [0-9.]+ of [0-9.]+ [kM]B$' || fail "no progress of a query: $(cat said.query)"
	[ "$(tail -c 20 said.query | tr '\r' x)" = '                   x' ] || fail "progress of a query is not cleared"
fi
cat >on.py <<'E'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp('sh', ['sh', '-c', '"$TRACE" replay long | { sleep 1.5; cat >/dev/null; }'])
out = b''
try:
    while more := os.read(fd, 4096):
        out += more
except OSError:
    pass
os.waitpid(pid, 0)
assert b'\rreading long: ' in out and out.endswith(b' \r'), out
E
TRACE="$TRACE" python3 on.py || fail "progress on a terminal"
finish
