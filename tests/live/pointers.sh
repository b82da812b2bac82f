# SPDX-License-Identifier: BSD-2-Clause
# Pointers in structures: the same memory live, replayed, and from the perf source.
. "$here/lib.sh"

program=$(program pointers)
request='io_submit\(.*iocbpp: \[\{aio_data: 0, aio_lio_opcode: PWRITE, aio_fildes: [0-9]+<.*written>, aio_buf: "hello", aio_nbytes: 5, aio_offset: 0, \.\.\.\}\]'
filter='optval: \{len: 1, filter: \[BPF_STMT\(code: RET\|K, k: 0xffff\)\]\}'
element='key: "key\\0", value: "value\\0", flags: ANY\}'

: >stop
"$program" || skip "there is no asynchronous I/O"
status 0 "$TRACE" -e io_submit,setsockopt,bpf --also-record data -o live "$program"
has "$request" live
has "$filter" live
has "$element" live
status 0 "$TRACE" replay -o replayed data
grep -aE 'io_submit|setsockopt|bpf' live >want
grep -aE 'io_submit|setsockopt|bpf' replayed | cmp - want || fail "replayed it looks otherwise"
status 0 "$TRACE" replay --format json -o json data
has '"aio_buf":"hello"' json
has '\{"macro":"BPF_STMT","code":' json

# Memory that is read later, and does not change
rm stop
[ -r /sys/kernel/tracing/events/raw_syscalls/sys_enter/id ] || exit
"$TRACE" --source perf --late=show -e io_submit,setsockopt,bpf -o late "$program" 2>err &
tracer=$!
until_true 30 grep -aqE "$filter" late || fail "no filter is read late"
until_true 30 grep -aqE "$request" late || fail "no request is read late"
until_true 30 grep -aqE "$element" late || fail "no element of a map is read late"
: >stop
until_true 30 gone $tracer || fail "it does not end with its command"

finish
