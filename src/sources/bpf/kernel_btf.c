// SPDX-License-Identifier: BSD-2-Clause
/* kernel_btf.c - one pass over the kernel's types finds the wanted names; a second pass copies these types and their members. */
#include "kernel_btf.h"

#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/buf.h"
#include "lib/vec.h"

#define KERNEL_BTF "/sys/kernel/btf/vmlinux"
#define TRACEPOINT_PREFIX "btf_trace_"
#define ITERATOR_PREFIX "bpf_iter_"
#define KINDS 32		/* those of struct btf_type have five bits */
#define BUCKETS 1024
#define MARK 32			/* an offset of each type would be as much memory as the types that are read */

struct wanted {
	const char *name;
	unsigned len;
	unsigned kind;		/* BTF_KIND_* */
	__u32 id;		/* in the kernel's BTF; 0: not found */
	unsigned next;		/* one more than the index in `wanted` of the next one in its bucket; 0: none */
};

static struct {
	int fd;			/* memfd: the small file */
	char path[32];
	char *raw;		/* the kernel's BTF, mapped */
	size_t raw_size;
	const char *types, *strings;
	__u32 types_len, strings_len;
	__u32 *marks;		/* offsets in `types` of every MARKth type, from the first, whose id is 1 */
	__u32 ntypes;		/* ids are below it */
	__u32 *new_id;		/* by id: its id in the small file; 0: not in it */
	__u32 *queue;		/* ids, sorted by new id */
	__u32 nqueue;
	struct wanted *wanted;
	unsigned nwanted;
	char **targets;		/* names in `wanted` that are of no BTF */
	unsigned ntargets;
	unsigned missing[KINDS];	/* by kind: wanted names that are not found yet */
	unsigned buckets[BUCKETS];	/* of a hash table of wanted names: as `next` */
} kb = { .fd = -1 };

/* -- Reading --------------------------------------------------------------------------------------------------------- */

static int map(size_t size, int prot, int flags, int fd)
{
	void *p = mmap(NULL, size, prot, MAP_PRIVATE | flags, fd, 0);

	if (p == MAP_FAILED)
		return -errno;
	kb.raw = p;
	kb.raw_size = size;
	return 0;
}

static int read_into_map(int fd, size_t size)
{
	size_t done = 0;
	ssize_t n = 0;
	int err = map(size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS, -1);

	if (err)
		return err;
	while (done < size && (n = read(fd, kb.raw + done, size - done)) > 0)
		done += n;
	return n < 0 ? -errno : done == size ? 0 : -EINVAL;
}

/* Before Linux 6.16 the file cannot be mapped, and read(2) returns at most a page. */
static int read_all(void)
{
	int fd = open(KERNEL_BTF, O_RDONLY | O_CLOEXEC), err;
	struct stat st;

	if (fd < 0)
		return -errno;
	err = fstat(fd, &st) ? -errno : 0;
	if (!err && map(st.st_size, PROT_READ, 0, fd))
		err = read_into_map(fd, st.st_size);
	close(fd);
	return err;
}

static int find_sections(size_t size)
{
	const struct btf_header *h = (struct btf_header *)kb.raw;

	if (size < sizeof(*h) || h->magic != BTF_MAGIC || h->hdr_len > size || h->type_off % 4 ||
	    (__u64)h->hdr_len + h->type_off + h->type_len > size || (__u64)h->hdr_len + h->str_off + h->str_len > size ||
	    !h->str_len || kb.raw[h->hdr_len + h->str_off + h->str_len - 1])
		return -EINVAL;
	kb.types = kb.raw + h->hdr_len + h->type_off;
	kb.types_len = h->type_len;
	kb.strings = kb.raw + h->hdr_len + h->str_off;
	kb.strings_len = h->str_len;
	return 0;
}

/* What follows a struct btf_type, by kind: nothing of the others. Without branches, for it is asked of each of 150,000 types. */
static const uint8_t fixed[KINDS] = {
	[BTF_KIND_INT] = sizeof(__u32), [BTF_KIND_ARRAY] = sizeof(struct btf_array), [BTF_KIND_VAR] = sizeof(struct btf_var),
	[BTF_KIND_DECL_TAG] = sizeof(struct btf_decl_tag),
};
static const uint8_t each[KINDS] = {		/* btf_vlen() times */
	[BTF_KIND_STRUCT] = sizeof(struct btf_member), [BTF_KIND_UNION] = sizeof(struct btf_member), [BTF_KIND_ENUM] = sizeof(struct btf_enum),
	[BTF_KIND_ENUM64] = sizeof(struct btf_enum64), [BTF_KIND_FUNC_PROTO] = sizeof(struct btf_param),
	[BTF_KIND_DATASEC] = sizeof(struct btf_var_secinfo),
};

/* Bytes. */
static size_t tail_size(const struct btf_type *t)
{
	return fixed[btf_kind(t)] + (size_t)each[btf_kind(t)] * btf_vlen(t);
}

static const char *string_at(__u32 off)
{
	return off < kb.strings_len ? kb.strings + off : "";
}

static const struct btf_type *type_of(__u32 id)
{
	const char *at = kb.types + kb.marks[(id - 1) / MARK];

	for (__u32 i = (id - 1) % MARK; i; i--)
		at += sizeof(struct btf_type) + tail_size((const struct btf_type *)at);
	return (const struct btf_type *)at;
}

/* -- Wanted types ---------------------------------------------------------------------------------------------------- */

/* By length and three letters, not by all: it is asked for each of 30,000 types, of which few are wanted. */
static unsigned *bucket_of(const char *name, size_t len, unsigned kind)
{
	const unsigned char *s = (const unsigned char *)name;
	unsigned hash = ((s[0] * 31u + s[len / 2]) * 31u + s[len - 1]) * 31u + (unsigned)len * 7u + kind;

	return &kb.buckets[hash % BUCKETS];
}

static struct wanted *find_wanted(const char *name, size_t len, unsigned kind)
{
	for (unsigned i = len ? *bucket_of(name, len, kind) : 0; i; i = kb.wanted[i - 1].next) {
		struct wanted *w = &kb.wanted[i - 1];

		if (w->kind == kind && w->len == len && !memcmp(w->name, name, len))
			return w;
	}
	return NULL;
}

/* 0; 1: already wanted; -ENOMEM. */
static int want(const char *name, size_t len, unsigned kind)
{
	unsigned *bucket = bucket_of(name, len, kind);

	if (find_wanted(name, len, kind))
		return 1;
	if (!VEC_MORE(kb.wanted, kb.nwanted, 1))
		return -ENOMEM;
	kb.wanted[kb.nwanted++] = (struct wanted){ .name = name, .len = len, .kind = kind, .next = *bucket };
	*bucket = kb.nwanted;
	kb.missing[kind]++;
	return 0;
}

int kernel_btf__want(const char *name, unsigned kind)
{
	int err = want(name, strlen(name), kind);

	return err < 0 ? err : 0;
}

/* An enum may have become an enum64, and a struct may be a typedef: such kinds are treated as equal. */
static unsigned family(unsigned kind)
{
	return kind == BTF_KIND_ENUM64 ? BTF_KIND_ENUM : kind;
}

/* Names of the object's types, without libbpf's suffix ___VARIANT. */
static int want_local_types(const struct btf *local)
{
	int err = 0;

	for (__u32 id = 1; err >= 0 && id < btf__type_cnt(local); id++) {
		const struct btf_type *t = btf__type_by_id(local, id);
		const char *name = btf__name_by_offset(local, t->name_off), *variant = name ? strstr(name, "___") : NULL;
		unsigned kind = btf_kind(t);

		if (!name || !*name || !(btf_is_composite(t) || btf_is_any_enum(t) || btf_is_typedef(t)))
			continue;
		err = want(name, variant && variant != name ? (size_t)(variant - name) : strlen(name), family(kind));
	}
	return err < 0 ? err : 0;
}

/* The tracepoint or iterator that a section names, or NULL. */
static const char *target_of(const char *section, bool *is_iter)
{
	const char *slash = strchr(section, '/');

	*is_iter = !strncmp(section, "iter", 4);
	return slash && (*is_iter || !strncmp(section, "tp_btf", 6) || !strncmp(section, "raw_tp", 6)) ? slash + 1 : NULL;
}

static int full_name(char *buf, size_t size, const char *section, unsigned *kind)
{
	bool is_iter;
	const char *target = target_of(section, &is_iter);

	if (!target)
		return -EINVAL;
	*kind = is_iter ? BTF_KIND_FUNC : BTF_KIND_TYPEDEF;
	return snprintf(buf, size, "%s%s", is_iter ? ITERATOR_PREFIX : TRACEPOINT_PREFIX, target) < (int)size ? 0 : -EINVAL;
}

static int want_targets(const struct bpf_object *obj)
{
	struct bpf_program *p;
	int err = 0;

	bpf_object__for_each_program(p, obj) {
		char buf[128], *name;
		unsigned kind;

		if (err < 0 || full_name(buf, sizeof(buf), bpf_program__section_name(p), &kind))
			continue;
		name = VEC_MORE(kb.targets, kb.ntargets, 1) ? strdup(buf) : NULL;
		err = name ? want(name, strlen(name), kind) : -ENOMEM;
		if (name)
			kb.targets[kb.ntargets++] = name;
	}
	return err < 0 ? err : 0;
}

static void found(const struct btf_type *t, __u32 id)
{
	unsigned kind = family(btf_kind(t));
	const char *name = string_at(t->name_off);
	struct wanted *w = find_wanted(name, strlen(name), kind);

	if (w && !w->id) {
		w->id = id;
		kb.missing[kind]--;
	}
}

static int walk(void)
{
	__u32 room = kb.types_len / sizeof(struct btf_type) + 2, off = 0, id = 1;

	kb.marks = malloc((room / MARK + 1) * sizeof(*kb.marks));
	if (!kb.marks)
		return -ENOMEM;
	while (off + sizeof(struct btf_type) <= kb.types_len && id < room) {
		const struct btf_type *t = (const struct btf_type *)(kb.types + off);

		if ((id - 1) % MARK == 0)
			kb.marks[(id - 1) / MARK] = off;
		off += sizeof(*t) + tail_size(t);
		if (off > kb.types_len)
			return -EINVAL;
		if (kb.missing[family(btf_kind(t))])	/* the name is not in the cache */
			found(t, id);
		id++;
	}
	kb.ntypes = id;
	return 0;
}

/* -- Members --------------------------------------------------------------------------------------------------------- */

/*
 * The addition makes the first access to a page of `new_id` a write. After a read the page would be the kernel's page of zeros, for which the write
 * needs another page fault, and interrupts the CPU of the other thread.
 */
static __u32 keep(__u32 id)
{
	if (!id || id >= kb.ntypes)
		return 0;
	if (!__atomic_fetch_add(&kb.new_id[id], 0, __ATOMIC_RELAXED)) {
		kb.queue[kb.nqueue++] = id;
		kb.new_id[id] = kb.nqueue;
	}
	return kb.new_id[id];
}

static __u32 add_string(struct buf *strings, __u32 off)
{
	const char *s = string_at(off);
	__u32 at = strings->len;

	if (!*s)
		return 0;
	buf__add(strings, s, strlen(s) + 1);
	return at;
}

static void add_members(struct buf *out, struct buf *strings, const struct btf_type *t)
{
	const struct btf_member *m = btf_members(t);

	for (unsigned i = 0; i < btf_vlen(t); i++) {
		struct btf_member copy = m[i];

		copy.name_off = add_string(strings, m[i].name_off);
		copy.type = keep(m[i].type);
		buf__add(out, &copy, sizeof(copy));
	}
}

/* Values of both kinds of enum begin with the offset of their name. */
static void add_values(struct buf *out, struct buf *strings, const struct btf_type *t)
{
	size_t each = btf_is_enum64(t) ? sizeof(struct btf_enum64) : sizeof(struct btf_enum);
	const char *from = (const char *)(t + 1);

	for (unsigned i = 0; i < btf_vlen(t); i++, from += each) {
		struct btf_enum64 copy;

		memcpy(&copy, from, each);
		copy.name_off = add_string(strings, copy.name_off);
		buf__add(out, &copy, each);
	}
}

static void add_array(struct buf *out, const struct btf_type *t)
{
	struct btf_array copy = *btf_array(t);

	copy.type = keep(copy.type);
	copy.index_type = keep(copy.index_type);
	buf__add(out, &copy, sizeof(copy));
}

static bool refers(unsigned kind)
{
	return kind == BTF_KIND_TYPEDEF || kind == BTF_KIND_CONST || kind == BTF_KIND_VOLATILE ||
	       kind == BTF_KIND_RESTRICT || kind == BTF_KIND_TYPE_TAG;
}

static void add_type(struct buf *out, struct buf *strings, const struct btf_type *t)
{
	struct btf_type copy = *t;
	unsigned kind = btf_kind(t);

	if (kind == BTF_KIND_FUNC || kind == BTF_KIND_FUNC_PROTO || kind == BTF_KIND_VAR || kind == BTF_KIND_DATASEC ||
	    kind == BTF_KIND_DECL_TAG) {	/* kinds without a size: replaced by a pointer */
		copy = (struct btf_type){ .info = BTF_KIND_PTR << 24 };
		buf__add(out, &copy, sizeof(copy));
		return;
	}
	copy.name_off = add_string(strings, t->name_off);
	if (kind == BTF_KIND_PTR)
		copy.type = 0;
	else if (refers(kind))
		copy.type = keep(t->type);
	buf__add(out, &copy, sizeof(copy));
	if (btf_is_composite(t))
		add_members(out, strings, t);
	else if (btf_is_any_enum(t))
		add_values(out, strings, t);
	else if (kind == BTF_KIND_ARRAY)
		add_array(out, t);
	else
		buf__add(out, t + 1, tail_size(t));
}

static int write_all(const void *p, size_t n)
{
	return write(kb.fd, p, n) == (ssize_t)n ? 0 : errno ? -errno : -ENOSPC;
}

static int write_small(void)
{
	struct buf types = {}, strings = {};
	struct btf_header h = { .magic = BTF_MAGIC, .version = BTF_VERSION, .hdr_len = sizeof(h) };
	int err;

	buf__add(&strings, "", 1);
	for (unsigned i = 0; i < kb.nwanted; i++)
		if (kb.wanted[i].kind != BTF_KIND_FUNC && kb.wanted[i].kind != BTF_KIND_VAR)
			keep(kb.wanted[i].id);
	for (__u32 i = 0; i < kb.nqueue; i++)	/* the queue grows meanwhile */
		add_type(&types, &strings, type_of(kb.queue[i]));
	h.type_len = h.str_off = types.len;
	h.str_len = strings.len;
	err = types.failed || strings.failed ? -ENOMEM : write_all(&h, sizeof(h));
	if (!err)
		err = write_all(types.p, types.len);
	if (!err)
		err = write_all(strings.p, strings.len);
	buf__free(&types);
	buf__free(&strings);
	return err;
}

/* If the small file cannot be written (ulimit -f), its path is made to lead to the kernel's complete BTF. */
static int use_whole(void)
{
	int fd = open(KERNEL_BTF, O_RDONLY | O_CLOEXEC), err = 0;

	if (fd < 0 || dup3(fd, kb.fd, O_CLOEXEC) < 0)
		err = -errno;
	if (fd >= 0)
		close(fd);
	return err;
}

int kernel_btf__fill(const struct bpf_object *obj)
{
	struct stat st;
	int err = stat(KERNEL_BTF, &st) ? -errno : read_all();

	if (!err)
		err = find_sections(st.st_size);
	if (!err)
		err = want_local_types(bpf_object__btf(obj));
	if (!err)
		err = want_targets(obj);
	if (!err)
		err = walk();
	if (err)
		return err;
	kb.new_id = calloc(kb.ntypes, sizeof(*kb.new_id));
	kb.queue = malloc(kb.ntypes * sizeof(*kb.queue));
	err = kb.new_id && kb.queue ? write_small() : -ENOMEM;
	return err && err != -ENOMEM ? use_whole() : err;
}

/* -- Answers --------------------------------------------------------------------------------------------------------- */

__u32 kernel_btf__id(const char *name, unsigned kind)
{
	const struct wanted *w = find_wanted(name, strlen(name), kind);

	return w ? w->id : 0;
}

__u32 kernel_btf__target(const char *section)
{
	char name[128];
	unsigned kind;

	return full_name(name, sizeof(name), section, &kind) ? 0 : kernel_btf__id(name, kind);
}

int kernel_btf__tracepoint(const char *name, unsigned *pointers)
{
	char full[128];
	const struct btf_type *t;
	__u32 id;

	*pointers = 0;
	snprintf(full, sizeof(full), TRACEPOINT_PREFIX "%s", name);
	id = kernel_btf__id(full, BTF_KIND_TYPEDEF);
	for (int i = 0; i < 2 && id && id < kb.ntypes; i++)	/* a typedef of a pointer to a function */
		id = type_of(id)->type;
	t = id && id < kb.ntypes ? type_of(id) : NULL;
	if (!t || btf_kind(t) != BTF_KIND_FUNC_PROTO || !btf_vlen(t))
		return -1;
	for (unsigned i = 1; i < btf_vlen(t); i++) {	/* the first is the tracepoint's own */
		__u32 arg = btf_params(t)[i].type;

		if (arg && arg < kb.ntypes && btf_is_ptr(type_of(arg)))
			*pointers |= 1u << (i - 1);
	}
	return btf_vlen(t) - 1;
}

const char *kernel_btf__prepare(void)
{
	kb.fd = memfd_create("kernel-btf", MFD_CLOEXEC);
	if (kb.fd < 0)
		return NULL;
	snprintf(kb.path, sizeof(kb.path), "/proc/self/fd/%d", kb.fd);
	return kb.path;
}

void kernel_btf__close(void)
{
	if (kb.fd >= 0)
		close(kb.fd);
	if (kb.raw)
		munmap(kb.raw, kb.raw_size);
	free(kb.marks);
	free(kb.new_id);
	free(kb.queue);
	free(kb.wanted);
	for (unsigned i = 0; i < kb.ntargets; i++)
		free(kb.targets[i]);
	free(kb.targets);
	memset(&kb, 0, sizeof(kb));
	kb.fd = -1;
}
