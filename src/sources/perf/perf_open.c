// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_open.c - opens events and maps rings.
 *
 * Inherited events must be opened per CPU: the kernel permits no ring for an inherited event of a thread on all CPUs.
 */
#include "perf_open.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host/diagnose.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "host/sysctl.h"
#include "host/tracefs.h"
#include "lib/msg.h"
#include "lib/vec.h"

#define RING_MIN (64u << 10)
#define FORMAT_MAX 65536
#define PROMPTS_PER_S 2000
#define SPARE_MAX 16384		/* most descriptors of spare kinds: each takes more than 1 KiB of kernel memory */

/* -- The events' ids and formats ------------------------------------------------------------------------------------- */

static int find_event(struct perf_open *o, const char *event, uint16_t *id)
{
	char *format = malloc(FORMAT_MAX);
	ssize_t n;

	if (!format)
		return -ENOMEM;
	n = tracefs__read(format, FORMAT_MAX, "raw_syscalls", event, "format");
	if (n >= 0)
		n = perf_formats__add(o->formats, "raw_syscalls", format, (size_t)n, id);
	free(format);
	return (int)n;
}

static int find_events(struct perf_open *o, bool quiet)
{
	int err = find_event(o, "sys_enter", &o->id[0]);

	if (!err)
		err = find_event(o, "sys_exit", &o->id[1]);
	if (!err && perf_formats__count(o->formats) != 2)
		err = -EPROTO;
	if (err && !quiet)
		diagnose__explain_tracefs(TRACEFS_ROOT, "events/raw_syscalls/sys_enter", err);
	return err;
}

/* -- Opening --------------------------------------------------------------------------------------------------------- */

#define SAMPLE_TYPE (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW)

int perf_open__init_kinds(struct perf_open *o, const char *what, struct perf_kind *kinds, unsigned nkinds, size_t ring_bytes,
			  bool follow)
{
	int n = libbpf_num_possible_cpus();
	size_t each;

	memset(o, 0, sizeof(*o));
	o->what = what;
	o->kinds = kinds;
	o->nkinds = nkinds;
	o->ncpus = n > 0 ? (unsigned)n : 1;
	o->follow = follow;
	o->counts_lost = true;
	each = ring_bytes ? ring_bytes / o->ncpus : ring_size__default(o->ncpus, true);
	for (o->bytes = RING_MIN; o->bytes * 2 <= each; o->bytes *= 2)
		;
	o->rings = calloc(o->ncpus, sizeof(*o->rings));
	o->owners = malloc(o->ncpus * sizeof(*o->owners));
	o->lost = calloc(o->ncpus + 1, sizeof(*o->lost));
	if (!o->kinds || !o->rings || !o->owners || !o->lost)
		return msg__no_memory();
	for (unsigned i = 0; i < o->ncpus; i++)
		o->owners[i] = -1;
	o->attr = (struct perf_attr){
		.type = kinds->attr.type, .sample_type = kinds->attr.sample_type, .id_all = true, .comm_exec = true,
		.map_data = kinds->attr.mmap_data,
	};
	return 0;
}

void perf_open__filter(struct perf_open *o, char *filter)
{
	o->filter = filter;
	for (unsigned i = 0; i < o->nkinds; i++)
		o->kinds[i].filter = filter;
}

int perf_open__init(struct perf_open *o, size_t ring_bytes, bool follow)
{
	struct perf_kind *kinds = calloc(2, sizeof(*kinds));
	int err;

	for (unsigned i = 0; kinds && i < 2; i++)
		kinds[i].attr = (struct perf_event_attr){
			.type = PERF_TYPE_TRACEPOINT, .sample_type = SAMPLE_TYPE,
			/* only the entry's event has records of names, threads and mappings, so that each comes once */
			.comm = !i, .comm_exec = !i, .task = !i, .mmap = !i, .mmap2 = !i, .mmap_data = !i,
		};
	err = perf_open__init_kinds(o, "system calls", kinds, 2, ring_bytes, follow);
	if (err)
		return err;
	o->formats = perf_formats__new(false, sizeof(long));
	if (!o->formats)
		return msg__no_memory();
	err = find_events(o, false);
	for (unsigned i = 0; i < 2; i++)
		kinds[i].attr.config = o->id[i];
	return err;
}

/* A part of the limit on open descriptors, at most SPARE_MAX. */
static unsigned spare_max(unsigned part)
{
	struct rlimit r;

	return getrlimit(RLIMIT_NOFILE, &r) || r.rlim_cur / part > SPARE_MAX ? SPARE_MAX : (unsigned)(r.rlim_cur / part);
}

int perf_open__add_spare(struct perf_open *o, uint16_t id)
{
	struct perf_kind *all = reallocarray(o->kinds, o->nkinds + 1, sizeof(*all));

	if (!all)
		return -ENOMEM;
	o->kinds = all;
	o->spare_max = spare_max(2);
	all[o->nkinds] = (struct perf_kind){ .attr = all[1].attr, .spare = true };	/* samples are all alike */
	all[o->nkinds++].attr.config = id;
	return 0;
}

/* A wakeup costs as much as ten calls, so its frequency is limited. */
static uint64_t prompts_per_s(void)
{
	long max;

	return sysctl__number(MAX_SAMPLE_RATE, &max) || max < 1 || max > PROMPTS_PER_S ? PROMPTS_PER_S : (uint64_t)max;
}

int perf_open__add_prompt(struct perf_open *o, uint16_t id, const char *filter)
{
	struct perf_kind *k;
	int err = perf_open__add_spare(o, id);

	if (err)
		return err;
	k = &o->kinds[o->nkinds - 1];
	k->attr.sample_type = SAMPLE_TYPE & ~(uint64_t)PERF_SAMPLE_RAW;	/* raw_syscalls' event has the data */
	k->attr.freq = 1;
	k->attr.sample_freq = prompts_per_s();
	k->filter = filter;
	k->prompt = true;
	return 0;
}

static int open_attr(const struct perf_open *o, struct perf_event_attr *a, pid_t tid, unsigned cpu)
{
	unsigned long flags = PERF_FLAG_FD_CLOEXEC | (o->of_cgroup ? PERF_FLAG_PID_CGROUP : 0);
	long fd = syscall(SYS_perf_event_open, a, tid, cpu, -1, flags);

	return fd < 0 ? -errno : (int)fd;
}

static int open_event(struct perf_open *o, const struct perf_kind *kind, pid_t tid, unsigned cpu)
{
	struct perf_event_attr a = kind->attr;
	int fd;

	a.size = sizeof(a);
	if (!a.freq)
		a.sample_period = 1;
	a.sample_id_all = 1;
	a.use_clockid = 1;
	a.clockid = CLOCK_MONOTONIC;
	a.inherit = o->follow && tid >= 0 && !o->of_cgroup;
	a.watermark = !kind->prompt;
	a.wakeup_events = kind->prompt;	/* 0: wakeup_watermark 0, at half of the ring; a wakeup costs the traced program as much as ten calls */
	a.disabled = 1;
	a.enable_on_exec = o->on_exec;
	a.read_format = o->counts_lost ? PERF_FORMAT_LOST : 0;
	fd = open_attr(o, &a, tid, cpu);
	if (fd != -EINVAL || !o->counts_lost)
		return fd;
	a.read_format = 0;
	fd = open_attr(o, &a, tid, cpu);
	o->counts_lost = fd < 0;
	return fd;
}

static int keep(int **list, unsigned n, int fd)
{
	if (!VEC_MORE(*list, n, 1))
		return -ENOMEM;
	(*list)[n] = fd;
	return 0;
}

/* The user has other rings, too: the remaining lockable memory is divided by CPUs and by `share`. */
static int divide(struct perf_open *o, unsigned cpu, int fd)
{
	size_t shares = o->ncpus * (size_t)(o->share ? o->share : 1), bytes = o->bytes;

	for (size_t n = 1; n < shares && bytes > RING_MIN; n *= 2)
		bytes /= 2;
	if (bytes == o->bytes)
		return 0;
	o->bytes = bytes;
	perf_ring__close(&o->rings[cpu]);
	return perf_ring__open(&o->rings[cpu], fd, bytes);
}

/* Lockable bytes per CPU: perf_event_mlock_kb per CPU, counted in total by the kernel, plus RLIMIT_MEMLOCK. */
static size_t lockable(void)
{
	long kb, paranoid, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct rlimit more;

	if (privileges__own() & PRIVILEGE(CAP_IPC_LOCK) || sysctl__number(MLOCK_KB, &kb) || kb < 0 || getrlimit(RLIMIT_MEMLOCK, &more) ||
	    more.rlim_cur == RLIM_INFINITY || (!sysctl__number(PARANOID, &paranoid) && paranoid < 0))
		return SIZE_MAX;
	return (size_t)kb * 1024 + more.rlim_cur / (size_t)(cpus > 0 ? cpus : 1);
}

/* Reduces the size so that all rings, each with its control page, fit into lockable memory. */
static void fit(struct perf_open *o)
{
	size_t all = lockable(), page = (size_t)sysconf(_SC_PAGESIZE), room = all > page ? (all - page) / (o->share ? o->share : 1) : 0;

	while (o->bytes > RING_MIN && o->bytes > room)
		o->bytes /= 2;
}

/* Maps a ring of the wanted size, or, if that may not be locked, of the largest possible. */
static int map_ring(struct perf_open *o, unsigned cpu, int fd)
{
	size_t wanted;
	int err;

	if (!o->divided)
		fit(o);
	wanted = o->bytes;
	while ((err = perf_ring__open(&o->rings[cpu], fd, o->bytes)) == -EPERM && o->bytes > RING_MIN)
		o->bytes /= 2;
	if (!err && o->bytes < wanted && !o->divided)
		err = divide(o, cpu, fd);
	o->divided = true;
	if (!err && (o->owners[cpu] = fcntl(fd, F_DUPFD_CLOEXEC, 0)) < 0)
		err = -errno;
	if (err)
		diagnose__explain_ring(err);
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

/* Without the filter more calls come than needed; they are dropped later. */
static void forget_filter(struct perf_open *o)
{
	msg__info("perf events: the kernel rejects the filter '%s': %s", o->filter, strerror(errno));
	for (unsigned i = 0; i < o->nkinds; i++)
		o->kinds[i].filter = NULL;
}

/* A filter that was accepted for another event of its kind may still be refused for this one. */
static int set_filter(struct perf_open *o, const struct perf_kind *kind, int fd)
{
	if (!kind->filter || !ioctl(fd, PERF_EVENT_IOC_SET_FILTER, kind->filter))
		return 0;
	if (kind->prompt)
		return -ENOTSUP;
	if (kind->filter == o->filter) {
		forget_filter(o);
		return 0;
	}
	msg__error("--filter '%s' cannot be set: %s", kind->filter, strerror(errno));
	return -errno;
}

/* Appends an ID; the kernel assigns them in ascending order, so the list stays sorted. */
static int keep_id(struct perf_open *o, int fd, unsigned kind)
{
	struct perf_id id = { .kind = kind };

	if (!(o->attr.sample_type & PERF_SAMPLE_IDENTIFIER))
		return 0;
	if (ioctl(fd, PERF_EVENT_IOC_ID, &id.id))
		return -errno;
	if (!VEC_MORE(o->ids, o->nfds, 1))
		return -ENOMEM;
	o->ids[o->nfds] = id;
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	const struct perf_id *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

unsigned perf_open__kind(const struct perf_open *o, uint64_t id)
{
	const struct perf_id key = { .id = id };
	const struct perf_id *found = o->nfds ? bsearch(&key, o->ids, o->nfds, sizeof(key), compare_ids) : NULL;

	return found ? found->kind : o->nkinds;
}

static int add_one(struct perf_open *o, unsigned kind, unsigned cpu, int fd)
{
	bool spare = o->kinds[kind].spare;
	int err = set_filter(o, &o->kinds[kind], fd);

	if (err && o->kinds[kind].prompt) {
		close(fd);
		return 0;
	}
	if (!err && !spare)
		err = keep_id(o, fd, kind);
	if (!err)
		err = spare ? keep(&o->spare_fds, o->nspare, fd) : keep(&o->fds, o->nfds, fd);
	if (err) {
		close(fd);
		return err;
	}
	*(spare ? &o->nspare : &o->nfds) += 1;
	return join_ring(o, cpu, fd);
}

/* An event cannot be opened: 0 if it is optional and left out; otherwise prints why, unless the caller does, and returns err. */
static int refuse(const struct perf_open *o, struct perf_kind *k, pid_t tid, int err)
{
	if (err == -ENODEV || err == -ESRCH)
		return err;
	k->refused = k->optional && err != -EACCES && err != -EMFILE && err != -ENOMEM;
	if (k->refused)
		msg__info("%s is left out: %s", k->name, strerror(-err));
	else
		diagnose__explain_perf(k->name ? k->name : o->what, err, o->formats && !o->of_cgroup ? tid : -1);
	return k->refused ? 0 : err;
}

static void leave_out_spare(struct perf_open *o, int err)
{
	for (unsigned i = 0; i < o->nspare; i++)
		close(o->spare_fds[i]);
	o->nspare = 0;
	for (unsigned i = 0; i < o->nkinds; i++)
		o->kinds[i].refused |= o->kinds[i].spare;
	o->spared = err;
}

/* As open_event(); closes the events that perf_open__warm() opened if descriptors run out. */
static int open_or_cool(struct perf_open *o, const struct perf_kind *k, pid_t tid, unsigned cpu)
{
	int fd = open_event(o, k, tid, cpu);

	if (!o->nwarm || (fd != -EMFILE && fd != -ENFILE && fd != -ENOMEM))
		return fd;
	perf_open__cool(o);
	return open_event(o, k, tid, cpu);
}

/* Opens an event; closes the spare kinds' events if descriptors run out. */
static int open_kind(struct perf_open *o, const struct perf_kind *k, pid_t tid, unsigned cpu)
{
	bool too_many = k->spare && o->nspare >= o->spare_max;
	int fd = too_many ? -EMFILE : open_or_cool(o, k, tid, cpu);

	if (fd >= 0 || fd == -ENODEV || fd == -ESRCH)
		return fd;
	if (!k->spare && (!o->nspare || (fd != -EMFILE && fd != -ENFILE && fd != -ENOMEM)))
		return fd;
	leave_out_spare(o, fd);
	return k->spare ? fd : open_event(o, k, tid, cpu);
}

/* On one CPU. -ENODEV: it is offline. */
static int add_on_cpu(struct perf_open *o, pid_t tid, unsigned cpu)
{
	for (unsigned kind = 0; kind < o->nkinds; kind++) {
		struct perf_kind *k = &o->kinds[kind];
		int fd = k->refused ? 0 : open_kind(o, k, tid, cpu), err;

		if (fd < 0 && !k->refused) {
			err = refuse(o, k, tid, fd);
			if (err)
				return err;
		}
		if (k->refused)
			continue;
		err = add_one(o, kind, cpu, fd);
		if (err)
			return err;
	}
	return 0;
}

static bool wants_cpu(const struct perf_open *o, unsigned cpu)
{
	return !o->cpus || (cpu < SHOW_CPUS_MAX && o->cpus[cpu / 64] >> (cpu % 64) & 1);
}

int perf_open__add(struct perf_open *o, pid_t tid)
{
	unsigned first = o->nfds;
	int err;

	for (unsigned cpu = 0; cpu < o->ncpus; cpu++) {
		err = wants_cpu(o, cpu) ? add_on_cpu(o, tid, cpu) : -ENODEV;
		if (err && err != -ENODEV)
			return err;
	}
	if (first == o->nfds)
		return -ENODEV;
	err = keep(&o->ends, o->nends, o->fds[first]);
	o->nends += !err;
	return err;
}

void perf_open__take_back(struct perf_open *o, const struct perf_mark *to)
{
	while (o->nfds > to->nfds)
		close(o->fds[--o->nfds]);
	while (o->nspare > to->nspare)
		close(o->spare_fds[--o->nspare]);
	o->nends = to->nends;
}

static void enable(const int *fds, unsigned from, unsigned n)
{
	for (unsigned i = from; i < n; i++)
		ioctl(fds[i], PERF_EVENT_IOC_ENABLE, 0);
}

void perf_open__enable(struct perf_open *o)
{
	if (!o->on_exec) {
		enable(o->fds, o->ready.nfds, o->nfds);
		enable(o->spare_fds, o->ready.nspare, o->nspare);
	}
	o->ready = perf_open__mark(o);
}

void perf_open__warm(struct perf_open *o)
{
	if (o->nkinds > spare_max(4))
		return;
	for (unsigned i = 0; i < o->nkinds; i++) {
		int fd = open_event(o, &o->kinds[i], 0, 0);

		if (fd < 0)
			continue;
		if (keep(&o->warm, o->nwarm, fd))
			close(fd);
		else
			o->nwarm++;
	}
}

void perf_open__cool(struct perf_open *o)
{
	while (o->nwarm)
		close(o->warm[--o->nwarm]);
}

int perf_open__probe(pid_t tid, enum perf_stage *stage)
{
	struct perf_open o = { .formats = perf_formats__new(false, sizeof(long)), .bytes = RING_MIN };
	struct perf_kind kind = { .attr = { .type = PERF_TYPE_TRACEPOINT, .sample_type = SAMPLE_TYPE } };
	struct perf_ring ring = { 0 };
	int err, fd = -ENODEV;

	*stage = PERF_TRACEFS;
	err = o.formats ? find_events(&o, true) : -ENOMEM;
	perf_formats__free(o.formats);
	if (err)
		return err;
	*stage = PERF_OPEN;
	kind.attr.config = o.id[0];
	for (unsigned cpu = 0; fd == -ENODEV && cpu < (unsigned)libbpf_num_possible_cpus(); cpu++)
		fd = open_event(&o, &kind, tid, cpu);
	if (fd < 0)
		return fd;
	*stage = PERF_RING;
	err = perf_ring__open(&ring, fd, o.bytes);
	perf_ring__close(&ring);
	close(fd);
	if (!err)
		*stage = PERF_WORKS;
	return err;
}

void perf_open__stop(struct perf_open *o)
{
	perf_drain__say(&o->drain);
	for (unsigned i = 0; i < o->nfds; i++)
		ioctl(o->fds[i], PERF_EVENT_IOC_DISABLE, 0);
	for (unsigned i = 0; i < o->nspare; i++)
		ioctl(o->spare_fds[i], PERF_EVENT_IOC_DISABLE, 0);
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

int perf_open__drain(struct perf_open *o, const struct options *opt)
{
	return perf_drain__start(&o->drain, o->rings, o->ncpus, o->bytes, opt);
}

void perf_open__close(struct perf_open *o)
{
	perf_drain__close(&o->drain);
	for (unsigned i = 0; o->rings && i < o->ncpus; i++)
		perf_ring__close(&o->rings[i]);
	for (unsigned i = 0; o->owners && i < o->ncpus; i++)
		if (o->owners[i] >= 0)
			close(o->owners[i]);
	perf_open__cool(o);
	perf_open__take_back(o, &(struct perf_mark){ 0 });
	perf_formats__free(o->formats);
	free(o->filter);
	free(o->rings);
	free(o->owners);
	free(o->lost);
	free(o->fds);
	free(o->spare_fds);
	free(o->ends);
	free(o->warm);
	free(o->kinds);
	free(o->ids);
	memset(o, 0, sizeof(*o));
}
