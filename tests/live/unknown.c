// SPDX-License-Identifier: BSD-2-Clause
/* All calls: an unknown call is shown by number, with its registers. */
#include "live.h"

int main(void)
{
	begin();
	syscall(999, 1L, 0x22L, 0L, -1L, 5L, 6L);
	expect("syscall_999(arg0: 0x1, arg1: 0x22, arg2: 0, arg3: 0xffffffffffffffff, arg4: 0x5, arg5: 0x6) = -1 ENOSYS (Function not implemented)");
	/* numbers above 16 bits are not truncated to another call, here write on arm64 */
	syscall(0x10040, 1L, 2L, 3L, 0L, 0L, 0L);
	expect("syscall_65600(arg0: 0x1, arg1: 0x2, arg2: 0x3, arg3: 0, arg4: 0, arg5: 0) = -1 ENOSYS (Function not implemented)");
	syscall(0xffff, 1L, 2L, 3L, 0L, 0L, 0L);
	expect("syscall_65535(arg0: 0x1, arg1: 0x2, arg2: 0x3, arg3: 0, arg4: 0, arg5: 0) = -1 ENOSYS (Function not implemented)");
	syscall(0x7fff0000 & ~0x40000000, 1L, 2L, 3L, 0L, 0L, 0L);
	expect("syscall_1073676288(arg0: 0x1, arg1: 0x2, arg2: 0x3, arg3: 0, arg4: 0, arg5: 0) = -1 ENOSYS (Function not implemented)");
#ifdef __x86_64__
	syscall(0x40000000 | 70000, 1L, 2L, 3L, 0L, 0L, 0L);
	expect("x32:syscall_70000(arg0: 0x1, arg1: 0x2, arg2: 0x3, arg3: 0, arg4: 0, arg5: 0) = -1 ENOSYS (Function not implemented)");
	syscall(-1, 1L, 2L, 3L, 0L, 0L, 0L);
	expect("syscall_4294967295(arg0: 0x1, arg1: 0x2, arg2: 0x3, arg3: 0, arg4: 0, arg5: 0) = -1 ENOSYS (Function not implemented)");
#endif
	end();
	return 0;
}
