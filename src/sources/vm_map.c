// SPDX-License-Identifier: BSD-2-Clause
/* vm_map.c - how much memory a call on a BPF map passes, by what /proc tells about the descriptor. */
#include "vm_map.h"

#include <bpf/libbpf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bpf/map_size.h"
#include "lib/bytes.h"
#include "lib/small_file.h"

/* The number in a line of /proc/PID/fdinfo/FD: `name:` and a tab. */
static bool number_in(const char *text, const char *name, uint32_t *number)
{
	const char *at = strstr(text, name);

	if (!at || (at > text && at[-1] != '\n'))
		return false;
	*number = (uint32_t)strtoul(at + strlen(name), NULL, 10);
	return true;
}

static bool read_size(uint32_t tid, int fd, struct map_size *m)
{
	int cpus = libbpf_num_possible_cpus();
	char text[1024];

	if (fd < 0 || cpus < 0 || small_file__read(text, sizeof(text), "/proc/%u/fdinfo/%d", tid, fd) <= 0)
		return false;
	m->cpus = (uint32_t)cpus;
	return number_in(text, "map_type:\t", &m->type) && number_in(text, "key_size:\t", &m->key) && number_in(text, "value_size:\t", &m->value);
}

uint64_t vm_map__bytes(uint32_t tid, const struct follow *f, const uint8_t *holder, uint32_t len, uint64_t n)
{
	uint32_t flags_at = MAP_FLAGS_AT(f->len_arg), flags = flags_at + 8 <= len ? perf_u32(holder + flags_at, false) : 0;
	struct map_size m;
	uint64_t each;

	if (f->len_arg + 4u > len || !read_size(tid, (int)perf_u32(holder + f->len_arg, false), &m))
		return 0;
	each = map_size__bytes(&m, f->len, flags);
	if (f->len == LEN_MAP_POSITION && n)
		n = 1;
	return n && each > INT32_MAX / n ? INT32_MAX : each * n;
}
