// SPDX-License-Identifier: BSD-2-Clause
/* troubles.c - looks at what usually stands in the way of BPF, most likely first, and names the first that does. */
#include "troubles.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "msg.h"

#define CAP_PERFMON_BIT 38
#define CAP_BPF_BIT 39

static bool has_caps(void)
{
	unsigned long long caps = 0;
	char line[256];
	FILE *f = fopen("/proc/self/status", "re");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			break;
	if (f)
		fclose(f);
	return caps >> CAP_PERFMON_BIT & 1 && caps >> CAP_BPF_BIT & 1;
}

static bool old_kernel(struct utsname *u)
{
	unsigned major = 0, minor = 0;

	if (uname(u) || sscanf(u->release, "%u.%u", &major, &minor) != 2)
		return false;
	return major < 5 || (major == 5 && minor < 10);
}

#define INIT_PIDS 0xeffffffc	/* PROC_PID_INIT_INO of the kernel's linux/proc_ns.h: the same since Linux 3.8 */

int troubles__check_pids(void)
{
	struct stat st;

	if (stat("/proc/self/ns/pid", &st) || st.st_ino == INIT_PIDS)
		return 0;
	msg__error("trace runs in a PID namespace, as containers have, where processes have other numbers than BPF programs see");
	msg__hint("run it on the host, which sees into containers; or with the host's (docker run --pid=host); "
		  "or with --source perf, which shows less");
	return -ESRCH;
}

void troubles__explain_bpf(int err)
{
	struct utsname u;

	if (old_kernel(&u)) {
		msg__error("kernel %s is too old: 5.10 or newer is needed", u.release);
		return;
	}
	if (access("/sys/kernel/btf/vmlinux", R_OK)) {
		msg__error("the kernel has no BTF (/sys/kernel/btf/vmlinux is missing)");
		msg__hint("it has to be built with CONFIG_DEBUG_INFO_BTF=y, as distribution kernels are");
		return;
	}
	if (!has_caps()) {
		msg__error("not permitted: tracing by BPF needs the capabilities cap_bpf and cap_perfmon");
		msg__hint("run it as root: sudo trace …");
		return;
	}
	switch (err) {
	case -EPERM:
	case -EACCES:
		msg__error("the kernel refuses BPF programs although the capabilities are there: %s", strerror(-err));
		msg__hint("a container's seccomp profile, a user namespace or kernel lockdown may forbid bpf(2)");
		return;
	case -ENOMEM:
		msg__error("not enough memory for the ring buffers");
		msg__hint("make them smaller with -m SIZE");
		return;
	case -ESRCH:
	case -ENOENT:
		msg__error("this kernel lacks a tracepoint that is needed (raw_syscalls or sched events): %s", strerror(-err));
		msg__hint("it has to be built with CONFIG_FTRACE_SYSCALLS=y");
		return;
	}
	msg__error("the BPF programs could not be started: %s", strerror(-err));
	msg__hint("run with -vv to see what the kernel says");
}
