# SPDX-License-Identifier: BSD-2-Clause
# Reads and writes of as many bytes as the programs copy in different ways (copy_fast() of bpf/plan.bpf.h), before and after the task has a seat:
# what is shown is what was read and written, no more and no less.
. "$here/lib.sh"

times=80
head -c 65536 /dev/urandom | od -An -v -tx1 | tr -d ' \n' >in

# shown CALL FD: the memory of these calls
shown() {
	sed -n "s/.* $1(fd: $2<.*, buf: \"\([0-9a-f]*\)\"\.*, count: .*/\1/p" out | tr -d '\n'
}

for bytes in 1 2 4 7 8 9 63 64 65 255 256 257 300; do
	status 0 "$TRACE" -o out -s 300 -e read,write dd if=in of=copy bs=$bytes count=$times status=none
	head -c $((bytes * times)) in >want
	[ "$(shown read 0)" = "$(cat want)" ] || fail "reads of $bytes bytes"
	[ "$(shown write 1)" = "$(cat want)" ] || fail "writes of $bytes bytes"
	count $times "read\(fd: 0<.*, count: $bytes\) += $bytes\$" out
done

# Of more than the limit the first bytes
status 0 "$TRACE" -o out -s 5 -e read,write dd if=in of=copy bs=6 count=$times status=none
count $times 'read\(fd: 0<[^,]*, buf: "[0-9a-f]{5}"\.\.\., count: 6\) += 6$' out
count $times 'write\(fd: 1<[^,]*, buf: "[0-9a-f]{5}"\.\.\., count: 6\) += 6$' out

# Nothing where nothing was read
status 0 "$TRACE" -o out -e read dd if=/dev/null of=/dev/null bs=4 count=1 status=none
has 'read\(fd: 0<[^,]*, buf: "", count: 4\) += 0$' out
finish
