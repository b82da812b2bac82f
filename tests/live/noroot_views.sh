# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run setcap setpriv prlimit
# File capabilities: a user's views of own commands, of calls that are counted and of records; no calls of others are counted.
. "$here/lib.sh"
alone
PATH=$PATH:/usr/sbin:/sbin

room=$(mktemp -d /tmp/trace-noroot.XXXXXX)
me=$((700000 + $$ % 100000 * 2)) other=$((700001 + $$ % 100000 * 2))	# unused by other tests that run at the same time
theirs=
paranoid=/proc/sys/kernel/perf_event_paranoid
was=$(cat $paranoid)
restore() {
	echo "$was" >$paranoid
	[ -z "$theirs" ] || kill $theirs
	rm -rf "$room"
}
trap restore EXIT
trap 'exit 1' INT TERM HUP

chmod 755 "$room"
mkdir "$room/mine" "$room/bin" && chown $me:$me "$room/mine"
cp "$TRACE" "$room/bin/trace" && chown root:$me "$room/bin/trace" && chmod 750 "$room/bin/trace"
setcap cap_bpf,cap_perfmon=ep "$room/bin/trace" || skip "files cannot have capabilities in /tmp here"
cp "$(program counted_work)" "$room/bin/counted" && cp "$(program viewed)" "$room/bin/viewed"
user() { (cd "$room/mine" && exec timeout "$(patient 60)" setpriv --reuid=$me --regid=$me --clear-groups "$@"); }
trace=$room/bin/trace
echo 2 >$paranoid	# the value of most kernels: stacks need mappings, which perf events report
prlimit --pid $$ --memlock=unlimited	# before Linux 5.11 maps count as locked memory
user "$trace" -v -o out true 2>err
status 0 user "$trace" -v --by user --format csv -e getppid -o out "$room/bin/counted" 100 >/dev/null	# counted, or recorded
has "^\"$me\",[0-9]+,0," "$room/mine/out"
hasnt '"\?"' "$room/mine/out"
! grep -q 'may be preempted and then skipped' err || skip "the kernel may skip programs of a user who cannot read tracefs, so counts are not exact"

counted() { status 0 user "$trace" -v -e getppid -o out "$@" "$room/bin/counted" 100 >/dev/null; has 'calls are counted in the kernel' err; }
counted --summary --format csv
has '^"getppid",400,0,' "$room/mine/out"
counted --by comm,user,thread --format csv
count 3 "^\"other\",\"$me\",\"other/[0-9]+\",100,0," "$room/mine/out"
counted --histogram
[ "$(awk '/^\[/ { sum += $3 } END { print sum }' "$room/mine/out")" = 400 ] || fail "bars of 400 calls: $(cat "$room/mine/out")"
counted --heat
[ "$(awk '$1 ~ /^[0-9]/ { sum += $2 } END { print sum }' "$room/mine/out")" = 400 ] || fail "a heat map of 400 calls: $(cat "$room/mine/out")"
status 0 user "$trace" --errors -e close -o out "$room/bin/counted" 100 >/dev/null
has '^ +100 +EBADF' "$room/mine/out"
status 0 user "$trace" top --batch --by syscall -o out "$room/bin/counted" 100 >/dev/null
has '^ +400 .* getppid$' "$room/mine/out"
for picture in flame heat; do
	status 0 user "$trace" --$picture=$picture.svg "$room/bin/counted" 100 >/dev/null
	grep -q '</svg>$' "$room/mine/$picture.svg" || fail "no $picture.svg"
done
view() { status 0 user "$trace" "$@" -o out "$room/bin/viewed" >/dev/null; }
view files --path "$room/mine"
has " viewed +[0-9]+ +3 - +$room/mine/one\$" "$room/mine/out"
view execs
has ' sh +[0-9]+ +[0-9]+ - +sh -c exit 3$' "$room/mine/out"
view exits
has ' sh .* exited with 3$' "$room/mine/out"
view io --path "$room/mine/one"
has "^ +2 +3 +30 +30 +0 +[0-9.]+ +[0-9.]+ $room/mine/one\$" "$room/mine/out"
view net
has ' viewed .* 1000 +305 +[0-9.]+ -$' "$room/mine/out"
view signals
has ' SIGUSR1 +process +[0-9]+ viewed ' "$room/mine/out"
view --slow 45
count 1 '^--- slow: (clock_)?nanosleep took ' "$room/mine/out"
# Threads that have ended make room for others
cp "$(program short_threads)" "$room/bin/short_threads"
threads=200
[ -z "$CC" ] || threads=8000	# see counted.sh
status 0 user "$trace" --by thread,syscall --format csv -o out -e getppid,getuid,getgid,geteuid,getegid,prctl "$room/bin/short_threads" "$threads"
hasnt 'no room' err
[ "$(grep -c '^"short' "$room/mine/out")" = $((6 * threads)) ] || fail "not 6 calls of each of $threads threads"
# Those of another user are not counted
setpriv --reuid=$other --regid=$other --clear-groups sh -c 'while :; do sleep 0.05; done' &
theirs=$!
status 124 user timeout -s INT 1 "$trace" --by user --format csv -o out -a
has "^user,calls," "$room/mine/out"
! grep -q "^\"$other\"" "$room/mine/out" || fail "it counts calls of another user: $(cat "$room/mine/out")"
finish
