// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
// threads
/* A request of io_uring that waits for a child: what the kernel fills in is shown. */
#include "uring.h"

#include <sys/wait.h>

#define OP_WAITID 50		/* IORING_OP_WAITID: since Linux 6.7 */

int main(void)
{
	siginfo_t info;
	pid_t child;

	begin();
	if (!set_up() || !has(OP_WAITID))
		skip("the kernel has no such request");
	mlockall(MCL_CURRENT);
	child = fork();
	if (!child)
		_exit(3);
	if (request((struct io_uring_sqe){ .opcode = OP_WAITID, .fd = child, .len = P_PID, .addr2 = (uintptr_t)&info, .file_index = WEXITED }))
		return 1;
	expect_of(program_invocation_short_name, child, "+++ exited with 3 +++");
	expect_of(program_invocation_short_name, getpid(), "io_uring:waitid(which: PID, upid: %d, infop: {si_signo: CHLD, si_code: EXITED, si_pid: %d, si_uid: %d, "
		  "si_status: 3}, options: WEXITED) = 0",
		  child, child, getuid());
	end();
	return 0;
}
