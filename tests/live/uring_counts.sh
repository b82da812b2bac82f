# SPDX-License-Identifier: BSD-2-Clause
# Requests of io_uring, counted in the kernel.
. "$here/lib.sh"

work=$(program uring_work)
"$work" calls by_calls >/dev/null || { [ $? = 77 ] && skip "no io_uring here, or an early one"; fail "the work by calls"; }

# Counted in the kernel: as many requests, errors and bytes as in a recording of the same work; by call, thread, process, name and errno
counts_of() {	# FILE: without times
	sed -nE 's/"//g; s/^([^,]*io_uring:[a-z]*|[^,]*,io_uring:[a-z]*),([0-9]+),([0-9]*),.*,([0-9]*)$/\1 \2 \3 \4/p' "$1" | sed -E 's/uring_work\/[0-9]+|^[0-9]+//' | sort
}
for by in $(or_all errno,syscall "syscall thread,syscall process,syscall comm,syscall errno,syscall"); do
	for what in "requests by_requests" "skips 20"; do
		"$TRACE" --summary --by $by --format csv -o counted "$work" $what >/dev/null 2>err || continue
		"$TRACE" record -q -o whole.data "$work" $what >/dev/null
		"$TRACE" replay --summary --by $by --format csv -o recorded whole.data
		counts_of counted >counted.sum
		counts_of recorded >recorded.sum
		[ -s counted.sum ] || fail "counted by $by: no requests ($what)"
		cmp counted.sum recorded.sum || { fail "counted by $by and recorded differ: $what"; diff counted.sum recorded.sum | head -n 5; }
	done
done
"$TRACE" --summary -o out "$work" nops 8000 >/dev/null
has '^ *8000 .* io_uring:nop$' out
"$TRACE" --summary -o out -e io_uring:nop,io_uring_enter "$work" requests by_requests >/dev/null
hasnt 'io_uring:[a-mo-z]' out
"$TRACE" --summary --no-io-uring -o out "$work" nops 8 >/dev/null
has 'io_uring_enter' out
hasnt 'io_uring:' out
"$TRACE" record -q --by syscall -o counts.data "$work" nops 8 >/dev/null
"$TRACE" summary counts.data >out
has '^ *8 .* io_uring:nop$' out
"$TRACE" summary --no-io-uring counts.data >out
hasnt 'io_uring:' out

finish
