// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf --string-limit 64
// abis: native i386 arm
/* Keys and values of BPF maps: as many bytes as the map says, also of maps with a value for each CPU, of batches, and of what is not filled. */
#include "live.h"

#include <linux/bpf.h>
#include <sys/resource.h>

/* 0-3 in /sys/devices/system/cpu/possible; get_nprocs_conf() may count others */
static int possible_cpus(void)
{
	FILE *f = fopen("/sys/devices/system/cpu/possible", "r");
	int first = 0, last = 0, n = f ? fscanf(f, "%d-%d", &first, &last) : 0;

	if (f)
		fclose(f);
	return n == 2 ? last - first + 1 : 1;
}

static union bpf_attr attr;
static struct { uint32_t a; uint16_t b; } __attribute__((packed)) value = { 0x44434241, 0x4645 }, got, values[4];
static uint32_t key = 0x31, next, keys[4], position, both = 0x61;

static int map_of(uint32_t type, uint32_t key_size, uint32_t value_size)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.map_type = type;
	a.key_size = key_size;
	a.value_size = value_size;
	a.max_entries = 4;
	return (int)syscall(SYS_bpf, BPF_MAP_CREATE, &a, 44);
}

static long on_elem(int cmd, int map, void *k, void *v)
{
	memset(&attr, 0, sizeof(attr));
	attr.map_fd = map;
	attr.key = (uintptr_t)k;
	attr.value = (uintptr_t)v;
	return syscall(SYS_bpf, cmd, &attr, 32);
}

#define ELEM(cmd, map, k, v, shown, ...) \
	do { \
		long ret_ = on_elem(BPF_MAP_##cmd, map, k, v); \
		expect(ABI "bpf(cmd: MAP_" #cmd ", uattr: {map_fd: %d<@@>, " shown ", flags: ANY}, size: 32) = %s", map, ##__VA_ARGS__, result(ret_)); \
	} while (0)

static void elements(int map, int other)
{
	ELEM(UPDATE_ELEM, map, &key, &value, "key: \"1\\0\\0\\0\", value: \"ABCDEF\"");
	ELEM(LOOKUP_ELEM, map, &key, &got, "key: \"1\\0\\0\\0\", value: \"ABCDEF\"");
	ELEM(GET_NEXT_KEY, map, NULL, &next, "key: NULL, next_key: \"1\\0\\0\\0\"");
	ELEM(GET_NEXT_KEY, map, &key, &next, "key: \"1\\0\\0\\0\", next_key: %p", (void *)&next);
	ELEM(DELETE_ELEM, map, &key, NULL, "key: \"1\\0\\0\\0\", value: NULL");
	ELEM(LOOKUP_ELEM, map, &key, &got, "key: \"1\\0\\0\\0\", value: %p", (void *)&got);
	ELEM(UPDATE_ELEM, map, (void *)8, &value, "key: 0x8 <unread>, value: \"ABCDEF\"");
	/* One address for a key and a longer value */
	ELEM(UPDATE_ELEM, map, &both, &both, "key: \"a\\0\\0\\0\", value: \"a\\0\\0\\0@@\"");
	ELEM(DELETE_ELEM, map, &both, NULL, "key: \"a\\0\\0\\0\", value: NULL");
	ELEM(UPDATE_ELEM, other, &key, &value, "key: %p, value: %p", (void *)&key, (void *)&value);
}

/* Without keys */
static void queue(int map)
{
	ELEM(UPDATE_ELEM, map, NULL, &value, "key: NULL, value: \"ABCDEF\"");
	ELEM(LOOKUP_AND_DELETE_ELEM, map, NULL, &got, "key: NULL, value: \"ABCDEF\"");
}

/* A value for each CPU that is possible, in units of 8 bytes */
static void of_each_cpu(int map)
{
	static uint8_t all[8 * 1024];
	int cpus = possible_cpus();

	memset(all, 'a', sizeof(all));
	for (int i = 0; i < cpus; i++)
		memcpy(all + 8 * i, "ABCDEF", 6);
	if (cpus > 1)
		ELEM(UPDATE_ELEM, map, &key, all, "key: \"1\\0\\0\\0\", value: \"ABCDEFaaABCDEFaa%s", cpus == 2 ? "\"" : "@@");
	else
		ELEM(UPDATE_ELEM, map, &key, all, "key: \"1\\0\\0\\0\", value: \"ABCDEFaa\"");
}

static long on_batch(int cmd, int map, uint32_t *from, unsigned count)
{
	memset(&attr, 0, sizeof(attr));
	attr.batch.map_fd = map;
	attr.batch.count = count;
	attr.batch.in_batch = (uintptr_t)from;
	attr.batch.out_batch = cmd == BPF_MAP_LOOKUP_BATCH ? (uintptr_t)&position : 0;
	attr.batch.keys = (uintptr_t)keys;
	attr.batch.values = cmd == BPF_MAP_DELETE_BATCH ? 0 : (uintptr_t)values;
	return syscall(SYS_bpf, cmd, &attr, 56);
}

/* The kernel says how many it copied, in `count`, also with ENOENT: there are no more. */
static void batches(int map)
{
	long ret;

	for (unsigned i = 0; i < 4; i++) {
		memcpy(&values[i], (char[]){ 'A' + i, 'B', 'C', 'D', 'E', 'F' }, 6);
		keys[i] = i;
	}
	ret = on_batch(BPF_MAP_UPDATE_BATCH, map, NULL, 2);
	expect(ABI "bpf(cmd: MAP_UPDATE_BATCH, uattr: {in_batch: NULL, out_batch: NULL, keys: \"\\0\\0\\0\\0\\1\\0\\0\\0\", values: \"ABCDEFBBCDEF\", count: 2, "
	       "map_fd: %d<@@>, elem_flags: ANY, flags: 0}, size: 56) = %s", map, result(ret));
	ret = on_batch(BPF_MAP_LOOKUP_BATCH, map, NULL, 2);
	expect(ABI "bpf(cmd: MAP_LOOKUP_BATCH, uattr: {in_batch: NULL, out_batch: \"\\1\\0\\0\\0\", keys: \"\\0\\0\\0\\0\\1\\0\\0\\0\", values: \"ABCDEFBBCDEF\", "
	       "count: 2, map_fd: %d<@@>, elem_flags: ANY, flags: 0}, size: 56) = %s", map, result(ret));
	ret = on_batch(BPF_MAP_LOOKUP_BATCH, map, &position, 3);
	expect(ABI "bpf(cmd: MAP_LOOKUP_BATCH, uattr: {in_batch: \"\\1\\0\\0\\0\", out_batch: \"\\3\\0\\0\\0\", keys: \"\\2\\0\\0\\0\\3\\0\\0\\0\", values: \"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", count: 3 => 2, "
	       "map_fd: %d<@@>, elem_flags: ANY, flags: 0}, size: 56) = %s", map, result(ret));
	ret = on_batch(BPF_MAP_LOOKUP_BATCH, -1, NULL, 2);
	expect(ABI "bpf(cmd: MAP_LOOKUP_BATCH, uattr: {in_batch: NULL, out_batch: %p, keys: %p, values: %p, count: 2, map_fd: -1, elem_flags: ANY, flags: 0}, size: 56) = %s",
	       (void *)&position, (void *)keys, (void *)values, result(ret));
}

int main(void)
{
	int maps[4], none = open("/dev/null", O_RDONLY);

	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	maps[0] = map_of(BPF_MAP_TYPE_HASH, 4, 6);
	if (maps[0] < 0)
		skip("bpf: %s", strerror(errno));
	maps[1] = map_of(BPF_MAP_TYPE_QUEUE, 0, 6);
	maps[2] = map_of(BPF_MAP_TYPE_PERCPU_HASH, 4, 6);
	maps[3] = map_of(BPF_MAP_TYPE_ARRAY, 4, 6);
	begin();
	elements(maps[0], none);
	queue(maps[1]);
	of_each_cpu(maps[2]);
	batches(maps[3]);
	end();
	return 0;
}
