# SPDX-License-Identifier: BSD-2-Clause
# needs: machine python3
# Limits on file size, open files and a control group's memory: a message names them, and captured records are kept.
. "$here/lib.sh"

many() { dd if=/dev/zero of=/dev/null bs=1 count="${1-20000}" status=none; }
limited() { # BYTES COMMAND...: limit on file size
	bytes=$1
	shift
	status 125 prlimit --fsize="$bytes" "$@"
	has "File too large \(a file may not be larger: ulimit -f is $((bytes / 1024)) KiB\); (the (output|recording) ends there|what is there is not complete|what was written is not complete)$" err
}

# -- A file's size
limited 51200 "$TRACE" -o out dd if=/dev/zero of=/dev/null bs=1 count=20000 status=none
has '^ +[0-9]+\.[0-9]{3} .*execve\(' out
[ "$(wc -c <out)" = 51200 ] || fail "the output has $(wc -c <out) bytes"
"$TRACE" record -o whole dd if=/dev/zero of=/dev/null bs=1 count=20000 status=none || fail "record"
for compress in 3 none; do
	limited 51200 "$TRACE" record --compress $compress -o data dd if=/dev/zero of=/dev/null bs=1 count=200000 status=none
	n=$(sed -n 's/^Hint:  what was written can be replayed: \([0-9]*\) calls$/\1/p' err)
	[ "${n:-0}" -gt 500 ] || fail "compress $compress: ${n:-no} calls are kept"
	status 125 "$TRACE" replay -o replayed data
	[ "$(grep -c '[a-z]*(' replayed)" -ge "$n" ] || fail "compress $compress: not all of $n calls are replayed"
	rm data
done
limited 51200 "$TRACE" --format json -o out --also-record data dd if=/dev/zero of=/dev/null bs=1 count=20000 status=none
limited 51200 "$TRACE" replay -o out whole
for to in json chrome perf; do
	limited 51200 "$TRACE" convert --to $to -o converted whole
done
limited 51200 "$TRACE" convert --to ctf -o ctf whole
# the command has the limit, and gets the signal, as if untraced
"$TRACE" -o out prlimit --fsize=1024 sh -c "dd if=/dev/zero of=big bs=2048 count=1 2>/dev/null; exec dd if=/dev/zero of=big bs=2048 count=2" 2>err
[ $? = 153 ] || fail "the command does not die by SIGXFSZ"
has 'killed by SIGXFSZ' out

# -- Open files: up to the hard limit; the command's limit is unchanged
status 0 prlimit --nofile=16:4096 "$TRACE" -o out sh -c 'ulimit -n' >said
has '^16$' said
status 125 prlimit --nofile=16:16 "$TRACE" -o out true
has '^Error: Too many open files \(no more files may be open: ulimit -n is 16\)\.$' err
has '^Hint:.*prlimit' err
status 125 prlimit --nofile=16:16 "$TRACE" record -a -o data
has 'ulimit -n is 16' err
status 125 prlimit --nofile=8:8 "$TRACE" --source perf -o out true
has 'ulimit -n is 8' err
status 125 prlimit --nofile=4:4 "$TRACE" -o out true
has "^trace: cannot write 'out': Too many open files \(no more files may be open: ulimit -n is 4\)$" err

# -- Memory of a control group, of either version
group=
for limit in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
	[ -e "${limit%/*}/cgroup.procs" ] && mkdir "${limit%/*}/trace-test.$$" || continue
	group=${limit%/*}/trace-test.$$ limit=$group/${limit##*/}
	echo $((64 << 20)) 2>/dev/null >"$limit" && break
	rmdir "$group"
	group=
done
if [ -n "$group" ]; then
	inside() { sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"; }
	for source in bpf perf; do
		status 0 inside "$TRACE" record --source $source -o data.$source dd if=/dev/zero of=/dev/null bs=1 count=20000 status=none
		status 125 inside "$TRACE" -m 128M --source $source -o out true
		has "^trace: -m: 131072 KiB are more than half of the memory there is: the control group may use no more than 65536 KiB of memory \($limit\)$" err
	done
	status 0 inside "$TRACE" -v -o out true
	[ "$(sed -n 's/.*; \([0-9]*\) CPUs with a ring of \([0-9]*\) KiB each.*/\1 * \2/p' err | tr -d '*' | awk '{ print $1 * $2 }')" -le 8192 ] || fail "rings: $(cat err)"
	# 32 MiB: not killed, whatever the reader waits for, and what is not shown is counted
	echo $((32 << 20)) >"$limit"
	writer=$(program writer)
	calls=$(scaled 200000)
	for options in '-o /dev/stdout' '-o /dev/stdout --also-record data' '--memory 2M -o /dev/stdout'; do
		# shellcheck disable=SC2086
		{ inside "$TRACE" -v -e write $options "$writer" "$calls" 2>err; echo $? >ended; } | { sleep 2; cat >out; }
		[ "$(cat ended)" = 0 ] || fail "32 MiB, $options: status $(cat ended): $(tail -n 3 err)"
		lost=$(sed -n 's/^trace: lost \([0-9]*\) events.*/\1/p' err)
		more=$(($(grep -ac 'write(' out) + ${lost:-0} - calls))	# what is lost may also be the process' end, or its name
		[ $more -ge 0 ] && [ $more -le 3 ] || fail "32 MiB, $options: $(grep -ac 'write(' out) calls are shown, $lost lost"
		has '^trace: records that waited took [0-9]+ MiB of memory at most, of [0-9]+;' err
	done
	rmdir "$group"
fi
finish
