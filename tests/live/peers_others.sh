# SPDX-License-Identifier: BSD-2-Clause
# --peers: other ends in processes that are not traced, live and of the recording of the same run.
. "$here/lib.sh"

peers=$(program peers)

shared() {
	has "peers/$child write\(fd: [0-9]+<eventfd:\[[0-9]+\]→peers/$parent>, buf: \[1\], count: 8\) += 8\$" "$1"
	has "peers/$child write\(fd: [0-9]+<[^<>]*/fifo→peers/$parent>, buf: \"f\", count: 1\) += 1\$" "$1"
	has "peers/$child write\(fd: [0-9]+</dev/pts/[0-9]+→peers/$parent>, buf: \"t\", count: 1\) += 1\$" "$1"
}

# An eventfd, a FIFO by its name, a terminal
mkfifo bytes
"$peers" share fifo <bytes >ids &
sharing=$!
exec 7>bytes
until_true 10 [ -s ids ] || fail "nobody shares"
read -r _ parent _ child <ids
shares_from_here() {
	printf x >&7
	grep -aqE 'write\(fd: .*/dev/pts/.*buf: "t"' share
}
"$TRACE" --peers -e write -o share --also-record share.data -p "$child" 2>err &
tracer=$!
until_true 20 shares_from_here || fail "the child is not traced: $(cat err)"
kill -TERM $tracer
wait $tracer
shared share
"$TRACE" replay --peers -o share.replay share.data
cmp share share.replay || fail "the recording does not know who is not traced"
exec 7>&-
wait $sharing

# A server that is not traced, which accepts what the client connects while it is traced
"$peers" serve port &
server=$!
until_true 10 [ -s port ] || fail "no server"
mkfifo go
"$TRACE" --peers -e connect,read,write -o out --also-record late.data "$peers" use port <go >client 2>err &
tracer=$!
exec 7>go
ends_are_known() {
	printf x >&7
	grep -aqE "write\\(fd: [0-9]+<TCP:\[127.0.0.1:[0-9]+->127.0.0.1:[0-9]+ peers/$server\]>, buf: \"A\"" out &&
		{ [ -z "$CC" ] || grep -aqE "read\\(fd: [0-9]+<UNIX:\[[0-9]+->[0-9]+ peers/$server\]>, buf: \"b\"" out; }
}
until_true 20 ends_are_known || { fail "the server is not known: $(cat err)"; tail -n 5 out; }
exec 7>&-
wait $tracer $server
"$TRACE" replay --peers -o late.replay late.data
cmp out late.replay || { fail "replay differs"; diff -a out late.replay | head -n 5; }

finish
