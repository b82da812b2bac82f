// SPDX-License-Identifier: BSD-2-Clause
// options: -e arch_prctl,membarrier,ioprio_set,ioprio_get,personality,seccomp,fsconfig,reboot,syslog,sync,vhangup
// needs: x86_64
/* Commands of calls on the system, of a user who may not change it. */
#include "live.h"

#include <linux/ioprio.h>
#include <linux/membarrier.h>
#include <linux/reboot.h>
#include <linux/seccomp.h>
#include <sys/personality.h>

enum { NOBODY = 0x7ffffff0 };	/* no process or user has this ID */
/* linux/mount.h, linux/membarrier.h, 5.2 to 6.6; the C library's sys/mount.h conflicts with the first */
enum { SET_FLAG, SET_STRING, SET_BINARY, SET_PATH, SET_PATH_EMPTY, SET_FD, CMD_CREATE, CMD_RECONFIGURE, CMD_CREATE_EXCL, GET_REGISTRATIONS = 1 << 9 };
/* The kernel's own linux/syslog.h */
enum {
	SYSLOG_ACTION_CLOSE, SYSLOG_ACTION_OPEN, SYSLOG_ACTION_READ, SYSLOG_ACTION_READ_ALL, SYSLOG_ACTION_READ_CLEAR, SYSLOG_ACTION_CLEAR, SYSLOG_ACTION_CONSOLE_OFF,
	SYSLOG_ACTION_CONSOLE_ON, SYSLOG_ACTION_CONSOLE_LEVEL, SYSLOG_ACTION_SIZE_UNREAD, SYSLOG_ACTION_SIZE_BUFFER,
};

static uint32_t action = SECCOMP_RET_TRACE;

/* The result has a name. */
#define MAKE_NAMED(line, ...) expect("%s = %s", line, syscall(__VA_ARGS__) == -1 ? error() : "@@")
#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

static void registrations(void)
{
	long ret = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);

	expect("membarrier(cmd: REGISTER_PRIVATE_EXPEDITED, flags: 0) = %s", result(ret));
	ret = syscall(SYS_membarrier, GET_REGISTRATIONS, 0, 0);
	expect("membarrier(cmd: GET_REGISTRATIONS, flags: 0) = %s", ret < 0 ? error() : "REGISTER_PRIVATE_EXPEDITED");
}

int main(void)
{
	if (seteuid(65534))
		skip("seteuid: %s", strerror(errno));
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE("fsconfig(fd: -1, cmd: SET_FLAG, _key: \"ro\", _value: NULL, aux: 0)",
	     SYS_fsconfig, -1, SET_FLAG, "ro", 0, 0);
	MAKE("fsconfig(fd: -1, cmd: SET_STRING, _key: \"source\", _value: \"/dev/null\", aux: 0)",
	     SYS_fsconfig, -1, SET_STRING, "source", "/dev/null", 0);
	MAKE("fsconfig(fd: -1, cmd: SET_BINARY, _key: \"key\", _value: \"a\\1b\", aux: 3)",
	     SYS_fsconfig, -1, SET_BINARY, "key", "a\1b", 3);
	MAKE("fsconfig(fd: -1, cmd: SET_PATH, _key: \"dir\", _value: \"/nowhere\", aux: CWD)",
	     SYS_fsconfig, -1, SET_PATH, "dir", "/nowhere", AT_FDCWD);
	MAKE("fsconfig(fd: -1, cmd: SET_PATH_EMPTY, _key: \"dir\", _value: \"\", aux: -1)",
	     SYS_fsconfig, -1, SET_PATH_EMPTY, "dir", "", -1);
	MAKE("fsconfig(fd: -1, cmd: SET_FD, _key: \"fd\", _value: NULL, aux: 77)",
	     SYS_fsconfig, -1, SET_FD, "fd", 0, 77);
	MAKE("fsconfig(fd: -1, cmd: CMD_CREATE, _key: NULL, _value: NULL, aux: 0)",
	     SYS_fsconfig, -1, CMD_CREATE, 0, 0, 0);
	MAKE("fsconfig(fd: -1, cmd: CMD_RECONFIGURE, _key: NULL, _value: NULL, aux: 0)",
	     SYS_fsconfig, -1, CMD_RECONFIGURE, 0, 0, 0);
	MAKE("fsconfig(fd: -1, cmd: CMD_CREATE_EXCL, _key: 0x8, _value: 0x8, aux: 1)",
	     SYS_fsconfig, -1, CMD_CREATE_EXCL, BAD, BAD, 1);
	MAKE("seccomp(op: SET_MODE_STRICT, flags: 0x1, uargs: NULL)",
	     SYS_seccomp, SECCOMP_SET_MODE_STRICT, 1, 0);
	MAKE("seccomp(op: SET_MODE_FILTER, flags: 0x40000000, uargs: 0x8 <unread>)",
	     SYS_seccomp, SECCOMP_SET_MODE_FILTER, 1 << 30, BAD);
	MAKE("seccomp(op: GET_ACTION_AVAIL, flags: 0, uargs: [TRACE])",
	     SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
	MAKE("seccomp(op: GET_NOTIF_SIZES, flags: 0x1, uargs: 0x8)",
	     SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 1, BAD);
	MAKE("reboot(magic1: 0, magic2: 0, cmd: CMD_RESTART)",
	     SYS_reboot, 0, 0, LINUX_REBOOT_CMD_RESTART, BAD);
	MAKE("reboot(magic1: 0, magic2: MAGIC2, cmd: CMD_HALT)",
	     SYS_reboot, 0, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_HALT, BAD);
	MAKE("reboot(magic1: 0, magic2: 0, cmd: CMD_CAD_ON)",
	     SYS_reboot, 0, 0, LINUX_REBOOT_CMD_CAD_ON, BAD);
	MAKE("reboot(magic1: 0, magic2: 0, cmd: CMD_CAD_OFF)",
	     SYS_reboot, 0, 0, LINUX_REBOOT_CMD_CAD_OFF, BAD);
	MAKE("reboot(magic1: 0, magic2: 0, cmd: CMD_POWER_OFF)",
	     SYS_reboot, 0, 0, LINUX_REBOOT_CMD_POWER_OFF, BAD);
	MAKE("reboot(magic1: 0, magic2: 0, cmd: CMD_RESTART2, arg: \"command\")",
	     SYS_reboot, 0, 0, LINUX_REBOOT_CMD_RESTART2, "command");
	MAKE("reboot(magic1: 0, magic2: 0, cmd: CMD_SW_SUSPEND)",
	     SYS_reboot, 0, 0, LINUX_REBOOT_CMD_SW_SUSPEND, BAD);
	MAKE("reboot(magic1: 0, magic2: 0, cmd: CMD_KEXEC)",
	     SYS_reboot, 0, 0, LINUX_REBOOT_CMD_KEXEC, BAD);
	MAKE("syslog(type: CLOSE, buf: NULL, len: 0)",
	     SYS_syslog, SYSLOG_ACTION_CLOSE, 0, 0);
	MAKE("syslog(type: OPEN, buf: NULL, len: 0)",
	     SYS_syslog, SYSLOG_ACTION_OPEN, 0, 0);
	MAKE("syslog(type: READ, buf: NULL, len: 8)",
	     SYS_syslog, SYSLOG_ACTION_READ, 0, 8);
	MAKE("syslog(type: READ_ALL, buf: NULL, len: 8)",
	     SYS_syslog, SYSLOG_ACTION_READ_ALL, 0, 8);
	MAKE("syslog(type: READ_CLEAR, buf: NULL, len: 8)",
	     SYS_syslog, SYSLOG_ACTION_READ_CLEAR, 0, 8);
	MAKE("syslog(type: CLEAR, buf: NULL, len: 0)",
	     SYS_syslog, SYSLOG_ACTION_CLEAR, 0, 0);
	MAKE("syslog(type: CONSOLE_OFF, buf: NULL, len: 0)",
	     SYS_syslog, SYSLOG_ACTION_CONSOLE_OFF, 0, 0);
	MAKE("syslog(type: CONSOLE_ON, buf: NULL, len: 0)",
	     SYS_syslog, SYSLOG_ACTION_CONSOLE_ON, 0, 0);
	MAKE("syslog(type: CONSOLE_LEVEL, buf: NULL, len: 7)",
	     SYS_syslog, SYSLOG_ACTION_CONSOLE_LEVEL, 0, 7);
	MAKE("syslog(type: SIZE_UNREAD, buf: NULL, len: 0)",
	     SYS_syslog, SYSLOG_ACTION_SIZE_UNREAD, 0, 0);
	MAKE("syslog(type: SIZE_BUFFER, buf: NULL, len: 0)",
	     SYS_syslog, SYSLOG_ACTION_SIZE_BUFFER, 0, 0);
	MAKE("membarrier(cmd: QUERY, flags: CPU|0x4)",
	     SYS_membarrier, MEMBARRIER_CMD_QUERY, 5, 0);
	MAKE("membarrier(cmd: GLOBAL, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 5, 0);
	MAKE("membarrier(cmd: GLOBAL_EXPEDITED, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 5, 0);
	MAKE("membarrier(cmd: REGISTER_GLOBAL_EXPEDITED, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 5, 0);
	MAKE("membarrier(cmd: PRIVATE_EXPEDITED, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 5, 0);
	MAKE("membarrier(cmd: REGISTER_PRIVATE_EXPEDITED, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 5, 0);
	MAKE("membarrier(cmd: PRIVATE_EXPEDITED_SYNC_CORE, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 5, 0);
	MAKE("membarrier(cmd: REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 5, 0);
	MAKE("membarrier(cmd: PRIVATE_EXPEDITED_RSEQ, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ, 5, 0);
	MAKE("membarrier(cmd: REGISTER_PRIVATE_EXPEDITED_RSEQ, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ, 5, 0);
	MAKE("membarrier(cmd: GET_REGISTRATIONS, flags: CPU|0x4, cpu_id: 0)",
	     SYS_membarrier, GET_REGISTRATIONS, 5, 0);
	registrations();
	MAKE("ioprio_get(which: PGRP, who: 2147483632)",
	     SYS_ioprio_get, IOPRIO_WHO_PGRP, NOBODY);
	MAKE("ioprio_get(which: USER, who: 2147483632)",
	     SYS_ioprio_get, IOPRIO_WHO_USER, NOBODY);
	MAKE("ioprio_set(which: PGRP, who: 2147483632, ioprio: {class: BE, level: 3})",
	     SYS_ioprio_set, IOPRIO_WHO_PGRP, NOBODY, 0x4003);
	MAKE("ioprio_set(which: USER, who: 2147483632, ioprio: {class: BE, level: 3})",
	     SYS_ioprio_set, IOPRIO_WHO_USER, NOBODY, 0x4003);
	MAKE("sync()",
	     SYS_sync);
	MAKE("vhangup()",
	     SYS_vhangup);
#ifdef SYS_arch_prctl
	MAKE("arch_prctl(option: ENABLE_TAGGED_ADDR, arg2: 65536)",
	     SYS_arch_prctl, 0x4002 /* ARCH_ENABLE_TAGGED_ADDR */, 0x10000);
	MAKE("arch_prctl(option: FORCE_TAGGED_SVA)",
	     SYS_arch_prctl, 0x4004 /* ARCH_FORCE_TAGGED_SVA */, 0x10000);
	MAKE("arch_prctl(option: GET_GS, arg2: 0x8)",
	     SYS_arch_prctl, 0x1004 /* ARCH_GET_GS */, BAD);
	MAKE("arch_prctl(option: GET_MAX_TAG_BITS, arg2: 0x8)",
	     SYS_arch_prctl, 0x4003 /* ARCH_GET_MAX_TAG_BITS */, BAD);
	MAKE("arch_prctl(option: GET_UNTAG_MASK, arg2: 0x8)",
	     SYS_arch_prctl, 0x4001 /* ARCH_GET_UNTAG_MASK */, BAD);
	MAKE("arch_prctl(option: GET_XCOMP_GUEST_PERM, arg2: 0x8)",
	     SYS_arch_prctl, 0x1024 /* ARCH_GET_XCOMP_GUEST_PERM */, BAD);
	MAKE("arch_prctl(option: GET_XCOMP_PERM, arg2: 0x8)",
	     SYS_arch_prctl, 0x1022 /* ARCH_GET_XCOMP_PERM */, BAD);
	MAKE("arch_prctl(option: GET_XCOMP_SUPP, arg2: 0x8)",
	     SYS_arch_prctl, 0x1021 /* ARCH_GET_XCOMP_SUPP */, BAD);
	MAKE("arch_prctl(option: MAP_VDSO_32, arg2: 0x8)",
	     SYS_arch_prctl, 0x2002 /* ARCH_MAP_VDSO_32 */, 8);
	MAKE("arch_prctl(option: MAP_VDSO_64, arg2: 0x8)",
	     SYS_arch_prctl, 0x2003 /* ARCH_MAP_VDSO_64 */, 8);
	MAKE("arch_prctl(option: MAP_VDSO_X32, arg2: 0x8)",
	     SYS_arch_prctl, 0x2001 /* ARCH_MAP_VDSO_X32 */, 8);
	MAKE("arch_prctl(option: REQ_XCOMP_GUEST_PERM, arg2: 0x3e7)",
	     SYS_arch_prctl, 0x1025 /* ARCH_REQ_XCOMP_GUEST_PERM */, 999);
	MAKE("arch_prctl(option: REQ_XCOMP_PERM, arg2: LBR)",
	     SYS_arch_prctl, 0x1023 /* ARCH_REQ_XCOMP_PERM */, 15);
	MAKE("arch_prctl(option: REQ_XCOMP_PERM, arg2: 0x3e7)",
	     SYS_arch_prctl, 0x1023 /* ARCH_REQ_XCOMP_PERM */, 999);
	MAKE("arch_prctl(option: SET_FS, arg2: 0xffffffffffffffff)",
	     SYS_arch_prctl, 0x1002 /* ARCH_SET_FS */, -1L);
	MAKE("arch_prctl(option: SET_GS, arg2: 0xffffffffffffffff)",
	     SYS_arch_prctl, 0x1001 /* ARCH_SET_GS */, -1L);
	MAKE("arch_prctl(option: SHSTK_DISABLE, arg2: 0x10000)",
	     SYS_arch_prctl, 0x5002 /* ARCH_SHSTK_DISABLE */, 0x10000);
	MAKE("arch_prctl(option: SHSTK_ENABLE, arg2: 0x10000)",
	     SYS_arch_prctl, 0x5001 /* ARCH_SHSTK_ENABLE */, 0x10000);
	MAKE("arch_prctl(option: SHSTK_LOCK, arg2: 0x10000)",
	     SYS_arch_prctl, 0x5003 /* ARCH_SHSTK_LOCK */, 0x10000);
	MAKE("arch_prctl(option: SHSTK_STATUS, arg2: 0x8)",
	     SYS_arch_prctl, 0x5005 /* ARCH_SHSTK_STATUS */, BAD);
	MAKE("arch_prctl(option: SHSTK_UNLOCK, arg2: 0x10000)",
	     SYS_arch_prctl, 0x5004 /* ARCH_SHSTK_UNLOCK */, 0x10000);
	MAKE("arch_prctl(option: GET_CPUID)",
	     SYS_arch_prctl, 0x1011 /* ARCH_GET_CPUID */, 0);
	MAKE("arch_prctl(option: SET_CPUID, arg2: 1)",
	     SYS_arch_prctl, 0x1012 /* ARCH_SET_CPUID */, 1);
#endif
	MAKE_NAMED("personality(personality: HPUX)",
	     SYS_personality, PER_HPUX);
	MAKE_NAMED("personality(personality: IRIX32)",
	     SYS_personality, PER_IRIX32);
	MAKE_NAMED("personality(personality: IRIX64)",
	     SYS_personality, PER_IRIX64);
	MAKE_NAMED("personality(personality: IRIXN32)",
	     SYS_personality, PER_IRIXN32);
	MAKE_NAMED("personality(personality: ISCR4)",
	     SYS_personality, PER_ISCR4);
	MAKE_NAMED("personality(personality: LINUX32)",
	     SYS_personality, PER_LINUX32);
	MAKE_NAMED("personality(personality: LINUX32|ADDR_LIMIT_3GB)",
	     SYS_personality, PER_LINUX32_3GB);
	MAKE_NAMED("personality(personality: LINUX|ADDR_LIMIT_32BIT)",
	     SYS_personality, PER_LINUX_32BIT);
	MAKE_NAMED("personality(personality: LINUX|FDPIC_FUNCPTRS)",
	     SYS_personality, 0x80000 /* PER_LINUX_FDPIC */);
	MAKE_NAMED("personality(personality: OSF4)",
	     SYS_personality, PER_OSF4);
	MAKE_NAMED("personality(personality: OSR5)",
	     SYS_personality, PER_OSR5);
	MAKE_NAMED("personality(personality: RISCOS)",
	     SYS_personality, PER_RISCOS);
	MAKE_NAMED("personality(personality: OSR5|SHORT_INODE)",
	     SYS_personality, PER_SCOSVR3);
	MAKE_NAMED("personality(personality: SOLARIS)",
	     SYS_personality, PER_SOLARIS);
	MAKE_NAMED("personality(personality: BSD|STICKY_TIMEOUTS)",
	     SYS_personality, PER_SUNOS);
	MAKE_NAMED("personality(personality: SVR3)",
	     SYS_personality, PER_SVR3);
	MAKE_NAMED("personality(personality: SVR4)",
	     SYS_personality, PER_SVR4);
	MAKE_NAMED("personality(personality: UW7)",
	     SYS_personality, PER_UW7);
	MAKE_NAMED("personality(personality: WYSEV386)",
	     SYS_personality, PER_WYSEV386);
	MAKE_NAMED("personality(personality: XENIX)",
	     SYS_personality, PER_XENIX);
	MAKE_NAMED("personality(personality: LINUX)",
	     SYS_personality, 0);
	end();
	return 0;
}
