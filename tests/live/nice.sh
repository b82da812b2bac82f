# SPDX-License-Identifier: BSD-2-Clause
# The tracer's nice value: its own while there is memory for records that wait, -20 while that is short or nothing may wait.
. "$here/lib.sh"

writer=$(program writer)
# shellcheck disable=SC2016 # for the command's shell, whose parent is the tracer
own='cut -d " " -f 19 "/proc/$PPID/stat"'
mine=$(sh -c "$own")

# nice_is VALUE OPTION...
nice_is() {
	nice=$1
	shift
	status 0 "$TRACE" -e execve "$@" -o out sh -c "$own" >got
	[ "$(cat got)" = "$nice" ] || fail "nice value $(cat got), not $nice: $*"
	# shellcheck disable=SC2016
	status 0 "$TRACE" -e execve "$@" -o out sh -c 'cut -d " " -f 19 "/proc/$$/stat"' >got
	[ "$(cat got)" = "$mine" ] || fail "the command's nice value is $(cat got), not $mine: $*"
}

nice_is "$mine"
nice_is "$mine" --summary
nice_is -20 -k
nice_is -20 --peers
nice_is -20 --memory 0
nice_is -20 --source perf

# The reader waits for a pipe: records fill more than a quarter of 4 MiB, and later are read
mkfifo pipe
{ until_true 30 test -e written; cat >out; } <pipe &
# shellcheck disable=SC2016
"$TRACE" -m 1M --memory 4M -e write -o pipe sh -c '"$1" 100000 1 2; '"$own"' >pressed; : >written; until [ -e read ]; do sleep 0.1; done
	for i in $(seq 100); do '"$own"' >calm; [ "$(cat calm)" = -20 ] || break; sleep 0.1; done' sh "$writer" 2>err &
until_true 30 test -e written
sleep 0.1
: >read
wait
[ "$(cat pressed)" = -20 ] || fail "nice value $(cat pressed) with a quarter of the memory in use"
[ "$(cat calm)" = "$mine" ] || fail "nice value $(cat calm) after everything was read"
finish
