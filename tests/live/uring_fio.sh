# SPDX-License-Identifier: BSD-2-Clause
# needs: fio
# Each request of fio is shown once, with its file and result: with registered buffers and files, a polling thread, and several at once. And the
# same work by calls.
. "$here/lib.sh"

dd if=/dev/zero of=file bs=1024 count=1024 2>/dev/null
blocks=256

# OPTIONS of fio
shown() {
	"$TRACE" -o out --fail-on-loss -e 'io_uring:*' fio --name=x --thread --filename="$PWD/file" --size=1m --rw=randrw --bs=4k --ioengine=io_uring \
		--iodepth=8 "$@" >fio.out 2>&1 || { fail "fio $* ended with status $?"; tail -n 3 fio.out; return; }
	n=$(grep -Ec "io_uring:(read|write|readv|writev|read_fixed|write_fixed)\(fd: [0-9]+<(registered )?$PWD/file>, .* = 4096( \(async\))?( \(worker\))?\$" out)
	[ "$n" = $blocks ] || { fail "fio $*: $n lines, not $blocks"; grep io_uring: out | head -n 3; }
	n=$(grep -c 'io_uring:' out)
	[ "$n" = $blocks ] || fail "fio $*: $n requests, not $blocks"
}

shown
shown --fixedbufs=1
hasnt '<registered' out
has 'io_uring:read_fixed\(.*, buf_index: [0-9]+\)' out
shown --registerfiles=1
has '<registered ' out
hasnt 'fd: [0-9]+</' out
shown --fixedbufs=1 --registerfiles=1 --iodepth_batch_submit=4 --iodepth_batch_complete_min=1 --iodepth_batch_complete_max=8
shown --sqthread_poll=1
shown --nonvectored=0 --force_async=2

# The same work by calls: the same blocks are read and written
blocks_of() {
	sed -nE "s,.* (io_uring:|p)(read|write)(64)?\\(fd: [0-9]+<$PWD/file>\,.* count: 4096\, pos: ([0-9]+).* = (-?[0-9]+).*,\\2 \\4 \\5,p" "$1" | sort
}
work="fio --name=x --thread --filename=$PWD/file --size=1m --rw=randrw --bs=4k"
# shellcheck disable=SC2086
"$TRACE" -o calls --no-io-uring -e pread64,pwrite64 $work --ioengine=psync >fio.out 2>&1 || fail "fio by calls: $(tail -n 1 fio.out)"
# shellcheck disable=SC2086
"$TRACE" -o requests -e io_uring:read,io_uring:write $work --ioengine=io_uring --iodepth=8 >fio.out 2>&1 || fail "fio by requests: $(tail -n 1 fio.out)"
blocks_of calls >calls.blocks
blocks_of requests >requests.blocks
[ "$(wc -l <calls.blocks)" = $blocks ] || fail "by calls $(wc -l <calls.blocks) blocks, not $blocks"
cmp calls.blocks requests.blocks || { fail "calls and requests differ"; diff calls.blocks requests.blocks | head -n 5; }

finish
