# SPDX-License-Identifier: BSD-2-Clause
# Tasks that make many calls, more than the kernel side has seats for (bpf/seats.bpf.h): all calls are there, each is its thread's, and
# what ends or begins meanwhile does not get another's.
. "$here/lib.sh"

seats=$(program seats)
threads=48
true_at=/bin/true

status 0 "$TRACE" -o out --exits=all -e lseek,execve,exit_group,brk "$seats" $threads "$true_at"
count $((threads * 3 * 80)) 'lseek\(fd: -1, offset: [0-9]+, whence: .*EBADF' out
count 80 'lseek\(fd: -1, offset: -1, whence: .*EBADF' out
# Each thread of a round has its own offset, which no other one passes
sed -n 's/.*\/\([0-9]*\) lseek(fd: -1, offset: \([0-9]*\),.*/\1 \2/p' out | sort | uniq -c |
	awk '$1 != 80 { bad++; print } END { if (NR != '$((threads * 3))') print NR " threads"; exit bad || NR != '$((threads * 3))' }' >wrong ||
	fail "calls of a thread: $(head -n 3 wrong)"
# After execve by another thread the process is the first thread's
first=$(sed -n 's/.*seats\/\([0-9]*\) execve(.*/\1/p' out | head -n 1)
has 'true/[0-9]* execve\(.* = 0$' out
has "true/$first brk\(" out
[ "$(sed -n 's/.*true\/\([0-9]*\) brk(.*/\1/p' out | sort -u)" = "$first" ] || fail "after execve the ID is not the first thread's"
has "true/$first exit_group\(error_code: 0\)" out
has "true/$first \+\+\+ exited with 0 \+\+\+" out

# Processes, some of them not traced
for i in $(seq 8); do
	"$seats" 2 &
done
"$TRACE" -o out --exits=all -e lseek sh -c 'for i in 1 2 3 4 5 6; do "$1" 4 & done; wait' sh "$seats" || fail "processes: status $?"
wait
count $((6 * 4 * 3 * 80)) 'lseek\(fd: -1, offset: [0-3], whence: .*EBADF' out
count $((6 * (4 * 3 + 1))) 'seats\/[0-9]* \+\+\+ exited with 0 \+\+\+' out

# The user that was reported of a thread is another thing than what was reported of the task that had the seat before
if [ "$(id -u)" = 0 ]; then
	status 0 "$TRACE" --show user -o out -e lseek "$seats" user 4201
	count $((2 * 40 * 80)) '\[root\] seats\/[0-9]* lseek\(fd: -1, offset: 1,' out
	count $((2 * 40 * 80)) '\[4201\] seats\/[0-9]* lseek\(fd: -1, offset: 2,' out
fi

# A later run sees nothing of an earlier one
status 0 "$TRACE" -o out -e lseek "$true_at"
hasnt 'seats' out
finish
