# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# Lines of signals and exits: by default, and with --signals, --exits, -q.
. "$here/lib.sh"

# A command with selected calls: all signals, and its exit.
# shellcheck disable=SC2016
script='trap : USR1; (exit 4); kill -USR1 $$; exit 3'
both chosen -e kill -- sh -c "$script"
count 1 '\+\+\+' chosen.live
has '\+\+\+ exited with 3' chosen.live
has '--- SIGUSR1' chosen.live
status 3 "$TRACE" -o out -e kill --exits=all sh -c "$script"
has '\+\+\+ exited with 4' out
status 3 "$TRACE" -o out -e kill --exits=none --signals='!USR1' sh -c "$script"
hasnt '\+\+\+|SIGUSR1' out
has 'kill\(' out
status 3 "$TRACE" -o out -qq --signals=none sh -c "$script"
hasnt '\+\+\+|---' out
status 3 "$TRACE" -o out --signals=USR1,12 sh -c "$script"
has '--- SIGUSR1' out
hasnt '--- SIGCHLD' out
has '\+\+\+ exited with 4' out
status 0 "$TRACE" replay -o out --signals=all --exits=all chosen.data
has '\+\+\+ exited with 4' out

# The whole system: only calls; a recording has all.
cp /bin/true our-true
rm -f out
"$TRACE" -a -e execve -o out --also-record data 2>err &
tracer=$!
until_true 20 test -e out
runs_ours() {
	./our-true
	sh -c 'kill -TERM $$' 2>/dev/null
	grep -q our-true out
}
until_true 20 runs_ours || fail "execve is not shown"
kill -TERM $tracer
wait $tracer
[ "$(grep -vc 'execve' out)" = 0 ] || { fail "other lines than execve's"; grep -v execve out | head -n 5; }
status 0 "$TRACE" replay -o again data
cmp out again || fail "replay differs"
status 0 "$TRACE" replay --exits=all --signals=TERM -o out data
has 'our-true/[0-9]+ \+\+\+ exited with 0' out
has 'sh/[0-9]+ --- SIGTERM' out
hasnt 'SIGCHLD' out

status 125 "$TRACE" --signals=USR3 true
has "unknown signal 'USR3', did you mean 'USR[12]'" err
status 125 "$TRACE" --exits=some true
has "'some' is not one of all, targets, none" err
finish
