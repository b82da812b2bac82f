# SPDX-License-Identifier: BSD-2-Clause
# needs: machine sshd ip unshare
# --host: a tracer that is stopped on its host, while the connection is good: it is said, and given up after a minute. A reader that is slow here is none.
. "$here/lib.sh"
. "$here/helpers/two_hosts.sh"

cp "$(program says)" hosts-loop
cp hosts-loop hosts-flood
for host in web1 web2; do
	nsenter -t "$(cat pid.$host)" -n -u ./hosts-loop looping 50 >/dev/null 2>&1 &
	echo $! >>loops
done
nsenter -t "$(cat pid.web1)" -n -u ./hosts-flood flood 50 200 >/dev/null 2>&1 &
echo $! >>loops

"$TRACE" --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -e write -o lines -p hosts-loop 2>err &
tracer=$!
both_loop() {
	grep -q web1: lines && grep -q web2: lines
}
until_true 20 both_loop || { fail "no lines of both"; cat err; }
for pid in $(pgrep -f "^$TRACE record --serve"); do
	[ "$(readlink "/proc/$pid/ns/uts")" = "$(readlink "/proc/$(cat pid.web2)/ns/uts")" ] || kill -STOP "$pid"
done
stopped=$(pgrep -f "^$TRACE record --serve" | while read -r pid; do grep -q '^State:.T' "/proc/$pid/status" && echo "$pid"; done)
[ "$(echo "$stopped" | wc -w)" = 1 ] || fail "not one is stopped: $stopped"
# meanwhile: lines that nobody reads
mkfifo unread
exec 3<>unread
"$TRACE" --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -e write -p hosts-flood >unread 2>err.unread &
unread=$!
said() {
	grep -q "web.: does not answer: lines of all hosts wait" err
}
until_true 60 said || { fail "a silent host is not said"; cat err; }
given_up() {
	grep -q "web.: does not answer: it is given up" err
}
until_true 120 given_up || { fail "a silent host is not given up"; cat err; }
other=web$((3 - $(sed -n 's/.*: web\(.\): does not answer: it is given up.*/\1/p' err)))
before=$(grep -c $other: lines)
more() {
	[ "$(grep -c $other: lines)" -gt "$((before + 20))" ]
}
until_true 20 more || fail "the other host does not go on"
hasnt 'does not answer' err.unread
cat <&3 >/dev/null &
echo $! >>loops
kill -INT $tracer $unread
wait $tracer
[ $? = 125 ] || fail "a host that was given up: status"
wait $unread || { fail "lines that nobody read: status $?"; cat err.unread; }
hasnt 'ssh failed|killed by signal' err
kill -CONT $stopped
until_true 20 none_served || fail "tracers stay behind"
finish
