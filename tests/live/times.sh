# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# The first column: its origin and its formats.
. "$here/lib.sh"

"$TRACE" record -o data sh -c 'cd /; sleep 0.05; cd /tmp; exit 3' 2>err
status 0 "$TRACE" replay -o all data

# A call's time does not depend on the selection, and --from and --until accept it.
when() {
	sed -n 's/^ *\([0-9.]*\) .*chdir([^"]*"\/tmp.*/\1/p' "$1"
}
at=$(when all)
[ -n "$at" ] || fail "no chdir"
for options in '-e chdir' '-e chdir --duration 0' '--path /tmp' "--from $(echo "$at" | awk '{ printf "%.6f", $1 / 1000 - 0.00001 }')" \
	"--from 0.03 --until $(echo "$at" | awk '{ printf "%.6f", $1 / 1000 + 0.00001 }')"; do
	# shellcheck disable=SC2086
	status 0 "$TRACE" replay -o some $options data
	[ "$(when some)" = "$at" ] || { fail "chdir is at '$(when some)' with $options, not at $at"; head -n 3 some; }
done
hasnt '^ *0.000 ' all
status 0 "$TRACE" replay --from 1000 --format json -o out data
first=$(sed -n '1s/.*"ts_ns":"\([0-9]*\)".*/\1/p' out)
status 0 "$TRACE" replay --format json -o out data
[ "$first" = "$(sed -n '1s/.*"ts_ns":"\([0-9]*\)".*/\1/p' out)" ] || fail "the start is at another time where nothing is shown"

# With the date, in seconds since the Epoch, and since the previous line.
TZ=UTC0 status 0 "$TRACE" replay -TT -e chdir -o out data
has "^$(date -u -d "@${first%?????????}" +%Y-%m-%d 2>/dev/null || date -u +%Y-%m-%d) [0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{6} " out
status 0 "$TRACE" replay --epoch -e chdir -o out data
has '^[0-9]{10}\.[0-9]{6} ' out
status 0 "$TRACE" replay -r -e chdir -o out data
[ "$(awk '{ s += $1 } END { printf "%.0f", s }' out)" = "$(awk '{ s = $1 } END { printf "%.0f", s }' all)" ] ||
	fail "times since the line before do not sum up to the last line's"

# Calls in progress when tracing began are shown with that time.
mkfifo pipe
cat pipe >/dev/null &
reader=$!
# shellcheck disable=SC2317 # called by until_true
waits() {
	grep -qx cat /proc/$reader/comm && grep -Eq '^(257|56) 0x' /proc/$reader/syscall	# openat on x86-64, on arm64
}
until_true 10 waits || fail "cat does not wait"
rm -f out
"$TRACE" -o out -p $reader 2>err &
tracer=$!
until_true 20 grep -q unfinished out || fail "what cat waits in is not shown"
: >pipe
wait $reader
wait $tracer
has '^ +[0-9.]+ \( +\): .*unfinished' out
hasnt '^ *-' out
finish
