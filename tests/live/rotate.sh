# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# Long recordings: rotation and the flight recorder. Each file is self-contained: it has names and descriptors.
. "$here/lib.sh"

cat >work.sh <<'X'
exec 5</etc/hostname
cd /usr
i=0
while [ $i -lt 15000 ]; do
	read x <&5
	[ -e bin ]
	i=$((i + 1))
done
X

# By size, keeping three files
"$TRACE" record --compress none --rotate 64K --keep 3 -o r.data sh ./work.sh
[ "$(ls r.data*)" = "$(printf 'r.data\nr.data.1\nr.data.2')" ] || fail "not three files: $(ls r.data*)"
for file in r.data r.data.1 r.data.2; do
	status 0 "$TRACE" replay -o out -e read,newfstatat,faccessat2 --show-comm $file
	[ ! -s err ] || fail "$file is not whole: $(cat err)"
	has 'sh/[0-9]* read\(fd: (5|0)</etc/hostname>' out
done
"$TRACE" replay -o out -e read --path /etc r.data.2 r.data.1 r.data
[ "$(grep -c 'read(' out)" = "$("$TRACE" replay -e read --path /etc r.data | grep -c 'read(')" ] && fail "files do not add up"
awk '{ t = $1 + 0; if (t < last - 0.01) { print "not in order at line " NR; exit 1 } last = t }' out || fail "merged files"
"$TRACE" replay --path /usr/bin r.data >out
has '"bin"' out

# By time
began=$(now)
"$TRACE" record --rotate 1s --keep 9 -o t.data sh -c 'exec 5</etc/hostname; for i in 1 2 3; do sleep 1; read x <&5; done'
n=$(ls t.data* | wc -l)
took=$(($(now) - began))
[ "$n" -ge 2 ] && [ "$n" -le $((took + 2)) ] || fail "$n files after $took s, one a second"
"$TRACE" replay -e read,dup2 t.data | grep -q '/etc/hostname>' || fail "the last file does not know of what was open before"

# Flight recorder: the last events, and descriptors that were opened long before
"$TRACE" record --flight-recorder 64K -o f.data sh ./work.sh
[ ! -e f.data.1 ] || fail "a second file without a reason"
"$TRACE" replay --show-comm -o out f.data
has 'sh/[0-9]* read\(fd: (5|0)</etc/hostname>' out
has 'exited with' out
[ "$(stat -c %s f.data)" -lt 160000 ] || fail "a flight recorder of 64K wrote $(stat -c %s f.data) bytes"

# On a signal, while tracing continues
"$TRACE" record --flight-recorder 1M -o u.data sh -c '
	read x </etc/hostname
	: >begun
	until [ -e go ]; do sleep 0.1; done
	cat /etc/hostname' >/dev/null &
tracer=$!
until_true 20 test -e begun
sleep 0.5
kill -USR2 $tracer
written() { "$TRACE" replay u.data >out && grep -q 'openat.*/etc/hostname' out; }
until_true 20 written || fail "SIGUSR2 writes nothing"
hasnt '"cat"' out
: >go
wait $tracer
[ -e u.data.1 ] || fail "the file of the signal is gone"
"$TRACE" replay u.data >out
has 'argv: \["cat"' out

# Triggered by a call
"$TRACE" record --flight-recorder 1M --trigger-errno ENOTDIR -o e.data sh -c 'cat /etc/hostname/x; sleep 1.2; true' 2>/dev/null
[ -e e.data.1 ] || fail "--trigger-errno writes nothing"
"$TRACE" replay --errno ENOTDIR e.data.1 >out
has '/etc/hostname/x' out
"$TRACE" record --flight-recorder 1M --trigger-duration 300 -o d.data sh -c 'sleep 0.5; sleep 0.1'
[ -e d.data.1 ] || fail "--trigger-duration writes nothing"
"$TRACE" replay --duration 300 d.data* >out	# vfork may have been slow enough, too
has 'nanosleep' out

# Only selected calls trigger, not those recorded for descriptors
mkfifo fifo
{ sleep 1; : >fifo; } &
"$TRACE" record --flight-recorder 1M --trigger-duration 300 -e read -o o.data sh -c ': <fifo; sleep 0.1'
[ ! -e o.data.1 ] || fail "a call that was not asked for makes a file: $("$TRACE" replay --duration 300 o.data.1)"

# Two signals within a second: both take effect
rm -f begun
"$TRACE" record --flight-recorder 1M -o s.data sh -c ': >begun; until [ -e gone ]; do sleep 0.05; done' &
tracer=$!
until_true 20 test -e begun
kill -USR2 $tracer
until_true 20 [ -e s.data ] || fail "SIGUSR2 writes nothing"
kill -USR2 $tracer
until_true 20 [ -e s.data.1 ] || fail "the second of two signals is forgotten"
: >gone
wait $tracer

# Outputs that cannot be rotated are rejected once, before anything runs, and left unchanged
mknod device c 1 3
for option in '--rotate 1s' '--flight-recorder 1M'; do
	for name in device fifo; do
		status 125 "$TRACE" record $option -o $name touch ran
		has "cannot write '$name': .* a device or a pipe" err
	done
	status 125 "$TRACE" record $option -o missing/f.data touch ran
	[ "$(wc -l <err)" = 1 ] || fail "said more than once: $(cat err)"
	has "cannot write 'missing/f.data': No such file" err
done
[ -c device ] && [ -p fifo ] || fail "a device or a pipe was renamed"
[ ! -e ran ] || fail "the command was run"

# A directory that is removed
mkdir away
status 125 "$TRACE" record --rotate 1s -o away/r.data sh -c 'sleep 1.1; mv away elsewhere; sleep 1.1; true'
[ "$(grep -c 'cannot write' err)" = 1 ] || fail "not said once: $(cat err)"
has "what was written can be replayed: [1-9]" err
status 0 "$TRACE" replay -o out elsewhere/r.data

status 125 "$TRACE" record --flight-recorder 1M --rotate 1M true
has 'has no effect' err
status 125 "$TRACE" record --trigger-errno ENOENT true
has 'give --flight-recorder' err
finish
