# SPDX-License-Identifier: BSD-2-Clause
# needs: compiler liburing
# Requests that liburing prepares: each is shown once, in order, with the result that the program has got; live and replayed.
. "$here/lib.sh"

$CC -std=gnu11 -O1 -Wall -o work "$here/helpers/liburing/work.c" -luring || fail "the program does not compile"
mkdir -p room
./work room >untraced || { [ $? = 77 ] && skip "no io_uring here, or an early one"; fail "the program, untraced"; }

# Name and result of each line
results() {
	sed -nE 's/^(.*io_uring:poll_add\(.*\) *= )IN$/\11/
		s/^.*io_uring:([a-z_0-9]+)\(.*\) *= (-1 [A-Z0-9]+|[0-9]+).*$/\1 \2/p' "$1"
}
"$TRACE" -o live --also-record data -e 'io_uring:*' ./work room >said || fail "the program, traced"
[ "$(wc -l <said)" -ge 55 ] || fail "the program has made $(wc -l <said) requests"
results live >shown
cmp said shown || { fail "not what the program has got"; diff said shown; }
"$TRACE" replay -o replayed data
cmp live replayed || fail "replay differs"

# What some of them pass and return
has "io_uring:openat\\(dfd: CWD, filename: \"file\", flags: RDWR\\|CREAT\\|TRUNC, mode: 0?600\\) *= [0-9]+<$PWD/room/file>" live
has "io_uring:writev\\(fd: [0-9]+<$PWD/room/file>, vec: \\[.*\"abc\".*\"de\".*\\], vlen: 2, pos: 5" live
has "io_uring:read\\(fd: [0-9]+<$PWD/room/file>, buf: \"helloabcde" live
has 'io_uring:connect\(fd: [0-9]+.*, uservaddr: \{sa_family: INET, sin_port: [0-9]+, sin_addr: "127\.0\.0\.1"\}' live
has 'io_uring:recv\(fd: [0-9]+.*, ubuf: "hello"' live
finish
