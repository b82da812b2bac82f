# SPDX-License-Identifier: BSD-2-Clause
# --wait: where the time of calls goes, as the kernel accounts it, and who ends a wait, which is known by construction.
. "$here/lib.sh"

waits=$(realpath "$(program waits)")

# A line's parts: (D ms: C on CPU, R runnable[, B blocked …]). They add up, and are what the program has measured.
check_parts() {
	awk -v cpu="$2" -v queued="$3" -v patience="$([ -n "${CC:-}" ] && echo "$PATIENCE" || echo 60)" -v busy="$(awk '{ print 1 + int($1 / 2) }' /proc/loadavg)" '
	function off(a, b) { return a > b ? a - b : b - a }
	{
		if (!match($0, /\([0-9.]+ ms: [0-9.]+ on CPU, [0-9.]+ runnable(, [0-9.]+ blocked)?/)) {
			# it did not leave the CPU
			if (match($0, /\( *[0-9.]+ ms\):/)) {
				split(substr($0, RSTART + 1), w, " ")
				all += w[1]; on += w[1]
			}
			next
		}
		split(substr($0, RSTART + 1, RLENGTH - 1), w, / ms: | on CPU, | runnable,? ?| blocked/)
		all += w[1]; on += w[2]; run += w[3]; blocked += w[4]
		if (off(w[1], w[2] + w[3] + w[4]) > 0.003)
			print "the parts are not the whole: " $0
	}
	END {
		room = 0.05 * all + 2 * patience
		if (off(on, cpu / 1000) > room)
			printf "%.3f ms on a CPU, not %.3f\n", on, cpu / 1000
		# it may also have been queued right before and after the call, for longer on a machine with more to do
		if (queued >= 0 && (run - queued / 1000 > room || queued / 1000 - run > room + 40 * patience * busy + 0.25 * queued / 1000))
			printf "%.3f ms runnable, not %.3f\n", run, queued / 1000
		print "blocked " blocked
	}' "$1"
}

# told FILE COMMAND...: again, if who ended a wait is not in FILE: kernels of some virtual machines hide what happens while threads of the
# host's agent run
told() {
	lines_in=$1
	shift
	for try in 1 2 3 4 5; do
		"$@" || return
		grep -a ' blocked in ' "$lines_in" | grep -aqv 'woken' || return 0
	done
}

# Before Linux 5.15 calls of wakers are known only if they are traced
told all.live both all --wait -e write,exit_group,exit,nanosleep,clock_nanosleep,read,wait4,flock,futex,getrandom,pread64 -- sh -c '"$1" >said' sh "$waits"
calls=7
[ -c /dev/fuse ] && (: </dev/fuse) 2>/dev/null && calls=8
[ "$(wc -l <said)" = $calls ] || fail "the program has not made all of its calls"
while read -r name thread cpu queued waker; do
	blocked=yes
	case $name in
	nanosleep) call='(clock_)?nanosleep\(.*tv_nsec: 60000000' ;;
	read) call='read\(.*, count: 1\)' ;;
	wait4) call="wait4\(upid: $waker," ;;
	flock) call='flock\(.*, cmd: EX\)' ;;
	futex) call='futex\(.*, op: WAIT,' ;;
	getrandom) call='getrandom\(.*len: [0-9]{6,}' blocked= ;;
	disk) call='pread64\(.*, count: 1' ;;
	shared) call='getrandom\(.*len: [0-9]{6,}' blocked= ;;
	esac
	grep -aE "/$thread $call" all.live >found
	case $name in
	read | getrandom) head -n 1 found >lines ;;
	shared) tail -n 1 found >lines; has 'on CPU, [0-9.]+ runnable' lines ;;
	*) cp found lines ;;
	esac
	[ -z "$blocked" ] || grep -q 'on CPU.* blocked' lines || fail "$name: no line has the wait"
	said=$(check_parts lines "$cpu" "$queued")
	case $said in
	*"not "*) fail "$name: $said: $(cat lines)" ;;
	esac
	[ -z "$blocked" ] || [ "$(echo "$said" | awk '/^blocked/ { print ($2 > 30) }')" = 1 ] || fail "$name: $said, of 60 ms"
	case $waker in
	0) has 'woken (by an interrupt|by a softirq|during)' lines ;;
	-1) ;;
	*) has "woken (by|by a softirq during|during) [^/]*/$waker( |\\))" lines ;;
	esac
done <said

# Who the waker was, and in which call. Nothing tells it from an interrupt where the kernel does not say, and symbols may not be read.
child=$(awk '$1 == "read" { print $5 }' said)
has "read\\(fd: [0-9]+<pipe:\\[[0-9]+\\]>, buf: \"x\", count: 1\\) += 1 \\(.* blocked in (anon_)?pipe_read, woken by waits/$child in write\\)$" all.live
has "wait4\\(.* blocked in do_wait, woken by waits/[0-9]+( in exit_group)?\\)$" all.live
has "flock\\(fd: [0-9]+<.*>, cmd: EX\\) += 0 \\(.* blocked in .*, woken by waits/[0-9]+ in flock\\)$" all.live
! full_run || has "futex\\(.* blocked in .*futex.*, woken by waits/[0-9]+ in futex\\)$" all.live
has 'nanosleep\(.* blocked in .*nanosleep.*, woken by an interrupt\)$' all.live
# In the kernel, the server of a file has the answer copied before it wakes whoever waits
[ $calls = 7 ] || ! full_run || has "pread64\\(fd: [0-9]+<.*/sleepy/file>, .* blocked in .*(fuse|request_wait_answer).*, woken by waits/$(awk '$1 == "disk" { print $5 }' said) in writev?\\)$" all.live

# Calls that did not leave the CPU have no parts; with a limit, none that waited less
hasnt 'lock.*cmd: UN\).*on CPU, 0\.000 runnable' all.live
status 0 "$TRACE" --wait=60000 -e read,nanosleep,clock_nanosleep -o few sleep 0.1
hasnt ' on CPU, ' few
status 0 "$TRACE" --wait=50 -e read,nanosleep,clock_nanosleep -o few sleep 0.1
has 'nanosleep.* on CPU, ' few

# A task that has made many calls before has its state in another place (bpf/seats.bpf.h)
status 0 "$TRACE" --wait -e read -o out sh -c '(head -c 500 /dev/zero; sleep 2; echo) | dd bs=1 of=/dev/null'
has 'dd/[0-9]+ (read\(fd: 0<pipe:\[[0-9]+\]>,|<\.\.\. read resumed>) buf: "\\n", count: 1\) += 1 \([0-9.]+ ms: [0-9.]+ on CPU, [0-9.]+ runnable, [0-9.]+ blocked' out

# Not without the option; a recording has them
recorded() {
	status 0 "$TRACE" record --wait -o data sh -c 'sleep 0.1'
	"$TRACE" replay --wait -o out data
}
told out recorded
has 'nanosleep.* blocked in ' out
"$TRACE" replay -o plain data
hasnt ' on CPU' plain
"$TRACE" convert --to json --wait -o json data
grep -a '"name":"[a-z_]*nanosleep"' json | grep -ao '"wait":.*' >json.wait
has '"wait":\{"cpu_ns":[0-9]+,"runnable_ns":[0-9]+,"blocked_ns":[0-9]+,"blocks":1,"longest_ns":[0-9]+,"in":"[a-z_]*nanosleep[a-z_]*","woken_by":"interrupt"\}' json.wait

# A call that has not returned is blocked at present
"$TRACE" --wait -o out sh -c 'sleep 4; :' 2>err
has 'nanosleep\(.*<unfinished \.\.\.> \([0-9.]+ on CPU, [0-9.]+ runnable, [0-9.]+ blocked in [a-z_]*nanosleep\)$' out

# Who waits for whom: the calls of the lines above, added up
if full_run; then
	"$TRACE" waits --color=never -o table all.data || fail "waits ended with status $?"
	has '^ +[0-9]+ +[0-9]+\.[0-9]+ +[0-9]+\.[0-9]+  waits +read +(anon_)?pipe_read +waits +write$' table
	"$TRACE" waits --format json -o json all.data
	has '^\{"type":"waits","comm":"waits","syscall":"read","in":"(anon_)?pipe_read","waker":"waits","waker_syscall":"write","calls":[0-9]+,"total_ns":[0-9]+,"max_ns":[0-9]+\}$' json
	"$TRACE" waits --format csv -o csv all.data
	has '^comm,syscall,in,waker,waker_syscall,calls,total_ns,max_ns$' csv
	has '^"waits","read","(anon_)?pipe_read","waits","write",[0-9]+,[0-9]+,[0-9]+$' csv
	[ "$(wc -l <json)" = $(($(wc -l <table) - 1)) ] || fail "JSON and the table differ"
	[ "$(wc -l <csv)" = "$(wc -l <table)" ] || fail "CSV and the table differ"
	status 125 "$TRACE" waits --dot --format json all.data
	status 125 "$TRACE" waits --format chrome all.data
	status 125 "$TRACE" --waits --summary all.data
	status 125 "$TRACE" --dot all.data
	has '^ +1 +[0-9]+\.[0-9]+ +[0-9]+\.[0-9]+  waits +flock +[a-z0-9_]+ +waits +flock$' table
	want=$(grep -a ' blocked' all.replay | grep -avc '<unfinished') got=$(awk 'NR > 1 { n += $1 } END { print n }' table)
	[ "$want" = "$got" ] || fail "the table has $got waits of $want"
	"$TRACE" waits --dot -o dot all.data
	has '^	"waits" -> "waits" \[label="flock .* flock\\n1, [0-9.]+ ms"\];$' dot
	for try in 1 2 3 4 5; do
		"$TRACE" waits -o table sh -c 'sleep 0.05' || fail "waits ended with status $?"
		! grep -q '(interrupt)' table || break
	done
	has ' sleep +clock_nanosleep +[a-z_]*nanosleep +\(interrupt\) +-$' table
fi

# perf events do not tell
status 125 "$TRACE" --source perf --wait true
has '^[A-Za-z]*: --wait: where the time of calls goes is known only to BPF programs' err

finish
