// SPDX-License-Identifier: BSD-2-Clause
// options: --verbose
/* Calls on memory that fail or change nothing. */
#include "live.h"

#include <time.h>
#include <linux/mempolicy.h>
#include <linux/random.h>

#include "numbers.h"

/* struct futex_waitv: val, uaddr, flags, __reserved */
static struct { unsigned long long val, uaddr; unsigned flags, reserved; } waiters[] = { { 1, 0x1000, 2, 0 }, { 2, 0x1000, 2, 7 } };

int main(void)
{
	long ret;

	mlockall(MCL_CURRENT);	/* memory that the kernel does not read is resident, too */
	begin();
	ret = syscall(SYS_brk, NULL);
	expect("brk(brk: NULL) = %s", text("%#lx", ret));
	ret = syscall(SYS_mlock, (void *)4096, 8192);
	expect("mlock(start: 0x1000, len: 8192) = %s", result(ret));
	ret = syscall(SYS_munlock, (void *)4096, 8192);
	expect("munlock(start: 0x1000, len: 8192) = %s", result(ret));
	ret = syscall(SYS_mlock2, (void *)4096, 8192, MLOCK_ONFAULT);
	expect("mlock2(start: 0x1000, len: 8192, flags: ONFAULT) = %s", result(ret));
	ret = syscall(SYS_munlockall);
	expect("munlockall() = %s", result(ret));
	ret = syscall(SYS_migrate_pages, -1, 0, NULL, NULL);
	expect("migrate_pages(pid: -1, maxnode: 0, old_nodes: NULL, new_nodes: NULL) = %s", result(ret));
	ret = syscall(SYS_move_pages, -1, 0, NULL, NULL, NULL, MPOL_MF_MOVE);
	expect("move_pages(pid: -1, nr_pages: 0, pages: NULL, nodes: NULL, status: NULL, flags: MOVE) = %s", result(ret));
	ret = syscall(SYS_pkey_alloc, 9, 0);
	expect("pkey_alloc(flags: 0x9, init_val: 0) = %s", result(ret));
	ret = syscall(SYS_pkey_free, 99);
	expect("pkey_free(pkey: 99) = %s", result(ret));
	ret = syscall(SYS_process_vm_readv, -1, NULL, 0, NULL, 0, 0);
	expect("process_vm_readv(pid: -1, lvec: NULL, liovcnt: 0, rvec: NULL, riovcnt: 0, flags: 0) = %s", result(ret));
	ret = syscall(SYS_process_madvise, -1, NULL, 0, MADV_COLD, 0);
	expect("process_madvise(pidfd: -1, vec: NULL, vlen: 0, behavior: COLD, flags: 0) = %s", result(ret));
	ret = syscall(SYS_userfaultfd, 0x10000);
	expect("userfaultfd(flags: 0x10000) = %s", result(ret));
	ret = syscall(SYS_memfd_secret, 0x10000);
	expect("memfd_secret(flags: 0x10000) = %s", result(ret));
	ret = syscall(SYS_map_shadow_stack, NULL, 4096, 1);
	expect("map_shadow_stack(addr: NULL, size: 4096, flags: SET_TOKEN) = %s", result(ret));
	ret = syscall(SYS_mseal, (void *)4097, 4096, 0);
	expect("mseal(start: 0x1001, len: 4096, flags: 0) = %s", result(ret));
	ret = syscall(SYS_set_mempolicy_home_node, 0, 4096, 0, 1);
	expect("set_mempolicy_home_node(start: NULL, len: 4096, home_node: 0, flags: 0x1) = %s", result(ret));
	ret = syscall(SYS_futex_waitv, NULL, 0, 0, NULL, CLOCK_MONOTONIC);
	expect("futex_waitv(waiters: NULL, nr_futexes: 0, flags: 0, timeout: NULL, clockid: MONOTONIC) = %s", result(ret));
	ret = syscall(SYS_futex_waitv, waiters, 2, 0, NULL, CLOCK_MONOTONIC);
	expect("futex_waitv(waiters: [{val: 1, uaddr: 0x1000, flags: SIZE_U32}, {val: 2, uaddr: 0x1000, flags: SIZE_U32, __reserved: 0x7}], "
	       "nr_futexes: 2, @@) = %s", result(ret));
	ret = syscall(SYS_futex_wake, NULL, 1, 1, 0);
	expect("futex_wake(uaddr: NULL, mask: 0x1, nr: 1, flags: SIZE_U8) = %s", result(ret));
	ret = syscall(SYS_futex_wait, NULL, 0, 1, 0, NULL, CLOCK_MONOTONIC);
	expect("futex_wait(uaddr: NULL, val: 0, mask: 0x1, flags: SIZE_U8, timeout: NULL, clockid: MONOTONIC) = %s", result(ret));
	ret = syscall(SYS_futex_requeue, NULL, 0, 1, 1);
	expect("futex_requeue(waiters: NULL, flags: 0, nr_wake: 1, nr_requeue: 1) = %s", result(ret));
	ret = syscall(SYS_getrandom, NULL, 8, GRND_NONBLOCK);
	expect("getrandom(ubuf: NULL, len: 8, flags: NONBLOCK) = %s", result(ret));
	end();
}
