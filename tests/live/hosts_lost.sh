# SPDX-License-Identifier: BSD-2-Clause
# needs: machine sshd ip unshare
# --host: what ends before it should: a tracer, a host, a network, a connection that never was. Nothing stays behind.
. "$here/lib.sh"
. "$here/helpers/two_hosts.sh"

# -- The end of one host; an interrupt; a kill. Nothing stays behind.
cp "$(program says)" hosts-loop
for host in web1 web2; do
	nsenter -t "$(cat pid.$host)" -n -u ./hosts-loop looping 50 >/dev/null 2>&1 &
	echo $! >>loops
done
both_loop() {
	grep -q web1: lines && grep -q web2: lines
}
rm -f lines
"$TRACE" --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -e write -o lines -p hosts-loop 2>err &
tracer=$!
until_true 20 both_loop || { fail "no lines of both"; cat err; }
kill -INT $tracer
wait $tracer || { fail "an interrupt: status $?"; cat err; }
until_true 10 none_served || fail "tracers stay behind after an interrupt"

rm -f lines err
"$TRACE" --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -e write -o lines -p hosts-loop 2>err &
tracer=$!
until_true 20 both_loop || { fail "no lines of both"; cat err; }
pkill -KILL -P $tracer -f "web2 exec"
has_loss() {
	grep -q "web2' is incomplete" err
}
until_true 10 has_loss || fail "a lost host is not said"
before=$(grep -c web1: lines)
more() {
	[ "$(grep -c web1: lines)" -gt "$before" ]
}
until_true 10 more || fail "the other host does not go on"
kill -KILL $tracer
wait $tracer 2>/dev/null
until_true 10 none_served || fail "tracers stay behind after a kill"

# -- The tracer on one host is killed; the command there goes on, for it was not the tracer that ended it
remote_tracer() {
	pgrep -f "^$TRACE record --serve" | while read -r pid; do
		[ "$(readlink "/proc/$pid/ns/uts")" != "$(readlink "/proc/$(cat "pid.$1")/ns/uts")" ] || echo "$pid"
	done
}
rm -f lines err
"$TRACE" --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -e write -o lines -p hosts-loop 2>err &
tracer=$!
until_true 20 both_loop || { fail "no lines of both"; cat err; }
kill -KILL $(remote_tracer web2)
until_true 10 has_loss || fail "a killed tracer is not said"
before=$(grep -c web1: lines)
until_true 10 more || fail "the other host does not go on after a kill there"
kill -INT $tracer
wait $tracer
[ $? = 125 ] || fail "a killed tracer: status"
until_true 10 none_served || fail "tracers stay behind after a kill there"
has "^trace: web2: ssh failed, or the connection was lost" err

# -- An interrupt while a host does not answer: ssh connects to what listens, and says nothing
cat >silent.py <<'P'
import socket
s = socket.socket()
s.bind(('127.0.0.1', 0))
s.listen(9)
with open('silent.port', 'w') as f:
    print(s.getsockname()[1], file=f)
clients = []
while True:
    clients.append(s.accept())
    open(f'silent.{len(clients)}', 'w').close()
P
"$python" -S silent.py &
echo $! >>loops
until_true 10 test -s silent.port
cp ssh_config silent_config	# its first lines are of all hosts
printf 'Host silent\n  HostName 127.0.0.1\n  Port %s\n' "$(cat silent.port)" >>silent_config
sed -i 's/^ConnectTimeout .*/ConnectTimeout 60/' silent_config
for hosts in silent web1,silent; do
	for record in '' record; do
		n=$((${n-0} + 1))
		"$TRACE" $record --host $hosts --ssh "ssh -F $dir/silent_config" --remote-trace "$TRACE" -o silent true 2>err &
		tracer=$!
		until_true 10 test -e silent.$n || fail "nobody connects"
		kill -INT $tracer
		wait $tracer
		got=$?
		[ $got = 130 ] || { fail "an interrupt before $hosts answer: status $got"; cat err; }
		! pgrep -f "ssh -F $dir/silent_config" >/dev/null || fail "ssh stays behind"
		[ ! -s err ] || { fail "an interrupt needs no message"; cat err; }
	done
done
until_true 10 none_served || fail "tracers stay behind after an interrupt before they began"

# -- A network that is cut, with the pipes full: the host is said to be lost, and the tracer there ends, too (after minutes: in a test, seconds)
if $CC -shared -fPIC -o short_silence.so "$here/helpers/short_silence.c"; then
	printf '#!/bin/sh\nexport LD_PRELOAD=%s\nexec %s "$@"\n' "$dir/short_silence.so" "$TRACE" >preloaded
	chmod +x preloaded
	cp "$(command -v dd)" hosts-flood
	nsenter -t "$(cat pid.web2)" -n -u ./hosts-flood if=/dev/zero of=/dev/null bs=1 2>/dev/null &
	echo $! >>loops
	rm -f err
	"$TRACE" record --host web2 --ssh "$ssh" --remote-trace "$dir/preloaded" -o cut -e read --compress none -p hosts-flood 2>err &
	tracer=$!
	big() {
		[ "$(stat -c %s cut.web2)" -gt 1000000 ]
	}
	until_true 20 big || { fail "nothing comes"; cat err; }
	ip link set v2 down
	kill -INT $tracer
	sleep 0.5
	kill -INT $tracer
	wait $tracer
	got=$?
	[ $got = 125 ] || { fail "two interrupts while the network is cut: status $got"; cat err; }
	! pgrep -f "ssh .*-F $dir/ssh_config .*web2 exec" >/dev/null || fail "ssh stays behind"
	until_true 30 none_served || fail "a tracer stays behind after the network was cut"
	"$TRACE" replay -e read cut.web2 -o lines 2>err
	has "'cut.web2' is incomplete" err
	has 'web2|read' lines
fi

finish
