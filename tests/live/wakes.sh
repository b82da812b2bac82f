# SPDX-License-Identifier: BSD-2-Clause
# --wait: many ways to wait, each with the split of the time that the program has measured itself, within 5 %, and the waker that it knows.
. "$here/lib.sh"

wakes=$(realpath "$(program wakes)")

# split_of NAME WALL CPU QUEUED, in microseconds, and the call's line on standard input: says what differs. On a loaded machine the program is
# preempted between the call and its own clocks, too: the test tries again then.
split_of() {
	awk -v name="$1" -v wall="$2" -v cpu="$3" -v queued="$4" -v slow="$([ -n "${CC:-}" ] && echo 1 || echo "$PATIENCE")" '
	function off(a, b) { return a > b ? a - b : b - a }
	function compare(what, got, want) {
		if (off(got, want / 1000) > room)
			printf "%s: %.3f ms %s, not %.3f: %s\n", name, got, what, want / 1000, $0
	}
	{
		match($0, /\([0-9.]+ ms: [0-9.]+ on CPU, [0-9.]+ runnable, [0-9.]+ blocked/)
		split(substr($0, RSTART + 1, RLENGTH - 1), w, / ms: | on CPU, | runnable, | blocked/)
		room = 0.05 * wall / 1000 + slow * 0.2
		compare("in all", w[1], wall)
		compare("on a CPU", w[2], cpu)
		if (queued >= 0) {
			compare("runnable", w[3], queued)
			compare("blocked", w[4], wall - cpu - queued)
		}
		if (off(w[1], w[2] + w[3] + w[4]) > 0.003)
			print name ": the parts are not the whole: " $0
	}'
}

# Before Linux 5.15 the call is not known of what happens between its end and the return to the program: files are closed then
old=
case $(uname -r) in 5.1[0-4].*) old='?' ;; esac

# Kernels of some virtual machines hide what happens while threads of the host's agent run: then nobody has woken
woken_of() {
	case $2 in
	-2) grep -aEq ', woken (by|during) wakes/' line ;;
	-1) grep -aEq ', woken by (a softirq during|an interrupt|ksoftirqd/)' line ;;
	0) grep -aEq ', woken (by an interrupt|by a softirq|during)' line ;;
	*) grep -aEq ", woken by wakes/$2( in $3)$old\\)\$" line ;;
	esac || echo "$1: not woken by $2 in $3: $(cat line)"
}

# look NAME... : what differs of that way to wait, in NAME.differs
look() {
	grep -aE "/$2 $8.* blocked " all.live >line
	if [ "$(wc -l <line)" = 1 ]; then
		split_of "$1" "$3" "$4" "$5" <line
		woken_of "$1" "$6" "$7"
	else
		echo "$1: no line, or several, has the wait: $(cat line)"
	fi >"$1.differs"
	[ -s "$1.differs" ] || : >"$1.fine"
}

# Each way has to be as it should be once.
for try in 1 2 3 4 5; do
	both all --wait -- sh -c '"$1" >said' sh "$wakes"
	bad=0
	while IFS='	' read -r name thread wall cpu queued waker call begins; do
		[ -e "$name.fine" ] || look "$name" "$thread" "$wall" "$cpu" "$queued" "$waker" "$call" "$begins"
		[ -e "$name.fine" ] || bad=$((bad + 1))
	done <said
	[ $bad != 0 ] || break
done
[ $bad = 0 ] || fail "$(cat ./*.differs)"
[ "$(wc -l <said)" = 27 ] || fail "the program has not waited in all ways"

# A block of several: the longest one is told
has 'recvfrom\(.*flags: WAITALL.* [0-9.]+ blocked [45] times, [0-9.]+ of it in [a-z_]+, woken by wakes/' all.live
[ "$(tr -d '\0' <all.live | wc -c)" = "$(wc -c <all.live)" ] || fail "a line has a NUL"

# In JSON the same splits and wakers: figures to the microsecond
if full_run; then
	"$TRACE" convert --to json --wait -o json all.data
	sed -nE 's/.* ([0-9.]+) on CPU, ([0-9.]+) runnable, ([0-9.]+) blocked.* in [^ ]+, woken by ([^ ]*)\/([0-9]+)( in ([a-z0-9_]+))?\)$/\1 \2 \3 \4 \5 \7/p' all.replay >lines
	sed -nE 's/.*"wait":\{"cpu_ns":([0-9]+),"runnable_ns":([0-9]+),"blocked_ns":([0-9]+),.*"in":"[^"]+",("uninterruptible":true,)?"woken_by":"thread","waker":\{"pid":[0-9]+,"tid":([0-9]+),"comm":"([^"]*)"(,"syscall":"([a-z0-9_]+)")?\}.*/\1 \2 \3 \6 \5 \8/p' json |
		awk 'function us(ns) { return sprintf("%.3f", int((ns + 500) / 1000) / 1000) } { print us($1), us($2), us($3), $4, $5, $6 }' >objects
	[ "$(wc -l <objects)" -ge 20 ] || fail "JSON has few waits"
	cmp lines objects || { fail "JSON differs"; diff lines objects | head -n 5; }
fi

# … and as the sums of all of them
if full_run; then
	"$TRACE" waits --color=never -o table all.data
	for call in write read close sendto connect fcntl futex kill msgsnd exit_group; do
		has "^ +[0-9]+ +[0-9.]+ +[0-9.]+  wakes +[a-z0-9_]+ +[^ ]+ +wakes +$call\$" table
	done
	has '^ +[0-9]+ +[0-9.]+ +[0-9.]+  wakes +[a-z0-9_]+ +[^ ]+ +\(interrupt\) +-$' table
fi

finish
