# SPDX-License-Identifier: BSD-2-Clause
# Requests of aio: recorded and replayed, in JSON, chosen and left out; the same work as by calls; those whose end is not seen.
. "$here/lib.sh"

work=$(program aio_work)
"$work" calls by_calls || { [ $? = 77 ] && skip "no aio here"; fail "the work by calls"; }

# Live and replayed the same, also with other options
both requests -e pread64,pwrite64,preadv,pwritev -- "$work" requests by_requests
if full_run; then
	"$TRACE" -o live.json --format json -e 'aio:*' --also-record some.data "$work" requests again >/dev/null
	"$TRACE" replay --format json some.data >replay.json
	cmp live.json replay.json || fail "JSON: replay differs"
	has '"name":"aio:pwrite64".*"ret":-1,"errno":"EFAULT"' live.json
fi

# Requests and calls move the same bytes, with the same errors
"$TRACE" -o calls.txt -e pread64,pwrite64,preadv,pwritev --path by_calls "$work" calls by_calls
"$TRACE" -o requests.txt -e pread64,pwrite64,preadv,pwritev --path by_requests "$work" requests by_requests
summed() {	# FILE
	sed -nE 's/.*[ :](pread64|pwrite64|preadv|pwritev)\(/\1(/p' "$1" |
		sed -E 's/by_requests/by_calls/; s/pos_l/pos/; s/ +=/ =/; s/iov_base: 0x[0-9a-f]+/iov_base: P/g'
}
summed calls.txt >calls.sum
summed requests.txt >requests.sum
[ "$(wc -l <calls.sum)" = 51 ] || fail "the work by calls has $(wc -l <calls.sum) lines"
cmp calls.sum requests.sum || { fail "calls and requests differ"; diff calls.sum requests.sum | head -n 5; }

# Chosen, and left out
if full_run; then
	"$TRACE" -o out --no-aio -e pread64,io_submit "$work" requests by_requests
	hasnt 'aio:' out
	has 'io_submit' out
	"$TRACE" replay --no-aio some.data >out
	hasnt 'aio:' out
	"$TRACE" -o out -e 'pread64,!aio:pread64' "$work" requests by_requests
	hasnt ' aio:| io_' out
	"$TRACE" -o out -e 'aio:pwrite*' "$work" requests by_requests
	count 25 'aio:pwrite' out
	hasnt 'io_submit|io_getevents|aio:pread| p[rw]' out
	"$TRACE" -o out -e 'aio:*' --failure "$work" requests by_requests
	count 2 'aio:.*EFAULT' out
	count 2 'aio:' out
	"$TRACE" -o out -e 'aio:*' --path /nonexistent "$work" requests by_requests
	hasnt 'aio:' out
	"$TRACE" strace -o out -e trace=pread64,io_submit "$work" requests by_requests
	hasnt 'aio:' out

	# A number of a request is no call
	cat >number.py <<'X'
import ctypes
ctypes.CDLL(None).syscall(880, 1, 2, 3)
X
	"$TRACE" -o out "$python" number.py
	hasnt 'aio:' out
fi

# Many at once; of each its own memory
status 0 "$TRACE" -o many --fail-on-loss -e 'aio:*' "$work" many 600
count 600 'aio:pread64\(.*, buf: "[0-9]{4}", count: 4, pos: [0-9]+\) *= 4$' many
has 'buf: "0000", count: 4, pos: 0\)' many
has 'buf: "0599", count: 4, pos: 2396\)' many
hasnt captured err

# What is not captured is said
if full_run; then
	status 0 "$TRACE" -o out -e 'aio:*' "$work" many 8000
	missing=$(sed -nE 's/.* ([0-9]+) requests of aio .* not captured.*/\1/p' err)
	[ $(($(grep -c 'aio:' out) + ${missing:-0})) = 8000 ] || fail "of 8000 requests $(grep -c 'aio:' out) have a line, ${missing:-none} are said to have none"
fi

# Another thread reaps them, some before io_submit has returned; the thread that has submitted one may have ended
status 0 "$TRACE" -o out --fail-on-loss -e 'aio:*' "$work" threads "$(scaled 2000)"
count "$(scaled 2000)" 'aio:pwrite64\(.*, buf: "1[0-9]*", count: [1-8], pos: 0\) *= [1-8]$' out
"$TRACE" -o out -e 'aio:*' "$work" gone
count 1 'aio:pwrite64\(fd: [0-9]+<.*gone.*>, buf: "gone", count: 4, pos: 0\) *= 4' out

# Reaped in memory: the end is not known
"$TRACE" -o out -e 'aio:*' "$work" memory
for n in 1 2 3; do
	count 1 "aio:pwrite64\\(.*, count: $n, pos: 0\\) *= \\?" out
done
"$TRACE" record -o memory.data "$work" memory >/dev/null
"$TRACE" replay -e 'aio:*' memory.data >out
count 3 'aio:pwrite64.*= \?' out

# One that has not ended when the program does, executes another one, or tracing ends; and one that is cancelled
if "$TRACE" -o out -e 'aio:*' "$work" open exec; then
	count 1 'aio:poll\(fd: [0-9]+<pipe:.*, events: IN\) *= \?' out
	"$TRACE" -o out -e 'aio:*' "$work" cancel
	count 1 'aio:poll\(fd: [0-9]+<pipe:.*, events: IN\) *= [^?]' out
	"$work" open later &
	program=$!
	rm -f out
	"$TRACE" -o out --also-record open.data -e 'io_submit,getppid,aio:*' -p $program &
	tracer=$!
	until_true 20 grep -q 'getppid' out || fail "getppid is not shown"
	: >later
	until_true 20 grep -q 'io_submit.*= 1' out || fail "io_submit is not shown"
	kill -TERM $tracer
	wait $tracer
	kill -KILL $program
	count 1 'aio:poll\(fd: [0-9]+<pipe:.*, events: IN.*unfinished' out
	"$TRACE" replay open.data >replayed
	cmp out replayed || fail "replay of unfinished requests differs"

	# One that was submitted before tracing began is said to be missing
	"$work" early >submitted &
	program=$!
	until_true 20 [ -s submitted ] || fail "nothing is submitted"
	rm out
	"$TRACE" -o out --also-record early.data -e 'getppid,aio:*' -p $program 2>err &
	tracer=$!
	until_true 20 grep -q 'getppid' out || fail "getppid is not shown"
	: >early
	wait $program $tracer
	count 1 'aio:poll.*= IN' out
	has '1 requests of aio were submitted before tracing, or the recording, began' err
	"$TRACE" replay -e getppid,'aio:*' early.data >replayed 2>err
	cmp out replayed || fail "replay of the request differs"
	has '1 requests of aio were submitted before' err
fi

# Counted in the kernel with them as in a recording of the same work: selected by their own names, by others, and not at all
counted() {	# FILE: groups, calls, errors and bytes of requests and of calls like them, of csv
	tr -d '"' <"$1" | awk -F, 'function of(name) { return name in at ? $at[name] : "-" }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		of("syscall") ~ /aio:|^io_submit|^io_getevents|^p(read|write)/ {
			print of("syscall"), of("user"), of("cgroup"), of("errno"), of("calls"), of("errors"), of("bytes") }' | sort
}
counts_agree() {	# OPTIONS
	"$TRACE" --summary --format csv -o live.csv "$@" "$work" requests counted_file
	"$TRACE" replay --summary --format csv -o replayed.csv "$@" counted.data
	counted live.csv >live.counts
	counted replayed.csv >replayed.counts
	cmp live.counts replayed.counts || { fail "counts of requests differ: $*"; diff live.counts replayed.counts; }
}
"$TRACE" record -o counted.data "$work" requests counted_file >/dev/null
counts_agree
has '^aio:pread64 - - - 14 1 [1-9][0-9]*$' live.counts
has '^io_submit - - - 51 0 ' live.counts
if full_run; then
	counts_agree -e 'aio:*'
	has '^aio:pwrite64 - - - 13 1 [1-9][0-9]*$' live.counts
	counts_agree -e pread64
	count 1 . live.counts
	counts_agree --failure
	counts_agree --success -e pread64,io_submit
	counts_agree --by errno,syscall
	counts_agree --by user,syscall
	has "^aio:pread64 $(id -u) " live.counts
	counts_agree --by cgroup,syscall
	"$TRACE" top --batch --by syscall -o out "$work" requests counted_file
	[ "$(awk '$NF == "aio:pread64" { n += $1; bad += $2 } END { print n, bad }' out)" = "14 1" ] || { fail "trace top has not 14 aio:pread64"; cat out; }
	[ "$(awk '$NF == "io_submit" { n += $1 } END { print n }' out)" = 51 ] || { fail "trace top has not 51 io_submit"; cat out; }
	"$TRACE" top --batch --by user -e 'aio:*' -o out "$work" requests counted_file
	[ "$(awk -v user="$(id -un)" '$NF == user { n += $1 } END { print n }' out)" = 51 ] || { fail "trace top has not 51 requests of the user"; cat out; }
	"$TRACE" --summary --errors -o out "$work" requests counted_file
	has ' 14 +1 .* aio:pread64$' out
	"$TRACE" --summary --interval 0.1 -o out "$work" many 600
	[ "$(awk '$NF == "aio:pread64" { n += $1 } END { print n }' out)" = 600 ] || fail "of 600 requests some are in no interval"
	"$TRACE" --summary --no-aio -o out "$work" many 8
	has 'io_submit' out
	hasnt 'aio:' out

	# Recordings of counts have them, too, unless they are left out
	for by in syscall user,syscall cgroup,syscall errno,syscall; do
		"$TRACE" record --by $by -o counts.data "$work" requests counted_file >/dev/null
		"$TRACE" summary --format csv --by $by counts.data >recorded.csv
		"$TRACE" replay --summary --format csv --by $by -o replayed.csv counted.data
		counted recorded.csv >recorded.counts
		counted replayed.csv >replayed.counts
		grep -q '^aio:pread64 ' recorded.counts || fail "recorded counts have no requests, by $by"
		cmp recorded.counts replayed.counts || { fail "recorded counts of requests differ, by $by"; diff recorded.counts replayed.counts; }
	done
	"$TRACE" record --by syscall -e 'aio:*' -o counts.data "$work" requests counted_file >/dev/null
	"$TRACE" summary counts.data >out
	has ' 14 +1 .* aio:pread64$' out
	hasnt ' io_submit$' out
	"$TRACE" record --no-aio --by syscall -o counts.data "$work" many 8 >/dev/null
	"$TRACE" summary counts.data >out
	has 'requests of aio are not counted here' out
	hasnt 'aio:' out
fi

# A real program: each request once
if full_run && command -v fio >/dev/null; then
	fio --name=x --filename=fio.dat --size=2m --bs=4k --rw=randrw --ioengine=libaio --iodepth=64 --iodepth_batch=16 --iodepth_batch_complete_max=64 --direct=0 \
		--output-format=json --output=fio.json >/dev/null 2>&1 && {
		status 0 "$TRACE" -o fio.txt --fail-on-loss -e 'aio:*,io_submit,io_getevents,io_pgetevents' \
			fio --name=x --filename=fio.dat --size=2m --bs=4k --rw=randrw --ioengine=libaio --iodepth=64 --iodepth_batch=16 --iodepth_batch_complete_max=64 \
			--direct=0 --output-format=json --output=fio.json
		count 512 'aio:p(read|write)64\(fd: [0-9]+<.*/fio.dat>, buf: ".*, count: 4096, pos: [0-9]+\) *= 4096$' fio.txt
		taken=$(sed -nE 's/.* io_submit\(.* = ([0-9]+)$/\1/p' fio.txt | awk '{ n += $1 } END { print n }')
		[ "$taken" = 512 ] || fail "io_submit has taken $taken requests"
	}
fi

finish
