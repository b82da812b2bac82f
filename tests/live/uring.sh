# SPDX-License-Identifier: BSD-2-Clause
# Requests of io_uring: recorded and replayed, in JSON, chosen and left out; and the same work as by calls.
. "$here/lib.sh"

work=$(program uring_work)
"$work" calls by_calls >/dev/null || { [ $? = 77 ] && skip "no io_uring here, or an early one"; fail "the work by calls"; }

# Live and replayed the same, also with other options
both requests -e openat,read,write,close,unlinkat -- "$work" requests by_requests
"$TRACE" -o live.json --format json -e openat,write --also-record some.data "$work" requests again >/dev/null
"$TRACE" replay --format json some.data >replay.json
cmp live.json replay.json || fail "JSON: replay differs"
has '"call":"io_uring:openat"|"name":"io_uring:openat"|io_uring:openat' live.json

# Requests and calls open the same files, and move the same bytes, with the same errors
"$TRACE" -o calls.txt -e openat,read,write,close,unlinkat --path by_calls "$work" calls by_calls >/dev/null
"$TRACE" -o requests.txt -e openat,read,write,close,unlinkat --path by_requests "$work" requests by_requests >/dev/null
summed() {	# FILE NAME: name, path, result of each call below the directory
	sed -nE "s#.*[ :](openat|read|write|close|unlinkat)\\(.*$2/([a-z0-9]*).* = (-?[0-9]+).*#\\1 \\2 \\3#p" "$1" |
		awk '{ if ($1 == "openat" && $3 >= 0) $3 = "fd"; print }' | sort
}
summed calls.txt by_calls >calls.sum
summed requests.txt by_requests >requests.sum
[ "$(wc -l <calls.sum)" -ge 40 ] || fail "the work by calls has $(wc -l <calls.sum) lines"
cmp calls.sum requests.sum || { fail "calls and requests differ"; diff calls.sum requests.sum | head -n 5; }

# Left out
"$TRACE" -o out --no-io-uring -e openat "$work" requests by_requests >/dev/null
hasnt 'io_uring:' out
"$TRACE" replay --no-io-uring some.data >out
hasnt 'io_uring:' out
"$TRACE" -o out -e 'openat,!io_uring:openat' "$work" requests by_requests >/dev/null
hasnt 'io_uring:openat' out
"$TRACE" -o out -e 'io_uring:*' "$work" requests by_requests >/dev/null
has 'io_uring:unlinkat' out
hasnt ' openat' out
"$TRACE" -o out -e openat --failure "$work" requests by_requests >/dev/null
has 'io_uring:openat.*ENOENT' out
hasnt 'io_uring:openat.*= [0-9]' out

# A number of a request is no call
cat >number.py <<'X'
import ctypes
ctypes.CDLL(None).syscall(914, 1, 2, 3)
X
"$TRACE" -o out "$python" number.py
hasnt 'io_uring:' out

# A request that succeeds without a completion is found when its memory is used again, with its result where the kernel keeps that
"$TRACE" -o out --also-record skips.data -e 'io_uring:*,!io_uring:nop' "$work" skips 20 >/dev/null && {
	n=$(grep -Ec '^ *[0-9.]+ \( *\): .*io_uring:fadvise\(.*advice: NORMAL\) *= (0|\?) \(skip_success\) \(silent\)$' out)
	[ "$n" = 20 ] || { fail "of 20 requests without a completion $n have a line"; cat out; }
	has 'io_uring:fadvise.*, advice: (0x63|99)\) *= -1 EINVAL' out
	"$TRACE" replay -o replayed skips.data
	cmp out replayed || fail "requests without a completion: replay differs"
	"$TRACE" replay --format json skips.data >skips.json
	has '"name":"io_uring:fadvise".*"silent":true' skips.json
	hasnt '"dur_ns":.*"silent":true' skips.json
	"$TRACE" -o out -e 'io_uring:*' "$work" skips 0 >/dev/null
	[ "$(grep -c 'io_uring:' out)" = 1 ] || { fail "a single request without a completion"; cat out; }
	has 'io_uring:fadvise\(fd: [0-9]+<.*, advice: NORMAL\) *= \? \(skip_success\) \(silent\)$' out
}

# Requests that have not completed when tracing ends; and those that were submitted before it began
mkfifo input
"$work" open 3 <input >told &
target=$!
exec 9>input
until_true 20 grep -qs first told || fail "the work does not begin"
rm -f out
"$TRACE" -o out --also-record open.data -e 'io_uring:*,write' -p $target 2>err &
tracer=$!
until_true 20 grep -q 'write(' out || fail "-p shows nothing"
echo >&9
until_true 20 grep -q second told || fail "no second request"
echo >&9
until_true 20 grep -q third told || fail "the first requests do not end"
until_true 20 grep -q third out || fail "-p does not show the end"
kill -INT $tracer
wait $tracer
exec 9>&-
wait $target
hasnt exited out
has 'io_uring:poll_add\(fd: [0-9]+<pipe:\[[0-9]+\].*, events: IN, flags: .* <unfinished \.\.\.>$' out
"$TRACE" replay -o replayed open.data
cmp out replayed || fail "requests that have not completed: replay differs"
if grep -q known told; then
	[ "$(grep -c 'io_uring:poll_add resumed' out)" = 3 ] || { fail "requests from before tracing"; cat out; }
fi

# Those of a process that ends: unfinished, cancelled, or first the one and then, when the kernel has come to it, the other
"$TRACE" -o out -e 'io_uring:*' "$work" open 2 </dev/null >/dev/null
[ "$(grep -E 'io_uring:poll_add\(fd: [0-9]+.*( <unfinished \.\.\.>|ECANCELED .*)$' out | awk '{ print $1 }' | sort -u | wc -l)" = 2 ] || {
	fail "requests of a process that ends"; cat out; }

# Chains, and requests that a thread of the kernel carries out; live and replayed
echo abc >abc
both chain -e 'io_uring:*' -- "$work" chain abc
"$TRACE" -o out --also-record chain.data -e 'io_uring:*' "$work" chain abc >told
has 'io_uring:nop\(\) *= 0 \(link\)$' out
has 'io_uring:nop\(\) *= 0 \(hardlink\)$' out
has 'io_uring:nop\(\) *= 0 \(drain\)( \(worker\))?$' out
has 'io_uring:nop\(\) *= 0$' out
"$TRACE" replay --format json chain.data >chain.json
has '"name":"io_uring:nop".*"hardlink":true' chain.json
if grep -q worker told; then
	has 'io_uring:read\(.*count: 3, pos: 0, flags: 0\) *= 3 \(async\) \(worker\)$' out
	has '"name":"io_uring:read".*"async":true.*"worker":true' chain.json
fi

# Numbers in the ring's own table
both registered -e 'io_uring:*' -- "$work" registered abc
"$TRACE" -o out --also-record registered.data -e 'io_uring:*' "$work" registered abc >told
"$TRACE" replay --format json registered.data >registered.json
if grep -q named told; then
	has "io_uring:read\\(fd: 1<registered $PWD/abc>, buf: \"abc\", count: 3" out
	has '"fd":\{"fd":1,"registered":true,"path":"'"$PWD/abc"'"\}' registered.json
	"$TRACE" replay --path "$PWD/abc" registered.data >out
	has 'io_uring:read' out
else
	has 'io_uring:read\(fd: 1<registered>, buf: "abc", count: 3' out
	has '"fd":\{"fd":1,"registered":true\}' registered.json
fi
"$TRACE" replay --path "$PWD/other" registered.data >out
hasnt 'io_uring:read' out

# Nothing is lost of many requests at once
status 0 "$TRACE" -o many --fail-on-loss -e io_uring:nop "$work" nops 20000
n=$(grep -c 'io_uring:nop() *= 0' many)
[ "$n" = 20000 ] || fail "of 20000 requests $n have a line"

finish
