// SPDX-License-Identifier: BSD-2-Clause
/*
 * kept_maps fill|check DIR - writes a pattern into every map that is pinned in DIR, or fails if one has it. With `check` it is to be run as the
 * command of the tracer that leases them. Says which maps there are; one of a type that it does not know is an error, so that none is
 * forgotten.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "../../../bpf/config.h"
#include "../../../bpf/wire.h"

#define PATTERN 0xa5
#define RUN 16			/* bytes of it that are no coincidence */
#define ENTRIES 3		/* of a hash */
#define SELECTION sizeof(struct selection)	/* the variables begin with what the tracer itself set */

static int bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

static int element(int cmd, int map, const void *key, void *value)
{
	union bpf_attr attr = { .map_fd = (__u32)map, .key = (uintptr_t)key, .value = (uintptr_t)value };

	return bpf(cmd, &attr);
}

static bool has_pattern(const uint8_t *p, size_t n)
{
	size_t run = 0;

	for (size_t i = 0; i < n && run < RUN; i++)
		run = p[i] == PATTERN ? run + 1 : 0;
	return run >= RUN;
}

struct map {
	int fd;
	struct bpf_map_info info;
	uint8_t *value, *key;
	bool found, unknown;
};

/* Every process's state. */
static void storage_of(struct map *m, bool fill, int pid)
{
	int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);

	if (pidfd < 0)
		return;
	if (fill)
		element(BPF_MAP_UPDATE_ELEM, m->fd, &pidfd, m->value);
	else if (!element(BPF_MAP_LOOKUP_ELEM, m->fd, &pidfd, m->value))
		m->found |= has_pattern(m->value, m->info.value_size);
	close(pidfd);
}

static void storage(struct map *m, bool fill)
{
	DIR *d = opendir("/proc");
	struct dirent *e;

	while (!fill && d && (e = readdir(d)))
		if (atoi(e->d_name))
			storage_of(m, false, atoi(e->d_name));
	if (d)
		closedir(d);
	if (fill)
		storage_of(m, true, getppid());
}

#define FIRST_CHUNKS 4		/* which the first ring's writer has written, at most; the last one's half a chunk */

/* As ring() fills the rings. */
static void ring_ctls(struct map *m, bool fill)
{
	struct ring_ctl *ctls = (struct ring_ctl *)m->value;
	__u32 key = 0, cpus = (__u32)get_nprocs_conf();

	if (!fill) {
		element(BPF_MAP_LOOKUP_ELEM, m->fd, &key, m->value);
		m->found |= has_pattern(m->value, m->info.value_size);
		return;
	}
	for (__u32 i = 0; i < m->info.value_size / sizeof(*ctls); i++)
		ctls[i].head = ctls[i].claimed = ctls[i].notified = ctls[i].tail = ctls[i].watermark = 0;
	ctls[cpus - 1].head = ctls[cpus - 1].claimed = RING_CHUNK / 2;
	ctls[0].head = ctls[0].claimed = FIRST_CHUNKS * RING_CHUNK;
	memset(&ctls[cpus], 0, m->info.value_size - cpus * sizeof(*ctls));	/* of no CPU */
	element(BPF_MAP_UPDATE_ELEM, m->fd, &key, m->value);
}

/* What a writer would leave that has written some chunks, or less than one and the slack of a record that it then made shorter. */
static void ring(struct map *m, bool fill, size_t from, size_t n)
{
	size_t size = n < RING_ELEM ? RING_ELEM : n;
	uint8_t *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, (off_t)from);

	if (p == MAP_FAILED) {
		m->unknown = true;
		return;
	}
	if (fill)
		memset(p, PATTERN, n);
	else
		m->found |= has_pattern(p, n);
	munmap(p, size);
}

/* Rings are too big to be written completely: the first one gets some chunks, the last one, which begins with a page, a part of one. */
static void rings(struct map *m, bool fill)
{
	size_t all = (size_t)m->info.max_entries * m->info.value_size, each = all / (size_t)get_nprocs_conf(), last = all - each;
	size_t first = RING_SIZE(FIRST_CHUNKS, RING_STRIDE(m->info.max_entries == 1));

	ring(m, fill, 0, each < first ? each : first);
	if (last && last % (size_t)sysconf(_SC_PAGESIZE) == 0)
		ring(m, fill, last, RING_CHUNK / 2 + REC_MAX);
}

static void array(struct map *m, bool fill)
{
	bool variables = strstr(m->info.name, ".bss");

	for (__u32 i = 0; i < m->info.max_entries; i++) {
		if (fill && variables) {
			element(BPF_MAP_LOOKUP_ELEM, m->fd, &i, m->value);
			memset(m->value + SELECTION, PATTERN, m->info.value_size - SELECTION);
			((struct selection *)m->value)->in_use = SET_FREE;	/* not clean any more */
		}
		if (fill) {
			element(BPF_MAP_UPDATE_ELEM, m->fd, &i, m->value);
			continue;
		}
		if (!element(BPF_MAP_LOOKUP_ELEM, m->fd, &i, m->value))
			m->found |= has_pattern(m->value, m->info.value_size);
	}
}

static void hash(struct map *m, bool fill)
{
	union bpf_attr next = { .map_fd = (__u32)m->fd, .next_key = (uintptr_t)m->key };

	for (__u8 i = 0; fill && i < ENTRIES; i++) {
		memset(m->key, PATTERN, m->info.key_size);
		m->key[0] = i;
		element(BPF_MAP_UPDATE_ELEM, m->fd, m->key, m->value);
	}
	while (!fill && !bpf(BPF_MAP_GET_NEXT_KEY, &next)) {
		m->found |= m->key[1] == PATTERN && m->key[2] == PATTERN && m->key[3] == PATTERN;
		next.key = (uintptr_t)m->key;
	}
}

static void visit(struct map *m, bool fill)
{
	memset(m->value, PATTERN, m->info.value_size);
	if (m->info.map_flags & BPF_F_RDONLY_PROG)
		return;			/* constants: they are frozen */
	if (m->info.type == BPF_MAP_TYPE_TASK_STORAGE)
		storage(m, fill);
	else if (m->info.type == BPF_MAP_TYPE_ARRAY && !strcmp(m->info.name, "rings"))
		rings(m, fill);
	else if (!strcmp(m->info.name, "ring_ctls"))
		ring_ctls(m, fill);
	else if (m->info.type == BPF_MAP_TYPE_ARRAY)
		array(m, fill);
	else if (m->info.type == BPF_MAP_TYPE_HASH || m->info.type == BPF_MAP_TYPE_LRU_HASH)
		hash(m, fill);
	else
		m->unknown = m->info.type != BPF_MAP_TYPE_PROG_ARRAY && m->info.type != BPF_MAP_TYPE_CGROUP_ARRAY && strcmp(m->info.name, "wakeup");
}

/* Was the pattern found in the map? */
static bool visit_pin(const char *path, bool fill)
{
	struct map m = { 0 };
	union bpf_attr get = { .pathname = (uintptr_t)path }, info = { 0 };

	m.fd = bpf(BPF_OBJ_GET, &get);
	info.info.bpf_fd = (__u32)m.fd;
	info.info.info_len = sizeof(m.info);
	info.info.info = (uintptr_t)&m.info;
	if (m.fd < 0 || bpf(BPF_OBJ_GET_INFO_BY_FD, &info)) {
		printf("%s: %s\n", path, strerror(errno));
		return true;
	}
	m.value = malloc(m.info.value_size + 8);
	m.key = malloc(m.info.key_size + 8);
	visit(&m, fill);
	if (m.found)
		printf("%s (%s) has what another run left\n", path, m.info.name);
	if (m.unknown)
		printf("%s (%s) has a type that the test does not fill\n", path, m.info.name);
	printf("map %s\n", m.info.name);
	free(m.value);
	free(m.key);
	close(m.fd);
	return m.found || m.unknown;
}

int main(int argc, char **argv)
{
	bool fill = argc == 3 && !strcmp(argv[1], "fill"), found = false;
	DIR *d = argc == 3 ? opendir(argv[2]) : NULL;
	char path[600];
	unsigned n = 0;
	struct dirent *e;

	while (d && (e = readdir(d))) {
		if (e->d_name[0] != 'm')
			continue;
		snprintf(path, sizeof(path), "%s/%s", argv[2], e->d_name);
		found |= visit_pin(path, fill);
		n++;
	}
	printf("%u maps\n", n);
	return found || n < 5;
}
