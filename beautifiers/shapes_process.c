// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_process.c - processes, their limits and use of resources, the machine they run on (linux/resource.h,
 * linux/sched.h, linux/utsname.h, linux/sysinfo.h, linux/capability.h, linux/futex.h, linux/rseq.h).
 */
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

#define BRIEF .brief = true

/* -- Limits and usage -------------------------------------------------------------------------------- */

struct rlim64 { uint64_t rlim_cur, rlim_max; };
struct rlim32 { uint32_t rlim_cur, rlim_max; };
static const struct field rlim64_fields[] = { FIELD(struct rlim64, rlim_cur, rlim), FIELD(struct rlim64, rlim_max, rlim) };
static const struct field rlim32_fields[] = { FIELD(struct rlim32, rlim_cur, rlim32), FIELD(struct rlim32, rlim_max, rlim32) };
static const struct shape shape_rlim32 = SHAPE(struct rlim32, rlim32_fields);
const struct shape shape_rlimit = SHAPE(struct rlim64, rlim64_fields, .compat = &shape_rlim32);
const struct shape shape_rlimit64 = SHAPE(struct rlim64, rlim64_fields);

/* -- Names of the machine ---------------------------------------------------------------------------- */

#define UTSNAME(t, n) struct t { char sysname[n], nodename[n], release[n], version[n], machine[n]; };
#define UTSNAME_FIELDS(t) \
	FIELD(struct t, sysname, chars, .brief = true), FIELD(struct t, nodename, chars, .brief = true), FIELD(struct t, release, chars), \
	FIELD(struct t, version, chars), FIELD(struct t, machine, chars)
struct uts { char sysname[65], nodename[65], release[65], version[65], machine[65], domainname[65]; };
UTSNAME(uts_old, 65)
UTSNAME(uts_oldold, 9)
static const struct field uts_fields[] = { UTSNAME_FIELDS(uts), FIELD(struct uts, domainname, chars) };
static const struct field uts_old_fields[] = { UTSNAME_FIELDS(uts_old) };
static const struct field uts_oldold_fields[] = { UTSNAME_FIELDS(uts_oldold) };
static const struct shape uts_brief = SHAPE(struct uts, uts_fields, .abridge = true);
static const struct shape uts_old_brief = SHAPE(struct uts_old, uts_old_fields, .abridge = true);
static const struct shape uts_oldold_brief = SHAPE(struct uts_oldold, uts_oldold_fields, .abridge = true);
const struct shape shape_utsname = SHAPE(struct uts, uts_fields, .strace = &uts_brief);
const struct shape shape_old_utsname = SHAPE(struct uts_old, uts_old_fields, .strace = &uts_old_brief);
const struct shape shape_oldold_utsname = SHAPE(struct uts_oldold, uts_oldold_fields, .strace = &uts_oldold_brief);

/* -- New processes and how they are scheduled -------------------------------------------------------- */

/* Members whose flag is not set may hold garbage: glibc always passes a pidfd. */
#define GIVEN_IF(name, mask) \
	static bool given_##name(const struct call *c, const uint8_t *p) { return load_uint(p, 8, c->swap) & (mask); }
GIVEN_IF(pidfd, CLONE_PIDFD)
GIVEN_IF(child_tid, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID)
GIVEN_IF(parent_tid, CLONE_PARENT_SETTID)
GIVEN_IF(tls, CLONE_SETTLS)
GIVEN_IF(cgroup, CLONE_INTO_CGROUP)

/* What the kernel fills: both are 4 bytes */
#define FILLED(member, s) DEREF_ONE(struct clone_args, member, struct_out, .spec.shape = &s, .when = given_##member)
static const struct field fd_field[] = { { .spec = FD(""), .size = 4 } };
static const struct shape shape_new_fd = { .name = "fd", .size = 4, .nfields = 1, .fields = fd_field, .bare = true };

#define TIDS_MOST 32	/* elements of set_tid: MAX_PID_NS_LEVEL of the kernel */

static bool given_tids(const struct call *c, const uint8_t *p)
{
	uint64_t n = load_uint(p + offsetof(struct clone_args, set_tid_size), 8, c->swap);

	return n && n <= TIDS_MOST && load_uint(p + offsetof(struct clone_args, set_tid), 8, c->swap);
}

static bool given_set_tid(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct clone_args, set_tid), 8, c->swap) || load_uint(p + offsetof(struct clone_args, set_tid_size), 8, c->swap);
}

static bool given_no_tids(const struct call *c, const uint8_t *p)
{
	return !given_tids(c, p);
}

static bool given_bad_tids(const struct call *c, const uint8_t *p)
{
	return given_set_tid(c, p) && !given_tids(c, p);
}

static bool given_any_cgroup(const struct call *c, const uint8_t *p)
{
	return given_cgroup(c, p) || load_uint(p + offsetof(struct clone_args, cgroup), 8, c->swap);
}

/* no descriptor without the flag, but passed */
static bool given_other_cgroup(const struct call *c, const uint8_t *p)
{
	return !given_cgroup(c, p) && given_any_cgroup(c, p);
}

static const struct field clone_args_fields[] = {
	FIELD_FLAGS(struct clone_args, flags, flags64, clone3_flags),
	FILLED(pidfd, shape_new_fd),
	FIELD(struct clone_args, child_tid, ptr, .when = given_child_tid),
	FILLED(parent_tid, shape_new_tid),
	FIELD(struct clone_args, exit_signal, signal64),
	FIELD(struct clone_args, stack, ptr),
	FIELD(struct clone_args, stack_size, hex),
	FIELD(struct clone_args, tls, ptr, .when = given_tls),
	DEREF(struct clone_args, set_tid, array_in, set_tid_size, .spec.shape = &shape_int, .when = given_tids),
	FIELD(struct clone_args, set_tid, ptr, .when = given_no_tids, .len_offset = offsetof(struct clone_args, set_tid_size), .len_size = 8),
	FIELD(struct clone_args, set_tid_size, ulong),
	FIELD(struct clone_args, cgroup, fd64, .when = given_cgroup),
	FIELD(struct clone_args, cgroup, ulong, .when = given_other_cgroup, .len_offset = offsetof(struct clone_args, cgroup), .len_size = 8),
};

/* strace shows all numbers that are no signals as such, and what the kernel fills after the structure that was passed. */
static bool signal_is_int(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct clone_args, exit_signal), 8, c->swap) < INT32_MAX;
}

static bool signal_is_not_int(const struct call *c, const uint8_t *p)
{
	return !signal_is_int(c, p);
}

static const struct field clone_passed_fields[] = {
	FIELD_FLAGS(struct clone_args, flags, flags64, clone3_strace_flags),
	FIELD(struct clone_args, pidfd, ptr, .when = given_pidfd),
	FIELD(struct clone_args, child_tid, ptr, .when = given_child_tid),
	FIELD(struct clone_args, parent_tid, ptr, .when = given_parent_tid),
	FIELD(struct clone_args, exit_signal, signal, .when = signal_is_int),
	FIELD(struct clone_args, exit_signal, ulong, .when = signal_is_not_int),
	FIELD(struct clone_args, stack, ptr),
	FIELD(struct clone_args, stack_size, hex),
	FIELD(struct clone_args, tls, ptr, .when = given_tls),
	DEREF(struct clone_args, set_tid, array_in, set_tid_size, .spec.shape = &shape_int, .when = given_tids),
	FIELD(struct clone_args, set_tid, ptr, .when = given_bad_tids),
	FIELD(struct clone_args, set_tid_size, ulong, .when = given_set_tid),
	FIELD(struct clone_args, cgroup, ulong, .when = given_any_cgroup, .over = offsetof(struct clone_args, cgroup)),
};
static const struct field clone_filled_fields[] = { FILLED(pidfd, shape_new_fd), FILLED(parent_tid, shape_new_tid) };
static const struct shape clone_passed = SHAPE(struct clone_args, clone_passed_fields, .tail = TAIL_BYTES, .padded = true);
static const struct shape clone_filled = SHAPE(struct clone_args, clone_filled_fields, .tail = TAIL_BYTES, .padded = true);

static bool fills_any(const struct arg *a, const uint8_t *p, uint32_t len)
{
	if (!a->call->done || a->call->failed)
		return false;
	return given_pidfd(a->call, p) || given_parent_tid(a->call, p) || shape__has_tail(a, &clone_filled, p, len);
}

static void show_clone_args(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	struct arg filled = *a;

	filled.out = true;
	s->w->change_begin(s->o);
	show__shape(s, a, &clone_passed, p, len);
	if (fills_any(a, p, len)) {
		s->w->changed(s->o);
		show__shape(s, &filled, &clone_filled, p, len);
	}
	s->w->change_end(s->o);
}

static const struct shape clone_args_by_strace = { .name = "clone_args", .size = sizeof(struct clone_args), .min_passed = 64, .tail = TAIL_BYTES, .show = show_clone_args };
const struct shape shape_clone_args = SHAPE(struct clone_args, clone_args_fields, .strace = &clone_args_by_strace);

struct param { int32_t sched_priority; };
static const struct field param_fields[] = { FIELD(struct param, sched_priority, int) };
const struct shape shape_sched_param = SHAPE(struct param, param_fields, .strace = &shape_int);

struct attr {		/* struct sched_attr of linux/sched/types.h */
	uint32_t size, sched_policy;
	uint64_t sched_flags;
	int32_t sched_nice;
	uint32_t sched_priority;
	uint64_t sched_runtime, sched_deadline, sched_period;
	uint32_t sched_util_min, sched_util_max;
};
static_assert(sizeof(struct attr) == 56, "struct sched_attr");
#define KEEP_POLICY 0x08	/* SCHED_FLAG_KEEP_POLICY, SCHED_FLAG_KEEP_PARAMS: linux/sched.h */
#define KEEP_PARAMS 0x10
#define ATTR_LEAST 48		/* SCHED_ATTR_SIZE_VER0 */
static const struct field attr_fields[] = {
	FIELD(struct attr, size, uint),
	FIELD_FLAGS(struct attr, sched_policy, enum, sched_policies),
	FIELD_FLAGS(struct attr, sched_flags, flags64, sched_attr_flags),
	FIELD(struct attr, sched_nice, int),
	FIELD(struct attr, sched_priority, uint),
	FIELDS(struct attr, ulong, sched_runtime, sched_deadline, sched_period),
	FIELDS(struct attr, uint, sched_util_min, sched_util_max),
	FIELD_BEYOND(struct attr, size),
};

/* What the flags keep is not set: strace does not show it. */
static bool sets_policy(const struct call *c, const uint8_t *p)
{
	return load_int(p + offsetof(struct attr, sched_policy), 4, c->swap) < 0 ||
	       !(load_uint(p + offsetof(struct attr, sched_flags), 8, c->swap) & (KEEP_POLICY | KEEP_PARAMS));
}

static bool sets_params(const struct call *c, const uint8_t *p)
{
	return !(load_uint(p + offsetof(struct attr, sched_flags), 8, c->swap) & KEEP_PARAMS);
}

static const struct field attr_set_fields[] = {
	FIELD(struct attr, size, uint),
	FIELD_FLAGS(struct attr, sched_policy, enum, sched_policies, .when = sets_policy),
	FIELD_FLAGS(struct attr, sched_flags, flags64, sched_attr_flags),
	FIELD(struct attr, sched_nice, int, .when = sets_params),
	FIELD(struct attr, sched_priority, uint, .when = sets_params),
	FIELD(struct attr, sched_runtime, ulong, .when = sets_params),
	FIELD(struct attr, sched_deadline, ulong, .when = sets_params),
	FIELD(struct attr, sched_period, ulong, .when = sets_params),
	FIELDS(struct attr, uint, sched_util_min, sched_util_max),
};
static const struct shape sched_attr_set = SHAPE(struct attr, attr_set_fields, .least = ATTR_LEAST, .or_zero = true);
const struct shape shape_sched_attr = SHAPE(struct attr, attr_fields, .least = ATTR_LEAST, .or_zero = true, .strace = &sched_attr_set);

static void show_comm(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	show_chars(s, p, len);
}
const struct shape shape_comm = { .name = "comm", .size = COMM_LEN, .show = show_comm };

/* -- Credentials ------------------------------------------------------------------------------------- */

/*
 * The first element has capabilities 0 to 31, the second those from 32 on: both halves of a set are shown as one, of numbers.
 * With version 1 of the header (the argument before) there is only the first.
 */
#define CAP_HEADER 8	/* struct __user_cap_header_struct */
#define CAPS_V1 0x19980330	/* _LINUX_CAPABILITY_VERSION_1 of linux/capability.h */
#define CAPS_V2 0x20071026
#define CAPS_V3 0x20080522
struct caps { uint32_t effective, permitted, inheritable; };

static bool one_element(const struct arg *a, uint32_t len)
{
	const struct chunk *k = a->index > 0 ? call__chunk(a->call, a->index - 1, PART_SELF, false) : NULL;

	return len < 2 * sizeof(struct caps) ||
	       (k && k->len >= 4 && load_uint(chunk__bytes(k), 4, a->call->swap) == CAPS_V1);
}

/* A set of more than half of all capabilities is shown inverted: by those that are not in it. */
static void show_cap_set(struct show *s, uint64_t set)
{
	uint64_t all = (UINT64_C(1) << capabilities.n) - 1;
	bool inverted = !(set & ~all) && (unsigned)__builtin_popcountll(set) > capabilities.n / 2;

	if (inverted)
		set = ~set & all;
	s->w->set_begin(s->o, inverted);
	for (; set; set &= set - 1) {
		s->w->item(s->o);
		show__enum(s, &capabilities, __builtin_ctzll(set));
	}
	s->w->set_end(s->o);
}

static void show_caps(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	static const char names[3][12] = { "effective", "permitted", "inheritable" };
	bool one = one_element(a, len);

	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < 3 && len >= sizeof(struct caps); i++, p += 4) {
		s->w->field(s->o, names[i], strlen(names[i]));
		show_cap_set(s, load_uint(p, 4, s->swap) | (one ? 0 : load_uint(p + sizeof(struct caps), 4, s->swap) << 32));
	}
	s->w->struct_end(s->o, len < sizeof(struct caps));
}
const struct shape shape_cap_data = { .name = "cap_data", .size = 2 * sizeof(struct caps), .show = show_caps };

/* strace shows bits by their names, in two halves, and nothing of data whose header it can not read. */
static void show_cap_half(struct show *s, uint32_t bits, unsigned from)
{
	uint32_t rest = bits;
	char text[48];
	bool any = false;

	s->w->flags_begin(s->o, bits, &capabilities);
	for (unsigned i = 0; i < 32; i++) {
		const struct flag *f = bits >> i & 1 ? flag_table__find(&capabilities, from + i) : NULL;

		if (!f)
			continue;
		s->w->flag(s->o, text, (unsigned)snprintf(text, sizeof(text), "1<<%s", f->name), 0);
		rest &= ~(UINT32_C(1) << i);
		any = true;
	}
	s->w->flags_end(s->o, rest, any);
}

static void show_cap_bits(struct show *s, uint32_t low, uint32_t high)
{
	if (low || !high)
		show_cap_half(s, low, 0);
	if (low && high)
		s->w->or(s->o);
	if (high)
		show_cap_half(s, high, 32);
}

static void show_cap_data(struct show *s, const struct arg *a, bool out)
{
	static const char names[3][12] = { "effective", "permitted", "inheritable" };
	const struct chunk *header = call__chunk(a->call, a->index - 1, PART_SELF, false), *k = arg__memory(a, PART_SELF, out);
	bool known = header && header->len >= CAP_HEADER;
	uint32_t version = known ? (uint32_t)load_uint(chunk__bytes(header), 4, s->swap) : 0;
	bool two = version == CAPS_V2 || version == CAPS_V3;

	if (!known || !k || k->len < (two ? 2 : 1) * sizeof(struct caps)) {
		s->w->address(s->o, arg__ulong(a));
		return;
	}
	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < 3; i++) {
		const uint8_t *p = chunk__bytes(k) + 4 * i;

		s->w->field(s->o, names[i], strlen(names[i]));
		show_cap_bits(s, (uint32_t)load_uint(p, 4, s->swap), two ? (uint32_t)load_uint(p + sizeof(struct caps), 4, s->swap) : 0);
	}
	s->w->struct_end(s->o, false);
}

void show_caps_in(struct show *s, const struct arg *a)
{
	show_cap_data(s, a, false);
}

void show_caps_out(struct show *s, const struct arg *a)
{
	if (a->call->done && !a->call->failed)
		show_cap_data(s, a, true);
	else
		s->w->address(s->o, arg__ulong(a));
}

/* -- Threads ----------------------------------------------------------------------------------------- */

#define ROBUST(t, L, UL) struct t { UL list; L futex_offset; UL list_op_pending; };
#define ROBUST_FIELDS(t) { \
	FIELD(struct t, list, ptr), FIELD(struct t, futex_offset, long), FIELD(struct t, list_op_pending, ptr) }
ROBUST(robust64, int64_t, uint64_t)
ROBUST(robust32, int32_t, uint32_t)
static const struct field robust64_fields[] = ROBUST_FIELDS(robust64);
static const struct field robust32_fields[] = ROBUST_FIELDS(robust32);
static const struct shape shape_robust32 = SHAPE(struct robust32, robust32_fields);
const struct shape shape_robust_list_head = SHAPE(struct robust64, robust64_fields, .compat = &shape_robust32, .x32_compat = true);

struct waitv { uint64_t val, uaddr; uint32_t flags, reserved; };
/* Must be 0. */
static bool waitv_reserved(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct waitv, reserved), 4, c->swap);
}

static const struct field waitv_fields[] = {
	FIELD(struct waitv, val, ulong),
	FIELD(struct waitv, uaddr, ptr),
	FIELD_FLAGS(struct waitv, flags, flags, futex2_flags),
	FIELD_NAMED(struct waitv, reserved, "__reserved", hex, .when = waitv_reserved),
};
static const struct field waitv_strace_fields[] = {
	FIELD(struct waitv, val, hex),
	FIELD(struct waitv, uaddr, ptr),
	FIELD_FLAGS(struct waitv, flags, flags, futex_waiter_flags),
	FIELD_NAMED(struct waitv, reserved, "__reserved", hex, .when = waitv_reserved),
};
static const struct shape waitv_strace = SHAPE(struct waitv, waitv_strace_fields);
const struct shape shape_futex_waitv = SHAPE(struct waitv, waitv_fields, .strace = &waitv_strace);

struct desc { uint32_t entry_number, base_addr, limit, flags; };	/* user_desc: flags are one-bit members */
static const struct field desc_fields[] = {
	FIELD(struct desc, entry_number, int),
	FIELD(struct desc, base_addr, ptr),
	FIELDS(struct desc, hex32, limit, flags),
};
#define BIT(n, at, wide) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_uint }, .offset = offsetof(struct desc, flags), .size = 4, .bit = at, .bits = wide }
#define BITS BIT("seg_32bit", 0, 1), BIT("contents", 1, 2), BIT("read_exec_only", 3, 1), BIT("limit_in_pages", 4, 1), BIT("seg_not_present", 5, 1), BIT("useable", 6, 1)
#define DESC_BEGIN FIELD(struct desc, entry_number, owner), FIELD(struct desc, base_addr, hex_full), FIELD(struct desc, limit, hex_full)
static const struct field desc_strace_fields[] = { DESC_BEGIN, BITS, BIT("lm", 7, 1) };
static const struct field desc32_strace_fields[] = { DESC_BEGIN, BITS };
static const struct shape desc_strace = SHAPE(struct desc, desc_strace_fields), desc32_strace = SHAPE(struct desc, desc32_strace_fields);
static const struct shape desc32 = SHAPE(struct desc, desc_fields, .strace = &desc32_strace);
const struct shape shape_user_desc = SHAPE(struct desc, desc_fields, .compat = &desc32, .strace = &desc_strace);

struct rseq_area { uint32_t cpu_id_start, cpu_id; uint64_t rseq_cs; uint32_t flags, node_id, mm_cid, pad; };
static const struct field rseq_fields[] = {
	FIELDS(struct rseq_area, int, cpu_id_start, cpu_id),
	FIELD(struct rseq_area, rseq_cs, ptr),
	FIELD(struct rseq_area, flags, hex32),
};
const struct shape shape_rseq = SHAPE(struct rseq_area, rseq_fields);
