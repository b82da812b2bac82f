# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# Flame graphs and timelines: XML; widths and notes agree with the folded stacks of the same recording; hostile names stay text.
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
"$TRACE" convert --to timeline recording >timeline.svg || fail "timeline"
python3 - <<'E' || fail "pictures"
import collections, re, xml.etree.ElementTree as xml

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
lanes = [title for title, rect in boxes('timeline.svg') if rect['class'].startswith('thread') and title]
assert sum('<b>&"' in title for title in lanes) == 1 and len(lanes) == 5, lanes
slept = [title for title, _ in boxes('timeline.svg') if title.startswith('clock_nanosleep, ')]
assert slept and 99 < float(re.search(r'the longest of ([0-9.]+) ms', slept[0]).group(1)) < 60000, slept
E
finish
