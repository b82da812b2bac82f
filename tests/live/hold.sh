# SPDX-License-Identifier: BSD-2-Clause
# needs: pgrep
# --hold: memory that calls pass is exact, even if the program overwrites it afterwards, and the program runs on if the tracer fails.
. "$here/lib.sh"

opener=$(program opener)
PATH=$PATH:/usr/sbin:/sbin

# wanted THREADS COUNT: the names that opener uses
wanted() {
	awk -v threads="$1" -v count="$2" 'BEGIN { for (t = 0; t < threads; t++) for (i = 0; i < count; i++) printf "/nowhere/%d/%d\n", t, i }'
}
# shown FILE: the names in it
shown() {
	sed -n 's/.* openat(dfd: CWD, filename: "\(\/n[^"]*\)", flags: RDONLY) .*/\1/p' "$1"
}
# guard_of TRACER: the process that continues held calls if the tracer does not
guard_of() {
	pgrep -P "$1" -x trace-guard
}

# -- Names that exist only during the call
n=$(scaled 500)
status 7 "$TRACE" --hold -e openat,execve -o out "$opener" "$n" >said
has "^done $n$" said
wanted 1 "$n" >want
shown out >got
cmp want got || { fail "these are not the names"; diff want got | head -n 5; }
hasnt '/not/this|<late>' out
has "execve\(filename: \"$opener\", argv: \[\"$opener\", \"$n\"\], envp: .*\) += 0$" out

# -- Threads
n=$(scaled 200)
status 7 "$TRACE" --hold -e openat -o out "$opener" -t 4 "$n" >said
has "^done $((4 * n))$" said
wanted 4 "$n" | sort >want
shown out | sort >got
cmp want got || fail "these are not the threads' names"

# -- Addresses
status 7 "$TRACE" --hold -e connect -o out "$opener" -c 50 >said
has "^done 50$" said
seq 0 49 >want
sed -n 's/.*connect(.*INET, sin_port: \([0-9]*\), sin_addr: "127.0.0.1"},.*/\1/p' out >got
cmp want got || { fail "these are not the addresses"; head -n 3 out; }

# -- Signals interrupt held calls: they are restarted
n=$(scaled 1000)
status 7 "$TRACE" --hold -e openat -o out "$opener" -s "$n" >said
has "^done $n$" said
wanted 1 "$n" >want
grep -a ENOENT out >out.made
shown out.made >got
cmp want got || { fail "these are not the names beside signals"; diff want got | head -n 5; }

# -- As another user: setuid programs have their privileges, as the tracer is root
room=$(mktemp -d /tmp/trace-guard.XXXXXX)
chmod 755 "$room"
cp "$(program id)" "$room/id" && chmod 4755 "$room/id"
nobody=$(id -u nobody)
got=$("$TRACE" --hold -u nobody -o out "$room/id" 2>err)
case $got in
"$nobody 0") ;;
*) [ "$("$TRACE" --source bpf -u nobody -o out "$room/id")" = "$got" ] || fail "held, it runs as '$got'" ;;
esac
hasnt setuid err
rm -rf "$room"

# -- Recorded and replayed
n=$(scaled 200)
status 7 "$TRACE" record --hold -o data "$opener" "$n" >said
"$TRACE" replay -e openat data >replayed
wanted 1 "$n" >want
shown replayed >got
cmp want got || fail "these are not the names that were recorded"

# -- Only the command itself
status 0 "$TRACE" --hold --no-inherit -e openat -o out sh -c "$opener 20; true" >said
has '^done 20$' said
hasnt nowhere out

# -- The tracer is killed: the command runs to its end, then the guard ends
begun() { pgrep -P $tracer -x opener; }
for delay in 0.00 0.05 begun; do
	"$TRACE" --hold -o out "$opener" -u 1000 500 >said 2>/dev/null &
	tracer=$!
	[ $delay = begun ] && until_true 20 begun >/dev/null || sleep $delay
	command=$(begun)
	guard=$(guard_of $tracer)
	kill -KILL $tracer
	wait $tracer 2>/dev/null
	for pid in $command $guard; do
		until_true 20 gone "$pid" || { fail "after $delay s: $pid does not end: $(cat /proc/$pid/status | head -3)"; kill -KILL "$pid"; }
	done
	[ -z "$command" ] || [ ! -s said ] || has '^done 500$' said
done
has '^done 500$' said

# -- The tracer is stopped: after a while calls continue unread; when it continues they are read again
rm -f out said
"$TRACE" --hold -e openat -o out "$opener" -u 1000 3000 >said 2>err &
tracer=$!
until_true 20 grep -q '/nowhere/0/1"' out
guard=$(guard_of $tracer)
[ "$(ls "/proc/$guard/fd" | tr '\n' ' ')" = "0 1 " ] || fail "the guard keeps descriptors: $(ls -l "/proc/$guard/fd")"
kill -STOP $tracer
until_true 30 grep -q '^done 3000$' said || fail "the command hangs while the tracer is stopped"
kill -CONT $tracer
wait $tracer
[ $? = 7 ] || fail "the command's status is lost"
has '^trace: --hold: [0-9]+ calls continued unread' err
hasnt '"/not/this"[,)]' out
until_true 10 gone "$guard" || fail "the guard stays"

# -- The reader of the output ends
("$TRACE" --hold -e openat -o - sh -c "$opener -u 1000 300 >said" 2>/dev/null; :) | head -n 3 >/dev/null
until_true 20 grep -q '^done 300$' said || fail "the command hangs when nobody reads the output"

# -- Many short commands leave no process behind
export HELD_BY=$$
for i in $(or_all '1 2 3' '1 2 3 4 5 6 7 8 9 10'); do
	"$TRACE" --hold -o out sh -c 'true & true | true' || fail "status $?"
done
none_left() {
	for pid in $(pgrep -x trace-guard); do
		! grep -qa "HELD_BY=$$" "/proc/$pid/environ" || return 1
	done
}
until_true 10 none_left || fail "guards stay"

# -- The calls are held already, by another program
status 125 "$TRACE" --hold -o /dev/null "$TRACE" --hold -o out true
has "^trace: --hold: the command's calls cannot be held: Device or resource busy$" err
has '^Hint:  They are held already' err

full_run || finish

# -- Invalid combinations
status 125 "$TRACE" --hold -p $$
has '^trace: --hold is for a command that trace starts: calls of processes that run already cannot be held$' err
status 125 "$TRACE" --hold -a
has '^trace: --hold is for a command that trace starts: calls of the whole system cannot be held$' err
status 0 "$TRACE" --hold --source bpf -o out true
has '^trace: --hold is not needed with --source bpf' err
status 0 "$TRACE" --hold -e read,close -o out true
has '^trace: --hold: none of the calls that are shown passes a string, a path or a socket address: nothing is held$' err
finish
