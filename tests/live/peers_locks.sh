# SPDX-License-Identifier: BSD-2-Clause
# --peers: who has the lock of a file that a call waits for, or has not got; live, of the recording of the same run, and in trace why.
. "$here/lib.sh"

locks=$(realpath "$(program locks)")
mkfifo go held
"$locks" hold "$PWD/f" <held >ids &
exec 7>held
until_true 20 [ -s ids ] || fail "nobody holds the locks"
read -r holder child <ids

# A lock that a process took which has ended; ranges of bytes, and others beside them; those of an open file
"$TRACE" --peers -e flock,fcntl -o ask --also-record ask.data "$locks" ask "$PWD/f" <go >asker 2>err &
tracer=$!
exec 8>go
until_true 20 [ -s asker ] || fail "nobody asks: $(cat err)"
read -r asker <asker
failed='= -1 E(AGAIN|ACCES) .*'

# asks WHICH PATTERN: asks until a line shows it: trace does not look each time
asks() {
	asks_once() {
		printf %s "$1" >&8
		sleep 0.1
		grep -aqE "$2" ask
	}
	until_true 20 asks_once "$1" "$2" || { fail "no line has: $2"; tail -n 4 ask; }
}
asks a "flock\(fd: [0-9]+<$PWD/f.flock→locks/$child>, cmd: EX\|NB\) +$failed"
asks b "flock\(fd: [0-9]+<$PWD/f.flock→locks/$child>, cmd: SH\|NB\) +$failed"
asks c "fcntl\(fd: [0-9]+<$PWD/f.range→locks/$holder>, cmd: SETLK, arg: \{l_type: WRLCK, .*l_start: 15, l_len: 1, .*$failed"
asks d "fcntl\(fd: [0-9]+<$PWD/f.range→locks/$holder>, cmd: SETLK, arg: \{l_type: RDLCK, .*l_start: 0, l_len: 12, .*$failed"
asks h "fcntl\(fd: [0-9]+<$PWD/f.range>, cmd: SETLK, arg: \{l_type: WRLCK, .*l_start: 20, l_len: 10, .*= 0\$"
asks e "fcntl\(fd: [0-9]+<$PWD/f.range→locks/$holder>, cmd: SETLK, arg: \{l_type: WRLCK, .*l_start: 199, l_len: 5, .*$failed"
asks f "fcntl\(fd: [0-9]+<$PWD/f.range→locks/$holder>, cmd: OFD_SETLK, arg: \{l_type: RDLCK, .*l_start: 15, l_len: -3, .*$failed"
# … of the same process, by another descriptor
asks g "flock\(fd: [0-9]+<$PWD/f.own→locks/$asker>, cmd: EX\|NB\) +$failed"
count 1 'f.own>, cmd: SH\) += 0$' ask
exec 8>&-
wait $tracer
"$TRACE" replay --peers -o ask.replay ask.data
cmp ask ask.replay || { fail "replay differs"; diff -a ask ask.replay | head -n 5; }
"$TRACE" replay ask.data >plain
hasnt '→' plain
"$TRACE" replay --peers --format json ask.data >json
has "\"name\":\"flock\",\"args\":\{\"fd\":\{\"fd\":[0-9]+,\"path\":\"$PWD/f.flock\",\"peers\":\[\{\"pid\":$child,\"comm\":\"locks\"\}\]\}" json

# The process may have ended when trace reads of its call: before Linux 5.12 no path is looked up then
if full_run; then
	"$TRACE" --peers -e flock -o quick "$locks" quick "$PWD/f"
	has "flock\(fd: [0-9]+<$PWD/f.flock→locks/$child>, cmd: EX\|NB\) +$failed" quick
fi

# A call that waits: shown at once, when tracing ends, and by trace why
"$locks" wait "$PWD/f" >waits 7>&- &
waiting=$!
until_true 20 [ -s waits ] || fail "nobody waits"
read -r waiter <waits
line="locks/$waiter fcntl\(fd: [0-9]+<$PWD/f.range→locks/$holder>, cmd: SETLKW, arg: \{l_type: WRLCK, .*l_start: 15, l_len: 1"
until_true 20 sh -c '"$@" | grep -q SETLKW' sh "$TRACE" why "$waiter" || fail "it does not wait"
status 0 "$TRACE" why "$waiter" >why
has "$line.*<unfinished" why
has "^$waiter: the lock that it waits for is held by locks/$holder\$" why
shown_until "$line" out "$TRACE" --peers -e fcntl -o out --also-record wait.data -p "$waiter"
"$TRACE" replay --peers -o wait.replay wait.data
cmp out wait.replay || { fail "replay differs"; diff -a out wait.replay | head -n 5; }
exec 7>&-
wait $waiting || fail "the lock was not given up"
finish
