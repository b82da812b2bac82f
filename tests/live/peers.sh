# SPDX-License-Identifier: BSD-2-Clause
# --peers: who has the other end of pipes, sockets and terminals open, live and of the recording of the same run; of processes that are not
# traced, too (more of that: peers_others.sh), but of no other user's.
. "$here/lib.sh"

peers=$(program peers)
"$TRACE" -v -o /dev/null true 2>err
has 'source: BPF' err

# Pipes: of a shell's children, and of a reader that has closed the end it does not use
both pipe --peers -e write -- sh -c 'exec 3>&1; { read go; echo one; read end; } <<END | { cat; echo two >&3; }
go
end
END'
reader=$(sed -n 's/.*): sh\/[0-9]* write(fd: 1<pipe:\[[0-9]*\]→\([^>]*\)>, buf: "one.*/\1/p' pipe.live)
echo "$reader" | grep -aEq '(^|,)(cat|sh)/[0-9]+' || fail "nobody reads what is written: $(grep -a '"one' pipe.live)"

# Between two processes: socketpair, a named socket, TCP
"$TRACE" --peers -e read,write -o pair.live --also-record pair.data "$peers" pair >ids 2>err || fail "pair: $(cat err)"
read -r _ parent _ child <ids
for kind in 'UNIX:\[[0-9]+->[0-9]+' 'UNIX:\[[0-9]+->[0-9]+,"peers.socket"' 'TCP:\[127.0.0.1:[0-9]+->127.0.0.1:[0-9]+'; do
	has "\): peers/$parent write\(fd: [0-9]+<$kind peers/$child\]>, buf: \"P\", count: 1\) += 1\$" pair.live
	has "\): peers/$parent read\(fd: [0-9]+<$kind peers/$child\]>, buf: \"C\", count: 1\) += 1\$" pair.live
done
for kind in 'UNIX:\[[0-9]+->[0-9]+' 'TCP:\[127.0.0.1:[0-9]+->127.0.0.1:[0-9]+'; do
	has "\): peers/$child write\(fd: [0-9]+<$kind peers/$parent\]>, buf: \"C\", count: 1\) += 1\$" pair.live
done
"$TRACE" replay --peers -o pair.replay pair.data
cmp pair.live pair.replay || { fail "replay differs"; diff -a pair.live pair.replay | head -n 5; }
"$TRACE" replay pair.data >plain
hasnt 'peers/[0-9]+\]>' plain
"$TRACE" replay --peers --format json pair.data >json
has "\"path\":\"TCP:\[[^\"]*\",\"peers\":\[\{\"pid\":$child,\"comm\":\"peers\"\}\]\}" json

# An eventfd, a FIFO by its name, a terminal and its master
printf x | "$TRACE" --peers -e read,write -o share.live --also-record share.data "$peers" share fifo >ids 2>err || fail "share: $(cat err)"
read -r _ parent _ child <ids
has "peers/$child write\(fd: [0-9]+<eventfd:\[[0-9]+\]→peers/$parent>, buf: \[1\], count: 8\) += 8\$" share.live
has "peers/$child write\(fd: [0-9]+<[^<>]*/fifo→peers/$parent>, buf: \"f\", count: 1\) += 1\$" share.live
has "peers/$child write\(fd: [0-9]+</dev/pts/[0-9]+→peers/$parent>, buf: \"t\", count: 1\) += 1\$" share.live
has "peers/$parent read\(fd: [0-9]+<eventfd:\[[0-9]+\]→peers/$child>, buf: \[1\], count: 8\) += 8\$" share.live
has "peers/$parent read\(fd: [0-9]+<[^<>]*/fifo→peers/$child>, buf: \"f\", count: 1\) += 1\$" share.live
has "peers/$parent read\(fd: [0-9]+</dev/(pts/)?ptmx→peers/$child>, buf: \"t\", count: 1\) += 1\$" share.live
"$TRACE" replay --peers -o share.replay share.data
cmp share.live share.replay || { fail "replay differs"; diff -a share.live share.replay | head -n 5; }

# Of processes that are not traced: the shell's sleep, and a server
mkfifo go
{ until [ -e stop ]; do sleep 0.05; done; echo in; } | "$TRACE" --peers -e read --also-record in.data -o in.live cat >/dev/null 2>err &
reading=$!
until_true 10 [ -s in.live ] || :
echo >stop
wait $reading
has '): (cat/[0-9]+ )?read\(fd: 0<pipe:\[[0-9]+\]→[^>]*sh/[0-9]+[^>]*>, buf: "in\\n"' in.live
"$TRACE" replay --peers -o in.replay in.data
cmp in.live in.replay || fail "the recording does not know who is not traced"

"$peers" serve port &
server=$!
until_true 10 [ -s port ] || fail "no server"
"$peers" use port <go >client &
client=$!
exec 7>go
until_true 10 grep -q ready client || fail "no client"
traced_from_here() {
	printf x >&7
	grep -aqE 'read\(fd: .*UNIX.*buf: "b"' out
}
rm -f err
"$TRACE" --peers -e read,write -o out -p $client 2>err &
tracer=$!
until_true 20 traced_from_here || fail "the client is not traced: $(cat err)"
kill -TERM $tracer
wait $tracer
has "write\(fd: [0-9]+<TCP:\[127.0.0.1:[0-9]+->127.0.0.1:[0-9]+ peers/$server\]>, buf: \"A\"" out
has "read\(fd: [0-9]+<UNIX:\[[0-9]+->[0-9]+ peers/$server\]>, buf: \"b\"" out
# The perf source knows descriptors by the snapshot alone
if full_run; then
	perf_traces_from_here() {
		printf x >&7
		grep -aqE 'read\(fd: [0-9]+<(UNIX|socket):.* = 1$' perf.live
	}
	rm -f err
	"$TRACE" --peers --source perf -e read,write -o perf.live --also-record perf.data -p $client 2>err &
	tracer=$!
	until_true 20 perf_traces_from_here || fail "the client is not traced by perf events: $(cat err)"
	kill -TERM $tracer
	wait $tracer
	has "write\(fd: [0-9]+<TCP:\[127.0.0.1:[0-9]+->127.0.0.1:[0-9]+ peers/$server\]>," perf.live
	# in a kernel without unix_diag, as some guests' are, a Unix socket has no description
	{ [ -z "${CC:-}" ] && grep -aq 'read(fd: [0-9]*<socket:' perf.live; } ||
		has "read\(fd: [0-9]+<UNIX:\[[0-9]+->[0-9]+ peers/$server\]>," perf.live
	"$TRACE" replay --peers -o perf.replay perf.data
	cmp perf.live perf.replay || fail "replay differs"
fi
exec 7>&-
wait $client $server

# A terminal
if command -v script >/dev/null && full_run; then
	script -qc "'$TRACE' --peers -o terminal -e write,writev sh -c 'echo hi'" /dev/null >/dev/null
	has 'write\(fd: 1</dev/pts/[0-9]+→script/[0-9]+>, buf: "hi' terminal
fi

status 125 "$TRACE" replay --peers --format strace pair.data >/dev/null
finish
