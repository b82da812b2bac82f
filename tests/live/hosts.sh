# SPDX-License-Identifier: BSD-2-Clause
# needs: machine sshd ip unshare
# --host: two hosts, each with an sshd, a network and a name of its own, traced from a third.
. "$here/lib.sh"

. "$here/helpers/two_hosts.sh"

# -- A command on both: lines of both, with the name of the host
traced -v -e uname,openat -o lines sh -c 'uname -n; exec cat /etc/hostname' >out 2>err || { fail "both"; cat err; }
for host in web1 web2; do
	has "^ *[0-9.]+ .*: $host:uname/[0-9]+ uname\\(" lines
	has "^ *[0-9.]+ .*: $host:cat/[0-9]+ openat\\(.*/etc/hostname" lines
	has "^$host: $host\$" err
	has "$host: its clock is [0-9.]+ ms .* this host's, give or take" err
done
sort -n -c lines 2>/dev/null || fail "not in order of time"

# -- Its exit status is the commands'
status 3 traced -o lines sh -c 'exit 3'
status 137 traced -o lines sh -c 'kill -KILL $$'
[ ! -s err ] || { fail "a command that is killed"; cat err; }

# -- Counts of both
traced --summary --format csv -e write sh -c 'echo one; echo two' 2>/dev/null >summary || fail "summary"
has '^"write",4,' summary

# -- trace top: tables of both, without a target: of both systems
status 3 "$TRACE" top --by syscall --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -e uname -o tables sh -c 'uname; uname; exit 3'
[ "$(awk '$NF == "uname" { n += $1 } END { print n + 0 }' tables)" = 4 ] || { fail "top: not 4 calls of uname"; cat tables; }
status 0 "$TRACE" top --by user --host web1 --ssh "$ssh" --remote-trace "$TRACE" -e uname -o tables uname
has " (0|root)$" tables
uname_on_both() {
	$ssh web1 uname >/dev/null && $ssh web2 uname >/dev/null && grep -q ' uname$' tables
}
rm -f err tables
"$TRACE" top --by syscall --interval 0.2 --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -e uname -o tables 2>err &
tracer=$!
until_true 20 uname_on_both || { fail "top of both systems: no tables"; cat tables err; }
kill -INT $tracer
wait $tracer || { fail "top of both systems: status $?"; cat err; }
until_true 10 none_served || fail "tracers of top stay behind after an interrupt"

# -- --sudo: without a password, or not at all
mkdir there
cat >there/sudo <<S
#!/bin/sh
echo "\$*" >>$dir/sudo_ran
[ "\$1" = -n ] || exit 1
[ ! -e $dir/asks ] || { echo 'sudo: a password is required' >&2; exit 1; }
shift
exec "\$@"
S
chmod +x there/sudo
traced --sudo -e write -o lines sh -c 'echo "one  two"' >out 2>err || { fail "--sudo"; cat err; }
count 2 "write\\(fd: 1.*\"one  two" lines
count 2 "^-n $TRACE record --serve -o - " sudo_ran
: >asks
status 125 traced --sudo -o lines true
has '^web1: sudo: a password is required' err
has '^trace: web2: no trace answers there' err

# -- Bad input
status 125 "$TRACE" --host web1 --ssh "$ssh" --remote-trace /nowhere/trace true
has '^web1: .*/nowhere/trace' err
has '^trace: web1: no trace answers there' err
has '^Hint:  --remote-trace PATH says where trace is on web1' err
status 125 "$TRACE" --host web1 --ssh /nowhere/ssh true
has '^web1: /nowhere/ssh: No such file' err
hasnt 'remote-trace' err
status 125 "$TRACE" --host host.invalid --ssh "$ssh" true
has '^host.invalid: ssh: Could not resolve hostname host.invalid' err
mv authorized kept
status 125 "$TRACE" --host web1 --ssh "$ssh" --remote-trace "$TRACE" true
has '^web1: .*Permission denied' err
has '^trace: web1: ssh failed' err
mv kept authorized
status 125 "$TRACE" --host web1 --ssh "$ssh -o UserKnownHostsFile=none -o StrictHostKeyChecking=yes" --remote-trace "$TRACE" true
has '^web1: Host key verification failed' err
status 125 "$TRACE" metrics --host web1 --listen 127.0.0.1:1 true
has 'trace metrics: start it on each host' err
status 125 "$TRACE" ship --to http://127.0.0.1:1/db --host web1 -a
has 'trace ship: start it on each host' err
printf '#!/bin/sh\necho "trace serves, version 0.0"\n' >old && printf '#!/bin/sh\necho hello\n' >other && chmod +x old other
status 125 "$TRACE" --host web1 --ssh "$ssh" --remote-trace "$dir/old" true
has '^trace: web1 has trace 0.0, this host .*: install the same version on both' err
status 125 "$TRACE" --host web1 --ssh "$ssh" --remote-trace "$dir/other" true
has "^trace: web1: what answers is not trace, for it begins with 'hello'" err
status 125 "$TRACE" --host web1,web1 true
has "'web1' is named twice" err
status 125 "$TRACE" --host web1, true
has "'' is no name of a host" err
status 125 "$TRACE" --host web1 --also-record - true
has 'give --also-record the beginning of their names' err
status 125 "$TRACE" --host web1 --also-record /nowhere/made --ssh "$ssh" --remote-trace "$TRACE" true
has "cannot write '/nowhere/made.web1'" err
status 125 "$TRACE" record --host web1 -o - true
has 'give -o the beginning of their names' err
status 125 traced -p no-such-process
has "^web2: .*no process is called 'no-such-process'" err

# -- Lines, or counts, and a file of each host, which has the same; all of it, also if the lines end before
traced --also-record both -o lines -e write,uname sh -c 'uname -n; echo "$(uname -s)"' >/dev/null 2>err || { fail "--also-record"; cat err; }
"$TRACE" replay -e write,uname both.web1 both.web2 -o replayed || fail "replay of both"
cmp lines replayed || { fail "--also-record: replay differs"; diff lines replayed; }
count 2 'web1:uname/[0-9]+ uname\(' lines
traced --summary --format csv --also-record both -o sums -e write sh -c 'echo one; echo two' 2>err || { fail "--summary --also-record"; cat err; }
"$TRACE" replay --summary --format csv -e write both.web1 both.web2 >replayed || fail "summary of both"
cmp sums replayed || fail "--summary --also-record: replay differs"
has '^"write",4,' sums
for host in web1 web2; do
	"$TRACE" replay -e write both.$host >lines.$host || fail "replay of both.$host"
	count 2 'write\(fd: 1' lines.$host
done
status 0 traced --max-events 1 --also-record both -o lines -e write sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; done'
count 1 'write\(' lines
"$TRACE" replay -e write both.web1 >lines 2>err || { fail "--max-events --also-record: not whole"; cat err; }
[ -s lines ] && [ ! -s err ] || { fail "--max-events --also-record"; cat err; }
status 3 "$TRACE" record --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" --max-events 1 -o few -e write sh -c 'echo 1; sleep 0.5; exit 3'
"$TRACE" replay -e write few.web1 >lines || fail "replay of --max-events"
count 1 'write\(' lines

# -- A clock that drifts: one host says that its runs at half of its speed; its times go on as here
if [ -n "${CC-}" ] && $CC -shared -fPIC -o slow_clock.so "$here/helpers/slow_clock.c"; then
	cat >drifting <<S
#!/bin/sh
[ "\$(uname -n)" = web1 ] && export LD_PRELOAD=$dir/slow_clock.so
exec $TRACE "\$@"
S
	chmod +x drifting
	"$TRACE" --host web1,web2 --ssh "$ssh" --remote-trace "$dir/drifting" -v --also-record drifted -o lines -e uname sh -c 'uname; sleep 8; uname' \
		>/dev/null 2>err || { fail "a clock that drifts"; cat err; }
	has 'web1: its clock has drifted by -[0-9.]+ ms' err
	for host in web1 web2; do
		sed -n "s/^ *\([0-9]*\)[.0-9]* .*: $host:uname.* uname(.*/\1/p" lines >times.$host
		[ "$(wc -l <times.$host)" = 2 ] || { fail "not two lines of $host"; cat lines err; }
	done
	took() {
		awk 'NR == 1 { t = $1 } END { print $1 - t }' times.$1
	}
	[ "$(took web1)" -gt "$(($(took web2) + 1500))" ] || { fail "the drift is not corrected: $(took web1) and $(took web2) ms"; cat err; }
	"$TRACE" replay -e uname drifted.web1 drifted.web2 >replayed || fail "replay of what has drifted"
	cmp lines replayed || { fail "what has drifted: replay differs"; diff lines replayed; }
fi

# -- A file of each host, whose clock may be wrong
"$TRACE" record --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" -o made -e uname uname >/dev/null 2>err || { fail "record"; cat err; }
for host in web1 web2; do
	"$TRACE" replay -e uname made.$host >lines.$host || fail "replay of made.$host"
	has "uname\\(name: .*nodename: \"$host\"" lines.$host
done
"$TRACE" replay -e uname made.web1 made.web2 >lines || fail "replay of both"
count 1 'web1:.*uname\(' lines
count 1 'web2:.*uname\(' lines
"$TRACE" query --format csv made.web1 made.web2 "SELECT host, count(*) FROM calls WHERE name = 'uname' GROUP BY host" >rows || fail "query of both"
printf 'host,count(*)\nweb1,1\nweb2,1\n' | tr -d '\r' >want
tr -d '\r"' <rows | cmp -s want - || { fail "query of both"; cat rows; }

# -- IDs of several hosts are not those of one process
for part in process thread; do
	"$TRACE" summary --by $part --format json -e uname made.web1 made.web2 >sums || fail "summary of both"
	for host in web1 web2; do
		count 1 "\"comm\":\"uname\",\"host\":\"$host\".*\"calls\":1," sums
	done
	"$TRACE" top --by $part -e uname made.web1 made.web2 >tables || fail "top of both"
	has ' web1:uname/[0-9]+$' tables
	has ' web2:uname/[0-9]+$' tables
done
for host in one two; do
	unshare --pid --mount-proc --fork --uts sh -c 'hostname $1; exec "$2" record -o made.$1 -e uname sh -c "uname; true"' sh $host "$TRACE" >/dev/null 2>err ||
		{ fail "record in a PID namespace"; cat err; }
done
"$TRACE" summary --by process --format csv made.one made.two -e uname >sums || fail "summary of both"
count 1 '^"one:uname/[0-9]+",1,' sums
count 1 '^"two:uname/[0-9]+",1,' sums
status 0 "$TRACE" record --summary --by comm --host web1 --ssh "$ssh" --remote-trace "$TRACE" -o counted -e uname uname
"$TRACE" replay --summary --by comm --format csv counted.web1 >sums || fail "counts by comm"
has '^"uname",1,' sums
if command -v faketime >/dev/null; then
	"$TRACE" --host web1 --ssh "$ssh" --remote-trace "env FAKETIME_DONT_FAKE_MONOTONIC=1 faketime -f +5s $TRACE" -v -e uname uname >/dev/null 2>err
	has 'web1: its clock is (4999|5000)\.[0-9]+ ms ahead of this' err
fi

# -- A host that is not there: the other goes on
status 125 "$TRACE" --host web1,web3 --ssh "$ssh" --remote-trace "$TRACE" -e write -o lines sh -c 'echo one'
has '^web3: ' err
has '^trace: web3: no trace answers there' err
has 'write\(' lines

finish
