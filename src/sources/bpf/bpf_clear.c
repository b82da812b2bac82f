// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_clear.c - empties maps by their types. Large ones are cleared as far as they were written.
 *
 * Invariant: a map of another type that nobody clears, or another one of a type that is not cleared here, is an error: kept programs are
 * then not used.
 */
#include "bpf_clear.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf/wire.h"
#include "bpf_iter.h"

#define KEY_MAX 128

static size_t whole_pages(size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (size + page - 1) / page * page;
}

/* -- By type --------------------------------------------------------------------------------------------------------- */

static int clear_mapped(int fd, const struct bpf_map_info *info)
{
	size_t size = whole_pages((size_t)((info->value_size + 7) & ~7u) * info->max_entries);
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (p == MAP_FAILED)
		return -errno;
	memset(p, 0, size);
	munmap(p, size);
	return 0;
}

static int clear_array(int fd, const struct bpf_map_info *info)
{
	void *zero = calloc(1, info->value_size);
	int err = zero ? 0 : -ENOMEM;

	for (__u32 i = 0; !err && i < info->max_entries; i++)
		err = bpf_map_update_elem(fd, &i, zero, BPF_ANY) ? -errno : 0;
	free(zero);
	return err;
}

static int clear_hash(int fd, const struct bpf_map_info *info)
{
	__u8 key[KEY_MAX];

	if (info->key_size > sizeof(key))
		return -E2BIG;
	while (!bpf_map_get_next_key(fd, NULL, key))
		if (bpf_map_delete_elem(fd, key) && errno != ENOENT)
			return -errno;
	return errno == ENOENT ? 0 : -errno;
}

/* Elements are set from the first on. */
static int clear_cgroups(int fd, const struct bpf_map_info *info)
{
	for (__u32 i = 0; i < info->max_entries; i++)
		if (bpf_map_delete_elem(fd, &i))
			return errno == ENOENT ? 0 : -errno;
	return 0;
}

/*
 * Those that are cleared otherwise, or have nothing of a run: tail calls; states of tasks, see forget_tasks(); wake-ups, of which one too many
 * does no harm.
 */
static int clear_other(const struct loaded *l, int fd, __u32 type)
{
	bool known = type == BPF_MAP_TYPE_PROG_ARRAY || fd == LOADED_MAP(l, tasks) || fd == LOADED_MAP(l, waits) || fd == LOADED_MAP(l, wakeup);

	return known ? 0 : -EOPNOTSUPP;
}

static int clear_map(const struct loaded *l, int fd)
{
	struct bpf_map_info info = { 0 };
	__u32 len = sizeof(info);

	if (bpf_obj_get_info_by_fd(fd, &info, &len))
		return -errno;
	switch (info.type) {
	case BPF_MAP_TYPE_ARRAY:
		return info.map_flags & BPF_F_MMAPABLE ? clear_mapped(fd, &info) : clear_array(fd, &info);
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_LRU_HASH:
		return clear_hash(fd, &info);
	case BPF_MAP_TYPE_CGROUP_ARRAY:
		return clear_cgroups(fd, &info);
	default:
		return clear_other(l, fd, info.type);
	}
}

/* -- Those that differ ----------------------------------------------------------------------------------------------- */

static bool is_of_plans(const struct loaded *l, int fd)
{
	return fd == LOADED_MAP(l, plans) || fd == LOADED_MAP(l, sub_plans) || fd == LOADED_MAP(l, follows);
}

static bool is_of_targets(const struct loaded *l, int fd)
{
	return fd == LOADED_MAP(l, targets) || fd == LOADED_MAP(l, excluded);
}

static bool differs(const struct loaded *l, int fd)
{
	return fd == LOADED_MAP(l, rings) || fd == LOADED_MAP(l, ring_ctls) || fd == LOADED_MAP(l, seats) || fd == LOADED_MAP(l, bss) ||
	       fd == LOADED_MAP(l, rodata);
}

/* To look for an element of an empty hash takes as long as to go through all of it. */
static bool is_unused(const struct loaded *l, int fd)
{
	return !l->bss->uring_used && (fd == LOADED_MAP(l, request_slots) || fd == LOADED_MAP(l, requests) || fd == LOADED_MAP(l, repeating));
}

/* The states in seats that were taken. */
static int clear_seats(const struct loaded *l)
{
	struct bpf_map_info info = { 0 };
	__u32 len = sizeof(info);
	__u8 *states;

	if (LOADED_MAP(l, seats) < 0)
		return 0;
	if (bpf_obj_get_info_by_fd(LOADED_MAP(l, seats), &info, &len))
		return -errno;
	states = mmap(NULL, info.value_size, PROT_READ | PROT_WRITE, MAP_SHARED, LOADED_MAP(l, seats), 0);
	if (states == MAP_FAILED)
		return -errno;
	for (__u32 i = 0; i < SEATS; i++)
		if (l->bss->seating.table[i].task)
			memset(states + i * (info.value_size / SEATS), 0, info.value_size / SEATS);
	munmap(states, info.value_size);
	return 0;
}

/* Maps what is to be cleared: the kernel maps each page at once, so no more than is needed. */
static int clear_part(const struct loaded *l, size_t from, size_t size)
{
	size_t skipped = from % (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *p = mmap(NULL, size + skipped, PROT_READ | PROT_WRITE, MAP_SHARED, LOADED_MAP(l, rings), (off_t)(from - skipped));

	if (p == MAP_FAILED)
		return -errno;
	memset(p + skipped, 0, size);
	munmap(p, size + skipped);
	return 0;
}

/*
 * Clears what the writer of one CPU's ring has reached. It may have claimed more than it then published, by less than a record's greatest
 * length.
 */
static int clear_ring(const struct loaded *l, unsigned cpu)
{
	struct ring_ctl *ctl = &l->ring_ctls[cpu];
	size_t chunks = l->cfg.ring_chunks, stride = RING_STRIDE(l->one_element), from = cpu * RING_SIZE(chunks, stride);
	size_t end = ctl->claimed > ctl->head ? ctl->claimed : ctl->head, used = end / RING_CHUNK + 1;

	memset(ctl, 0, sizeof(*ctl));
	if (!end)
		return 0;
	return clear_part(l, from, end < RING_CHUNK ? end + REC_MAX : RING_SIZE(used < chunks ? used : chunks, stride));
}

static int clear_rings(const struct loaded *l)
{
	int err = 0;

	for (unsigned i = 0; !err && i < l->ncpus; i++)
		err = clear_ring(l, i);
	return err;
}

/* The state of all tasks. */
static int forget_tasks(struct loaded *l)
{
	ssize_t err;

	if (LOADED_MAP(l, task_hash) >= 0)
		return clear_map(l, LOADED_MAP(l, task_hash));
	l->bss->scan_mode = SCAN_FORGET;
	err = bpf_iter__run(LOADED_PROG(l, trace_scan), 0, NULL);
	l->bss->scan_mode = 0;
	return err < 0 ? (int)err : 0;
}

/* Variables: all 0, but for the selection. They are mapped, with all of their pages. */
static void set_variables(struct loaded *l)
{
	memset((void *)l->bss, 0, sizeof(*l->bss));
	l->bss->sel = l->sel;
}

int bpf_clear__records(struct loaded *l)
{
	int err = loaded__any_state(l) ? forget_tasks(l) : 0;

	if (!err && LOADED_MAP(l, cgroup) >= 0)
		err = clear_map(l, LOADED_MAP(l, cgroup));	/* it would not be freed */
	return err ? err : clear_rings(l);
}

int bpf_clear__targets(struct loaded *l)
{
	int err = clear_map(l, LOADED_MAP(l, targets));

	return err ? err : clear_map(l, LOADED_MAP(l, excluded));
}

int bpf_clear__all(struct loaded *l, bool plans, bool targets)
{
	int err = 0;

	for (unsigned i = 0; !err && i < LOAD_MAPS; i++)
		if (l->maps[i] >= 0 && !differs(l, l->maps[i]) && !is_unused(l, l->maps[i]) && (plans || !is_of_plans(l, l->maps[i])) &&
		    (targets || !is_of_targets(l, l->maps[i])))
			err = clear_map(l, l->maps[i]);
	if (!err)
		err = clear_seats(l);
	if (!err && targets)
		err = forget_tasks(l);
	if (!err)
		err = clear_rings(l);
	if (!err)
		set_variables(l);
	return err;
}
