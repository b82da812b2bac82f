# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# --names: names of users and groups are those of the machine that traced, also where a recording is replayed.
. "$here/lib.sh"

unshare --mount true 2>err || skip "no mount namespaces: $(cat err)"

# there USERS COMMAND...: with this user database; USERS is also that of groups, as far as they have the same fields
there() {
	printf '%s:x:0:0:::\n%s:x:4201:4202:::\n' "$1-root" "$1" >passwd
	printf '%s:x:0:\n%s:x:4202:\n' "$1-wheel" "$1-group" >group
	shift
	unshare --mount sh -c 'mount --bind passwd /etc/passwd && mount --bind group /etc/group && exec "$@"' sh "$@"
}

touch file
# a name with what a line has around it, and what a terminal would obey
hostile=$(printf 'a<b>\033[2J"c\\')
escaped='a\\74b\\76\\33\[2J"c\\\\'
for source in bpf perf; do
	there ada "$TRACE" --source $source --names --verbose -o $source.live --also-record $source.data -e fchownat,newfstatat,statx,getuid \
		sh -c 'trap : USR1; chown 4201:4202 file; chown 4203:4201 file; stat file; id -u; kill -USR1 $$' >/dev/null || fail "--source $source: status $?"
	has 'fchownat\(.*user: 4201<ada>, group: 4202<ada-group>' $source.live
	has 'fchownat\(.*user: 4203, group: 4201,' $source.live
	there eve "$TRACE" replay --names --verbose -o replayed $source.data
	cmp $source.live replayed || fail "--source $source: replay has other names: $(diff $source.live replayed | head -n 4)"
done
has 'uid: 0<ada-root>, (stx|st)_gid: 0<ada-wheel>' bpf.live	# perf events have no structures that the kernel fills
# no call tells the name
there ada "$TRACE" record --names -o signal.data -e getpgrp sh -c 'trap : USR1; kill -USR1 $$'
there eve "$TRACE" replay --names -o replayed signal.data
has 'SIGUSR1 \{.*si_uid: 0<ada-root>' replayed

there "$hostile" "$TRACE" record --names -o data -e fchownat chown 4201:4202 file
there eve "$TRACE" replay --names -o replayed data
has "user: 4201<$escaped>, group: 4202<$escaped-group>" replayed
"$TRACE" replay --names --format json -o replayed data
has '"user":\{"id":4201,"name":"a<b>\\u001b\[2J\\"c\\\\"\}' replayed
"$TRACE" convert --to chrome --names -o replayed data
has '4201<a' replayed

# without --names, numbers; a recording made without it has none, and that is no error
"$TRACE" replay -o replayed data
has 'user: 4201, group: 4202' replayed
there ada "$TRACE" record -o plain -e fchownat chown 4201:4202 file
there ada "$TRACE" replay --names -o replayed plain
has 'user: 4201, group: 4202' replayed

# a recording that begins in the middle of a trace has the names from before
there ada "$TRACE" record --names --flight-recorder 64K -o flight -e fchownat,getppid,read sh -c \
	'chown 4201:4202 file; dd if=/dev/zero of=/dev/null bs=1 count=400000 status=none; chown 4201:4202 file' 2>err || fail "flight recorder: $(cat err)"
there eve "$TRACE" replay --names -o replayed flight
count 1 "fchownat" replayed	# the first one was dropped
has "user: 4201<ada>" replayed

# devices, by type: character device 1:3 is null, no block device has its name
"$TRACE" record --names -o data -e mknodat,newfstatat,statx sh -c 'mknod char c 1 3; mknod block b 1 3; stat char block'  >/dev/null
"$TRACE" replay --names --verbose -o replayed data
has 'mknodat\(.*"char", mode: IFCHR\|0666, dev: makedev\(0x1, 0x3\) /\* null \*/' replayed
has 'rdev: makedev\(0x1, 0x3\) /\* null \*/|stx_rdev_minor: 3 /\* null \*/' replayed
hasnt '(IFBLK|"block").*/\* null' replayed
"$TRACE" replay --names -o replayed data
hasnt '/\* null' replayed

# and of descriptors, their numbers
"$TRACE" --names --verbose -o opened.live --also-record opened.data -e openat,read head -c 1 /dev/zero >/dev/null
has 'read\(fd: [0-9]+</dev/zero<char 1:5>>' opened.live
"$TRACE" replay --names --verbose -o replayed opened.data
has 'read\(fd: [0-9]+</dev/zero<char 1:5>>' replayed
"$TRACE" replay --verbose -o replayed opened.data
has 'read\(fd: [0-9]+</dev/zero>' replayed

# counted in the kernel, by user
there ada "$TRACE" --summary --by user --names -o summary true
has ' ada-root$' summary
finish
