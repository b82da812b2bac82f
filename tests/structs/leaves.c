// SPDX-License-Identifier: BSD-2-Clause
/* leaves.c - verbs that take each value with its path, and no text. */
#include "oracle.h"

#include <stdio.h>
#include <string.h>

#include "beautifiers/flags.h"

#define DEPTH_MOST 32

static void (*taker)(void *ctx, const struct leaf *l);
static void *taker_ctx;
static const char *wanted;

static struct leaf leaf;
static bool active;
static unsigned depth, ends[DEPTH_MOST], indices[DEPTH_MOST];	/* of each structure or array: where its path ends; its current element */
static unsigned sets;			/* sets around: their members are not told apart */

void leaves__begin(const char *arg, void (*take)(void *ctx, const struct leaf *l), void *ctx)
{
	wanted = arg;
	taker = take;
	taker_ctx = ctx;
	active = false;
}

static void take(void)
{
	if (active && !sets)
		taker(taker_ctx, &leaf);
}

static void number(uint64_t v)
{
	leaf.as = LEAF_NUMBER;
	leaf.value = v;
	take();
}

static void bytes_of(const void *p, size_t len)
{
	leaf.as = LEAF_BYTES;
	leaf.size = len < sizeof(leaf.bytes) ? (unsigned)len : sizeof(leaf.bytes);
	memcpy(leaf.bytes, p, leaf.size);
	take();
}

static void arg(struct out *o, const char *name, unsigned name_len)
{
	(void)o;
	active = strlen(wanted) == name_len && !memcmp(wanted, name, name_len);
	leaf.path[0] = '\0';
	depth = sets = 0;
}

static void ret_begin(struct out *o, int64_t ret) { (void)o, (void)ret; active = false; }
static void ret_error(struct out *o, int64_t ret, const char *name, const char *text) { (void)o, (void)ret, (void)name, (void)text; active = false; }
static void nothing(struct out *o) { (void)o; }
static void ret_extra_begin(struct out *o, const char *name) { (void)o, (void)name; active = false; }
static void integer(struct out *o, int64_t v) { (void)o; number((uint64_t)v); }
static void uinteger(struct out *o, uint64_t v) { (void)o; number(v); }
static void symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t) { (void)o, (void)name, (void)prefix_len, (void)t; number(v); }
static void joined(struct out *o, uint64_t high, const struct flag_table *ht, unsigned shift, uint64_t low, const struct flag_table *lt) { (void)o, (void)ht, (void)lt; number(high << shift | low); }
static void flags_begin(struct out *o, uint64_t v, const struct flag_table *t) { (void)o, (void)t; number(v); }
static void flag(struct out *o, const char *name, unsigned len, unsigned prefix_len) { (void)o, (void)name, (void)len, (void)prefix_len; }
static void flag_octal(struct out *o, uint64_t v) { (void)o, (void)v; }
static void flags_end(struct out *o, uint64_t rest, bool any) { (void)o, (void)rest, (void)any; }
static void string(struct out *o, const void *p, size_t len, enum string_note note) { (void)o, (void)note; bytes_of(p, len); }
static void fd(struct out *o, int n, const struct fd_name *name)
{
	(void)o, (void)name;
	leaf.as = LEAF_FD;
	leaf.value = (uint32_t)n;
	take();
}

static void task(struct out *o, int64_t pid, const char *comm, int64_t outer) { (void)o, (void)comm, (void)outer; number((uint64_t)pid); }
static void counted(struct out *o, uint64_t addr, uint64_t n, const char *what) { (void)o, (void)n, (void)what; number(addr); }
static void inet(struct out *o, unsigned family, const void *p, size_t len) { (void)o, (void)family; bytes_of(p, len); }
static void hwaddr(struct out *o, const void *p, size_t len) { (void)o; bytes_of(p, len); }
static void uuid(struct out *o, const void *p) { (void)o; bytes_of(p, 16); }
static void interface(struct out *o, uint32_t index, const char *name) { (void)o, (void)name; number(index); }
static void request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc) { (void)o, (void)t, (void)f, (void)ioc; number(v); }
static void location(struct out *o, uint64_t addr, const char *path, size_t path_len, uint64_t offset) { (void)o, (void)path, (void)path_len, (void)offset; number(addr); }
static void wait_status(struct out *o, uint32_t status) { (void)o; number(status); }
static void limit(struct out *o, uint64_t v, const char *infinity) { (void)o, (void)infinity; number(v); }
static void ioprio(struct out *o, uint32_t v, const char *name) { (void)o, (void)name; number(v); }
static void character(struct out *o, char c) { (void)o; number((uint8_t)c); }

static void network(struct out *o, uint64_t v, unsigned size)
{
	(void)o;
	leaf.as = LEAF_NETWORK;
	leaf.value = v;
	leaf.size = size;
	take();
}

static void device(struct out *o, uint64_t major, uint64_t minor)
{
	(void)o;
	leaf.as = LEAF_DEVICE;
	leaf.value = major;
	leaf.minor = minor;
	take();
}

/* Two numbers of a structure */
static void time_of(struct out *o, int64_t sec, int64_t nsec, int clock)
{
	(void)o, (void)sec, (void)nsec, (void)clock;
	leaf.as = LEAF_SET;
	take();
}

static void push(struct out *o)
{
	(void)o;
	if (depth == DEPTH_MOST)
		return;
	ends[depth] = (unsigned)strlen(leaf.path);
	indices[depth++] = UINT32_MAX;
}

static void pop(void)
{
	if (depth)
		leaf.path[ends[--depth]] = '\0';
}

static void field(struct out *o, const char *name, unsigned name_len)
{
	unsigned at = depth ? ends[depth - 1] : 0;

	(void)o;
	if (name)
		snprintf(leaf.path + at, sizeof(leaf.path) - at, "%s%.*s", at ? "." : "", (int)name_len, name);
}

static void struct_end(struct out *o, bool abridged) { (void)o, (void)abridged; pop(); }
static void struct_fault(struct out *o, uint64_t addr) { (void)o, (void)addr; pop(); }
static void macro_begin(struct out *o, const char *name) { (void)name; push(o); }
static void macro_end(struct out *o) { (void)o; pop(); }

static void go_to(unsigned n)
{
	unsigned at = depth ? ends[depth - 1] : 0;

	if (depth)
		indices[depth - 1] = n;
	snprintf(leaf.path + at, sizeof(leaf.path) - at, "[%u]", n);
}

static void item(struct out *o) { (void)o; go_to(depth ? indices[depth - 1] + 1 : 0); }
static void at_index(struct out *o, uint64_t i, unsigned base, const char *name, unsigned prefix_len, const struct flag_table *t) { (void)o, (void)base, (void)name, (void)prefix_len, (void)t; go_to((unsigned)i); }
static void array_end(struct out *o, enum array_end why, uint64_t addr) { (void)o, (void)why, (void)addr; pop(); }

static void set_begin(struct out *o, bool inverted)
{
	(void)inverted;
	leaf.as = LEAF_SET;
	take();
	sets++;
	push(o);
}

static void set_end(struct out *o) { (void)o; sets--; pop(); }

const struct verbs leaf_verbs = {
	.arg = arg, .ret_begin = ret_begin, .ret_error = ret_error, .ret_none = nothing, .ret_extra_begin = ret_extra_begin, .ret_extra_end = nothing,
	.integer = integer, .uinteger = uinteger, .hex = uinteger, .octal = uinteger, .address = uinteger, .unread = uinteger,
	.late_begin = nothing, .late_end = nothing, .network = network, .symbol = symbol, .joined = joined,
	.flags_begin = flags_begin, .flag = flag, .flag_octal = flag_octal, .flags_end = flags_end, .string = string, .bytes = string, .fd = fd, .task = task,
	.counted = counted, .time = time_of, .inet = inet, .octets = string, .hwaddr = hwaddr, .uuid = uuid, .interface = interface,
	.ticks = uinteger, .device = device, .wait_status = wait_status, .limit = limit, .ioprio = ioprio, .request = request,
	.character = character, .location = location, .struct_begin = push, .field = field, .struct_end = struct_end, .struct_fault = struct_fault,
	.macro_begin = macro_begin, .macro_end = macro_end, .array_begin = push, .item = item, .index = at_index, .array_end = array_end,
	.set_begin = set_begin, .set_end = set_end, .change_begin = nothing, .changed = nothing, .change_end = nothing,
};
