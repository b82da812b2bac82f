# SPDX-License-Identifier: BSD-2-Clause
# needs: python3
# Summaries: exact counts, errors and bytes of known calls; percentiles beside the sorted durations of the recording; the same live, from
# calls and from a recording; groups, formats, periods.
. "$here/lib.sh"

cat >work.py <<'EOF'
import os, sys
n = int(sys.argv[1])
r, w = os.pipe()
for i in range(n):
    os.write(w, b"x" * (1 + i % 7))
    os.read(r, 100)
for i in range(n // 10):
    for path in (["/no/such"] * 3 + ["/neither"]):
        try: os.truncate(path, 0)
        except OSError: pass
for i in range(n // 5):
    try: os.lseek(r, 0, 0)
    except OSError: pass
EOF
n=$(or_all 200 2000)
work="$python -S work.py $n"
bytes=$("$python" -c "print(sum(1 + i % 7 for i in range($n)))")

"$TRACE" record -o data -e write,read,truncate,lseek $work >/dev/null 2>err || fail "record: $(cat err)"
"$TRACE" replay --summary --format csv -e write,truncate data >csv 2>err || fail "csv: $(cat err)"
has "^\"write\",$n,0,[0-9]+,.*,$bytes\$" csv
has "^\"truncate\",$((n / 10 * 4)),$((n / 10 * 4)),.*,0\$" csv
"$TRACE" summary --errors -e truncate data >errors 2>err
has "^ *$((n / 10 * 4)) +ENOENT  /no/such\$" errors
"$TRACE" summary --by errno,syscall -e truncate,write --sort name data >errno
has "^ *$((n / 10 * 4)) +$((n / 10 * 4)) .* ENOENT\$" errno
has "^ *$n .* $bytes    *write\$" errno
"$TRACE" replay --summary --format json data >json
"$TRACE" replay --format json data >lines
python3 - "$n" <<'EOF' || fail "percentiles, or JSON"
import json, math, sys
durs, bad = {}, 0
for line in open("lines"):
    o = json.loads(line)
    if o["type"] == "syscall" and "dur_ns" in o and o.get("state") != "unfinished":
        durs.setdefault(o["name"], []).append(o["dur_ns"])
sums = {o["by"]["syscall"]: o for o in map(json.loads, open("json"))}
for name, all in durs.items():
    all.sort()
    s = sums[name]
    exact = {"min_ns": all[0], "max_ns": all[-1], "total_ns": sum(all), "calls": len(all), "avg_ns": sum(all) // len(all)}
    for key, want in exact.items():
        if s[key] != want:
            bad += 1
            print(name, key, s[key], "not", want)
    for p in 50, 90, 99:
        want = all[math.ceil(len(all) * p / 100) - 1]
        if abs(s["p%d_ns" % p] - want) > 0.03 * want:
            bad += 1
            print(name, p, s["p%d_ns" % p], "not", want)
    mean = sum(all) / len(all)
    dev = math.sqrt(sum((d - mean) ** 2 for d in all) / len(all))
    if abs(s["stddev_ns"] - dev) > 1 + dev / 1000:
        bad += 1
        print(name, "stddev", s["stddev_ns"], dev)
if not durs:
    bad += 1
sys.exit(bad > 0)
EOF

# Live beside the recording of the same run: all numbers of the innermost groups
numbers() { sed 's/"ts_ns":"[0-9]*",//' "$1" | sort; }
"$TRACE" --summary --by thread,syscall --errors --format json -o live --also-record both $work >/dev/null 2>err || fail "live: $(cat err)"
"$TRACE" replay --by thread,syscall --errors --format json both >replayed
numbers live >live.sorted
numbers replayed | cmp -s - live.sorted || { fail "live and replayed differ"; numbers replayed | diff - live.sorted | head -n 4; }

# Narrow: columns are left out, bars are shorter; all columns are in files
narrower() { [ "$(awk '{ n = length > n ? length : n } END { print n }' "$2")" -le "$1" ] || { fail "wider than $1"; cat "$2"; }; }
"$TRACE" summary --width 80 data >narrow
narrower 80 narrow
has '^ *calls  errors .* p99\(us\) .* time .* syscall$' narrow
hasnt 'stddev' narrow
"$TRACE" summary --width 60 --sort stddev --by thread,syscall data >narrow
narrower 60 narrow
has '^ *calls .* stddev\(us\) .* thread, syscall$' narrow
"$TRACE" summary --width 40 data >narrow
narrower 40 narrow
has "^ *$n .*  write\$" narrow
"$TRACE" summary data >wide
has 'min\(us\) .* stddev\(us\) .* bytes  syscall$' wide
"$TRACE" replay --histogram --width 80 -e write data >narrow
narrower 80 narrow
has '^\[.*\|@+ *\|$' narrow
"$TRACE" replay --heat --width 60 data >narrow
narrower 60 narrow
[ "$(awk '$1 ~ /^[0-9]/ { n += $2 } END { print n }' narrow)" = "$("$TRACE" replay --heat data | awk '$1 ~ /^[0-9]/ { n += $2 } END { print n }')" ] || fail "narrow heat map"

# That a recording was read in part is told: it is interrupted once it is open, sooner or later before it ends
"$TRACE" record -o large dd if=/dev/zero of=/dev/null bs=1 count="$(or_all 50000 500000)" 2>/dev/null
reads() {
	ls -l /proc/$tracer/fd 2>/dev/null | grep -q "$PWD/large"
}
is_interrupted() {
	"$TRACE" summary large large large large large large large large large large large large >part 2>err &
	tracer=$!
	while kill -0 $tracer 2>/dev/null && ! reads; do
		:
	done
	sleep "$delay"
	delay=$(awk -v d="$delay" 'BEGIN { print d > 2 ? 0.1 : d * 1.5 }')
	kill -INT $tracer 2>/dev/null
	wait $tracer
	grep -qE 'interrupted: the output is of the first [0-9]+ % of what was to be read$' err
}
delay=0.1
until_true 60 is_interrupted || fail "a summary is interrupted, and does not say so: $(cat err)"

# -s is the summary; with a number the length of strings
"$TRACE" -s -e write -o short $work >/dev/null 2>err || fail "-s: $(cat err)"
"$TRACE" -sf -e write -o clustered $work >/dev/null 2>err || fail "-sf: $(cat err)"
"$TRACE" replay -s -e write both >again 2>err || fail "replay -s: $(cat err)"
for file in short clustered again; do
	has "^ *$n .* $bytes  write\$" $file
	hasnt 'write\(' $file
done
for limit in '-s 3' -s3; do
	"$TRACE" $limit -e write -o out $work >/dev/null 2>err || fail "$limit: $(cat err)"
	has 'write\(.*"xxx"\.\.\.' out
	hasnt ' write$' out
done

# Lines, then the summary; histograms; periods
"$TRACE" -S -e write -o lines $work >/dev/null 2>err
has "^ *[0-9.]+ \( *[0-9.]+ ms\): .*write\(fd: [0-9]+.*\) += 1\$" lines
has "^ *$n .* $bytes  write\$" lines
"$TRACE" replay --histogram -e write data >bars
has "^write: $n calls, 0 errors; duration in ns\$" bars
has "^\[[0-9]+K?, [0-9]+K?\) +[0-9]+ \|@+ *\|\$" bars
has "^min [0-9.]+ us, avg [0-9.]+ us, p50 [0-9.]+ us" bars
"$TRACE" replay --interval 0.001 -e write --format csv data >periods
[ "$(awk -F, 'NR > 1 { n += $3 } END { print n }' periods)" = "$n" ] || fail "periods do not add up to $n"
"$TRACE" replay --heat -e write data >heat
[ "$(awk '$1 ~ /^[0-9]/ { sum += $2 } END { print sum }' heat)" = "$n" ] || fail "heat map of $n calls: $(cat heat)"

for bad in '--by nothing' '--histogram --summary' '--histogram --format csv' '--sort no' '--interval 0' '--format chrome --top 3' '--heat --top 3' '--heat --errors' '--histogram --errors' \
	'--errors --format csv' '--summary -k'; do
	status 125 "$TRACE" replay $bad data >/dev/null
done
finish
