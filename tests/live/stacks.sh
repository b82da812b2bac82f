# SPDX-License-Identifier: BSD-2-Clause
# Call stacks: live and replayed, by frame pointers and by DWARF, with and without the programs' files.
. "$here/lib.sh"

stack=$(program stack) nofp=$(program stack_nofp) jit=$(program jit)
mkdir bin && cp "$stack" bin/stack && cp "$nofp" bin/nofp && cp "$jit" bin/jit

# frames FILE: the frames below its first getppid, one a line, without addresses
frames() {
	awk '/getppid\(/ { n++ } n == 1 && /^ *> / { sub(/^ *> /, ""); sub(/\+0x[0-9a-f]+/, ""); print }' "$1"
}

# shows FILE FUNCTION...: the program's frames begin with these functions, in this order
shows() {
	file=$1
	shift
	frames "$file" | grep -v '^\[kernel\]' | awk '{ print $1 }' | head -n $# | tr '\n' ' ' >got
	[ "$(cat got)" = "$* " ] || { fail "$file: not $* but $(cat got)"; head -n 20 "$file"; }
}

# Both sources: BPF takes a stack when the call returns, perf events when it begins.
main_scenarios() {
	from=$1 live_only="--source $1"

	# Frame pointers, kernel frames first; in a child, which inherits its parent's mappings.
	both "$from-fp" -k -e getppid,execve,exit_group -- ./bin/stack
	shows "$from-fp.live" inner middle outer main
	has '^ *> \[kernel\] [a-z0-9_]+' "$from-fp.live"
	[ -z "$(frames "$from-fp.live" | uniq -d)" ] || fail "$from: a frame is there twice"
	hasnt '> \[kernel\] ((__)?bpf_|perf_)' "$from-fp.live"
	has '> inner\+0x[0-9a-f]+ \(/.*/bin/stack\)$' "$from-fp.live"
	[ "$(frames "$from-fp.live" | sed -n '/^\[kernel\]/d; =' | head -n 1)" -gt 1 ] || fail "$from: the kernel's frames do not come first"
	count 2 '> outer\+' "$from-fp.live"
	if full_run; then
		"$TRACE" replay --color=never -k -e getppid --format json -o json.live "$from-fp.data"
		has '"stack":\[\{"ip":"0x[0-9a-f]+","symbol":"[a-z0-9_.]+","offset":[0-9]+,"kernel":true\}' json.live
		has '"symbol":"inner","offset":[0-9]+,"module":"/[^"]*/bin/stack","build_id":"[0-9a-f]{40}"\},\{"ip":"0x[0-9a-f]+","symbol":"middle"' json.live
	fi

	# Calls that do not return to their caller
	has '> (__)?execve\+' "$from-fp.live"
	has '> _exit\+' "$from-fp.live"
	[ "$(awk '/exit_group\(/ { n = 1 } n && /> _exit\+/ { print "yes"; exit }' "$from-fp.live")" = yes ] || fail "$from: exit_group has no stack"

	# Without frame pointers the copied stack is unwound
	both "$from-dwarf" --call-graph=dwarf -e getppid -- ./bin/nofp
	shows "$from-dwarf.live" inner middle outer main

	# An existing process
	"$stack" 0 20000 &
	pid=$!
	traced_until '> main\+' --source "$from" -k -e getppid -p $pid
	kill $pid
	wait $pid 2>/dev/null
	awk '/getppid\(/ { n++ } n <= 1' out >first
	shows first inner middle outer main
}
main_scenarios bpf
if [ -r /sys/kernel/tracing/events/raw_syscalls/sys_enter/id ]; then
	main_scenarios perf

	# A call in progress has its stack
	timeout -s INT "$(patient 2)" "$TRACE" --source perf -k -e nanosleep,clock_nanosleep -o out sleep 20
	has '^ *> (clock_)?nanosleep\+0x' out
fi
live_only=

# Stacks of other events
event=syscalls:sys_enter_exit_group
if [ -r /sys/kernel/tracing/events/syscalls/sys_enter_exit_group/id ]; then
	both event -k --no-syscalls --event $event -- ./bin/stack
	awk '/sys_enter_exit_group\(/ { n++ } n == 1' event.live >first
	has " $event\(.*\)$" first
	has '> _exit\+0x[0-9a-f]+ \(/.*/bin/stack\)$' first
fi

# Of a signal: the instruction that failed, which is no return address
both fault -k -e getppid -- ./bin/stack fault
grep -A 2 -- '--- SIGSEGV ' fault.live >signal
[ "$(awk '/^ +> / { sub(/\+.*/, ""); print $2 }' signal | tr '\n' ' ')" = "broken main " ] || { fail "a signal's stack is not that of the fault"; cat fault.live; }
"$TRACE" strace -i -o out ./bin/stack fault
has '^\[[0-9a-f]{16}\] --- SIGSEGV \{.*\} ---$' out
has '^\[\?{16}\] \+\+\+ killed by SIGSEGV' out

full_run || finish

if [ -e event.data ]; then
	"$TRACE" replay --color=never -k --no-syscalls --event $event --format json event.data >event.json
	has "\"name\":\"$event\".*\"stack\":\[\{\"ip\":\"0x[0-9a-f]+\",\"symbol\":\"" event.json
fi
for format in perf ctf chrome; do
	status 0 "$TRACE" convert -k --to $format -o converted.$format bpf-fp.data
	has "^trace: --to $format cannot hold call stacks" err
done

# Limits on frames
"$TRACE" replay --color=never --max-stack 2 -e getppid -o max.live bpf-fp.data
shows max.live inner middle
count 4 '> (inner|middle|outer|main)\+' max.live
"$TRACE" replay --color=never --min-stack 250 -e getppid -o min.live bpf-fp.data
hasnt getppid min.live
"$TRACE" replay --color=never -e getppid -o none bpf-fp.data
has getppid none
hasnt '> ' none

# JIT code
both jit -k -e getppid -- ./bin/jit
rm -f /tmp/perf-*.map
has '> script:function with blanks\+0xb \(perf-[0-9]+\.map\)|> script:function with blanks\+0x10 \(perf-[0-9]+\.map\)' jit.live
[ "$(frames jit.live | grep -A 1 '^script' | tail -n 1 | awk '{ print $1 }')" = interpreter ] || fail "the interpreter does not come next"
"$TRACE" replay --color=never -k -e getppid jit.data >later
cmp jit.live later || fail "the replay needs the map"
both theirs -k -e getppid -- ./bin/jit 65534
rm -f /tmp/perf-*.map
hasnt 'script:function' theirs.live
has '> 0x[0-9a-f]+$' theirs.live

# Symbols are not taken from a file that has changed, nor searched for elsewhere
cp bpf-fp.data changed.data
mv bin/stack bin/kept && cp "$nofp" bin/stack
"$TRACE" replay --color=never -k -e getppid,exit_group changed.data >changed
hasnt '> (inner|main|_exit)\+' changed
has '> /.*/bin/stack\+0x[0-9a-f]+$' changed
has '> \[kernel\] [a-z0-9_]+\+0x' changed
rm bin/stack
"$TRACE" replay --color=never -k -e getppid,exit_group changed.data >gone
cmp changed gone || fail "a file that is gone is not as one that has changed"
mv bin/kept bin/stack
"$TRACE" replay --color=never -k -e getppid,execve,exit_group changed.data >again
cmp bpf-fp.live again || fail "the same file gives another result"

# A flight recorder keeps mappings when it has dropped the beginning
"$TRACE" record -k -o flight.data --flight-recorder 64K ./bin/stack "$(scaled 20000)" 2>/dev/null
"$TRACE" replay --color=never -k -e getppid flight.data | awk '/getppid\(/ { n++ } n > 1' >flight	# the first call may be incomplete
shows flight inner middle outer main
hasnt execve flight

status 125 "$TRACE" --call-graph=lbr -o out true
has "'lbr' is not one of fp, dwarf" err

# A message says why kernel symbols are missing.
sed 's/^[0-9a-f]*/0000000000000000/' /proc/kallsyms >zeros
without_symbols() { unshare --mount sh -c 'mount --bind zeros /proc/kallsyms && exec "$@"' - "$@"; }
if without_symbols true 2>/dev/null; then
	status 0 without_symbols "$TRACE" -k -e exit_group -o out true
	has "^trace: the kernel's symbols may not be read, so its frames are shown as addresses: " err
	has '^ +> \[kernel\] 0x[0-9a-f]+$' out
	hasnt '^ +> \[kernel\] [a-z_]' out
	status 0 without_symbols "$TRACE" -q -k -e exit_group -o out true
	hasnt . err
fi

# Only user frames, only kernel frames.
"$TRACE" record -k -e exit_group -o part.data true 2>err
status 0 "$TRACE" replay -k -o out part.data
has '^ +> \[kernel\]' out
has '^ +> [^[]' out
status 0 "$TRACE" replay --stacks=user -o out part.data
hasnt '^ +> \[kernel\]' out
has '^ +> [^[]' out
status 0 "$TRACE" replay --stacks=kernel -o out part.data
has '^ +> \[kernel\]' out
hasnt '^ +> [^[]' out
status 125 "$TRACE" --stacks=mine true
has "'mine' is not one of all, kernel, user" err
finish
