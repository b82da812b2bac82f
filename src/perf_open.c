// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_open.c - opens events and maps rings.
 *
 * Events that children inherit have to be opened on each CPU: one for a thread on all CPUs cannot have a ring.
 */
#include "perf_open.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "msg.h"

#define RING_BYTES (4u << 20)	/* of each CPU, where that many may be locked */
#define RING_MIN (64u << 10)
#define FORMAT_MAX 65536

static const char *const roots[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };

/* -- The events' ids and formats ------------------------------------------------------------------------------------- */

/* A file of tracefs. Its length, or -errno. */
static ssize_t read_event(const char *root, const char *event, const char *file, char *buf, size_t size)
{
	char path[256];
	size_t n = 0;
	ssize_t r;
	int fd;

	snprintf(path, sizeof(path), "%s/events/raw_syscalls/%s/%s", root, event, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	while ((r = read(fd, buf + n, size - 1 - n)) > 0)
		n += (size_t)r;
	r = r < 0 ? -errno : (ssize_t)n;
	buf[n] = '\0';
	close(fd);
	return r;
}

static int find_event(struct perf_open *o, const char *root, const char *event, uint16_t *id)
{
	char text[32], *format = malloc(FORMAT_MAX);
	ssize_t n = read_event(root, event, "id", text, sizeof(text));
	int err = 0;

	if (n > 0)
		*id = (uint16_t)strtoul(text, NULL, 10);
	if (n > 0 && format)
		n = read_event(root, event, "format", format, FORMAT_MAX);
	if (!format)
		err = -ENOMEM;
	else if (n < 0)
		err = (int)n;
	else
		err = perf_formats__add(o->formats, "raw_syscalls", format, (size_t)n);
	free(format);
	return err;
}

static void say_no_event(int err)
{
	msg__error("cannot read %s/events/raw_syscalls/sys_enter: %s", roots[0], strerror(-err));
	if (err == -EACCES)
		msg__hint("try 'sudo mount -o remount,mode=755 %s && sudo sh -c \"cd %s/events && "
			  "chmod a+rx . raw_syscalls raw_syscalls/sys_* && chmod a+r raw_syscalls/*/id raw_syscalls/*/format\"'",
			  roots[0], roots[0]);
	else if (err == -ENOENT)
		msg__hint("try 'sudo mount -t tracefs nodev %s'", roots[0]);
}

static int find_events(struct perf_open *o)
{
	int err = -ENOENT;

	for (unsigned i = 0; i < sizeof(roots) / sizeof(roots[0]) && err == -ENOENT; i++) {
		err = find_event(o, roots[i], "sys_enter", &o->id[0]);
		if (!err)
			err = find_event(o, roots[i], "sys_exit", &o->id[1]);
	}
	if (!err && perf_formats__count(o->formats) != 2)
		err = -EPROTO;
	if (err)
		say_no_event(err);
	return err;
}

/* -- Opening --------------------------------------------------------------------------------------------------------- */

#define SAMPLE_TYPE (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW)

int perf_open__init(struct perf_open *o, size_t ring_bytes, bool follow)
{
	int n = libbpf_num_possible_cpus();
	size_t each;

	memset(o, 0, sizeof(*o));
	o->ncpus = n > 0 ? (unsigned)n : 1;
	o->follow = follow;
	o->attr = (struct perf_attr){
		.type = PERF_TYPE_TRACEPOINT, .sample_type = SAMPLE_TYPE, .id_all = true, .comm_exec = true,
	};
	each = ring_bytes ? ring_bytes / o->ncpus : RING_BYTES;
	for (o->bytes = RING_MIN; o->bytes * 2 <= each; o->bytes *= 2)
		;
	o->formats = perf_formats__new(false, sizeof(long));
	o->rings = calloc(o->ncpus, sizeof(*o->rings));
	o->owners = malloc(o->ncpus * sizeof(*o->owners));
	if (!o->formats || !o->rings || !o->owners) {
		msg__error("not enough memory");
		return -ENOMEM;
	}
	for (unsigned i = 0; i < o->ncpus; i++)
		o->owners[i] = -1;
	return find_events(o);
}

static int open_event(const struct perf_open *o, unsigned which, pid_t tid, unsigned cpu)
{
	struct perf_event_attr a = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(a), .config = o->id[which], .sample_period = 1,
		.sample_type = SAMPLE_TYPE, .sample_id_all = 1, .use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		.inherit = o->follow && tid > 0, .watermark = 1, .wakeup_watermark = (uint32_t)(o->bytes / 2),
		/* names, beginnings and ends are told once: with entries */
		.comm = !which, .comm_exec = !which, .task = !which,
	};
	long fd = syscall(SYS_perf_event_open, &a, tid, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

static int keep(int **list, unsigned n, int fd)
{
	int *all = n & (n - 1) ? *list : reallocarray(*list, n ? n * 2 : 1, sizeof(*all));

	if (!all)
		return -ENOMEM;
	*list = all;
	all[n] = fd;
	return 0;
}

/* As large as wanted, or as may be locked: perf_event_mlock_kb, and RLIMIT_MEMLOCK beyond that. */
static int map_ring(struct perf_open *o, unsigned cpu, int fd)
{
	int err;

	while ((err = perf_ring__open(&o->rings[cpu], fd, o->bytes)) == -EPERM && o->bytes > RING_MIN)
		o->bytes /= 2;
	if (err) {
		msg__error("cannot map the ring of CPU %u: %s", cpu, strerror(-err));
		msg__hint("raise /proc/sys/kernel/perf_event_mlock_kb, or give a smaller size with -m SIZE");
	} else {
		o->owners[cpu] = fd;
	}
	return err;
}

static int join_ring(struct perf_open *o, unsigned cpu, int fd)
{
	int err;

	if (o->owners[cpu] < 0)
		return map_ring(o, cpu, fd);
	if (!ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, o->owners[cpu]))
		return 0;
	err = -errno;
	msg__error("cannot use the ring of CPU %u: %s", cpu, strerror(-err));
	return err;
}

static void say_not_permitted(int err)
{
	char text[16] = "";
	int fd = open("/proc/sys/kernel/perf_event_paranoid", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	msg__error("perf events of system calls cannot be opened: %s", strerror(-err));
	if (err == -EMFILE)
		msg__hint("raise the limit of open files: ulimit -n");
	else if (err == -EACCES || err == -EPERM)
		msg__hint("/proc/sys/kernel/perf_event_paranoid is %s: 1 permits own commands and processes, -1 the whole system; "
			  "or be root, or have CAP_PERFMON", text);
}

/* On one CPU. -ENODEV: it is offline. */
static int add_on_cpu(struct perf_open *o, pid_t tid, unsigned cpu)
{
	for (unsigned which = 0; which < 2; which++) {
		int fd = open_event(o, which, tid, cpu), err;

		if (fd < 0) {
			if (fd != -ENODEV && fd != -ESRCH)
				say_not_permitted(fd);
			return fd;
		}
		err = keep(&o->fds, o->nfds, fd);
		if (err) {
			close(fd);
			return err;
		}
		o->nfds++;
		err = join_ring(o, cpu, fd);
		if (err)
			return err;
	}
	return 0;
}

int perf_open__add(struct perf_open *o, pid_t tid)
{
	unsigned first = o->nfds;
	int err;

	for (unsigned cpu = 0; cpu < o->ncpus; cpu++) {
		err = add_on_cpu(o, tid, cpu);
		if (err && err != -ENODEV)
			return err;
	}
	if (first == o->nfds)
		return -ENODEV;
	err = keep(&o->ends, o->nends, o->fds[first]);
	o->nends += !err;
	return err;
}

void perf_open__stop(struct perf_open *o)
{
	for (unsigned i = 0; i < o->nfds; i++)
		ioctl(o->fds[i], PERF_EVENT_IOC_DISABLE, 0);
}

bool perf_open__is_live(const struct perf_open *o)
{
	for (unsigned i = 0; i < o->nends; i++) {
		struct pollfd p = { .fd = o->ends[i], .events = POLLIN };

		if (poll(&p, 1, 0) < 0 || !(p.revents & (POLLHUP | POLLERR)))
			return true;
	}
	return false;
}

void perf_open__close(struct perf_open *o)
{
	for (unsigned i = 0; o->rings && i < o->ncpus; i++)
		perf_ring__close(&o->rings[i]);
	for (unsigned i = 0; i < o->nfds; i++)
		close(o->fds[i]);
	perf_formats__free(o->formats);
	free(o->rings);
	free(o->owners);
	free(o->fds);
	free(o->ends);
	memset(o, 0, sizeof(*o));
}
