// SPDX-License-Identifier: BSD-2-Clause
// options: -e statmount,listmount,lsm_list_modules,lsm_set_self_attr --string-limit 64
/* What statmount tells about a mount: fields that its mask has, and the strings behind them. Names of security modules, and their contexts. */
#include "live.h"
#include "numbers.h"

#include <stddef.h>

struct request { uint32_t size, fd; uint64_t mnt_id, param; };		/* struct mnt_id_req of linux/mount.h, 6.8 */
struct result { uint32_t size, mnt_opts; uint64_t mask; uint32_t sb[4], flags, fs_type; uint64_t mnt_id, parent; uint32_t rest[114]; char text[3584]; };
_Static_assert(offsetof(struct result, text) == 512, "struct statmount");

static struct result mount_at;
static struct { uint64_t id, flags, len, ctx_len; char ctx[8]; } context = { 101, 0, 40, 5, "label" };

int main(void)
{
	struct request all = { 24, 0, ~0ull, 0 }, one = { 24, 0, 0, 0x28 };	/* LSMT_ROOT; STATMOUNT_MNT_ROOT | FS_TYPE */
	uint64_t ids[1] = { 0 };
	uint64_t modules[32];
	uint32_t room = sizeof(modules);
	long ret;

	if (syscall(SYS_listmount, &all, ids, 1, 0) != 1)
		skip("there is no listmount: %s", strerror(errno));
	one.mnt_id = ids[0];
	begin();
	ret = syscall(SYS_listmount, &all, ids, 1, 0);
	expect("listmount(req: {size: 24, mnt_ns_fd: 0, mnt_id: LSMT_ROOT, param: 0}, mnt_ids: [0x%lx], nr_mnt_ids: 1, flags: 0) = %s", (unsigned long)ids[0], result(ret));
	ret = syscall(SYS_statmount, &one, &mount_at, sizeof(mount_at), 0);
	expect("statmount(req: {size: 24, mnt_ns_fd: 0, mnt_id: 0x%lx, param: MNT_ROOT|FS_TYPE}, buf: {size: %u, mask: MNT_ROOT|FS_TYPE, "
	       "fs_type: \"%s\", mnt_root: \"%s\"}, bufsize: %zu, flags: 0) = %s", (unsigned long)one.mnt_id, mount_at.size, mount_at.text + mount_at.fs_type,
	       mount_at.text + ((uint32_t *)&mount_at)[26], sizeof(mount_at), result(ret));
	one.param = 1;	/* STATMOUNT_SB_BASIC */
	ret = syscall(SYS_statmount, &one, &mount_at, sizeof(mount_at), 0);
	expect("statmount(req: {size: 24, mnt_ns_fd: 0, mnt_id: 0x%lx, param: SB_BASIC}, buf: {size: 512, mask: SB_BASIC, sb_dev_major: %u, sb_dev_minor: %u, "
	       "sb_magic: @@, sb_flags: @@}, bufsize: %zu, flags: 0) = %s", (unsigned long)one.mnt_id, mount_at.sb[0], mount_at.sb[1], sizeof(mount_at), result(ret));
	one.mnt_id = 1;	/* none */
	ret = syscall(SYS_statmount, &one, &mount_at, sizeof(mount_at), 0);
	expect("statmount(req: {size: 24, mnt_ns_fd: 0, mnt_id: 0x1, param: SB_BASIC}, buf: %p, bufsize: %zu, flags: 0) = %s", (void *)&mount_at, sizeof(mount_at), result(ret));
	all.fd = 77777;	/* kernels without STATMOUNT_BY_FD refuse the flag */
	ret = syscall(SYS_statmount, &all, &mount_at, sizeof(mount_at), 1);
	expect("statmount(req: {size: 24, mnt_fd: 77777, mnt_id: 0xffffffffffffffff, param: 0}, buf: %p, bufsize: %zu, flags: BY_FD) = %s", (void *)&mount_at,
	       sizeof(mount_at), result(ret));
	ret = syscall(SYS_lsm_list_modules, modules, &room, 0);
	if (ret > 0)
		expect("lsm_list_modules(ids: [@@CAPABILITY@@], size: [256 => %u], flags: 0) = %ld", room, ret);
	else
		expect("lsm_list_modules(ids: %p, size: [@@], flags: 0) = %s", (void *)modules, result(ret));
	ret = syscall(SYS_lsm_set_self_attr, 100, &context, 40, 0);
	expect("lsm_set_self_attr(attr: CURRENT, ctx: [{id: SELINUX, flags: 0, len: 40, ctx_len: 5, ctx: \"label\"}], size: 40, flags: 0) = %s", result(ret));
	end();
	return 0;
}
