// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of calls on the machine and the kernel: names, random numbers, log, reboot, modules, perf, asynchronous I/O, calls that
 * only x86 has, and numbers without a call.
 */
#include <linux/kexec.h>
#include <linux/perf_event.h>
#include <linux/reboot.h>
#include <stdio.h>
#include <string.h>

#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"
#include "uring.h"
#include "made_shapes.h"

#define PERF_EVENT "anon_inode:[perf_event]"
#define IO_URING   "anon_inode:[io_uring]"

/* The kernel's own linux/syslog.h */
enum { SYSLOG_CLOSE, SYSLOG_OPEN, SYSLOG_READ, SYSLOG_READ_ALL, SYSLOG_READ_CLEAR, SYSLOG_CLEAR, SYSLOG_OFF, SYSLOG_ON, SYSLOG_LEVEL, SYSLOG_UNREAD, SYSLOG_SIZE };

#define SYSLOG_TYPE ENUM_INT("type", syslog_actions, .strace = &kind_enum_noted)
#define SYSLOG(type) { type, { "syslog", ARGS(SYSLOG_TYPE, BUF_OUT("buf"), INT("len")) } }
#define SYSLOG_ALONE(type) { type, { "syslog", ARGS(SYSLOG_TYPE, PTR("buf", .strace = &kind_hidden), INT("len", .strace = &kind_hidden)) } }

static const struct subrow syslog_subs[] = {
	SYSLOG_ALONE(SYSLOG_CLOSE),
	SYSLOG_ALONE(SYSLOG_OPEN),
	SYSLOG(SYSLOG_READ),
	SYSLOG(SYSLOG_READ_ALL),
	SYSLOG(SYSLOG_READ_CLEAR),
	SYSLOG_ALONE(SYSLOG_CLEAR),
	SYSLOG_ALONE(SYSLOG_OFF),
	SYSLOG_ALONE(SYSLOG_ON),
	{ SYSLOG_LEVEL, { "syslog", ARGS(SYSLOG_TYPE, PTR("buf"), INT("len", .flags = &syslog_levels, .strace = &kind_log_level)) } },
	SYSLOG_ALONE(SYSLOG_UNREAD),
	SYSLOG_ALONE(SYSLOG_SIZE),
};

#define REBOOT(command, ...) { command, { "reboot", ARGS(ENUM("magic1", reboot_magics), ENUM("magic2", reboot_magics), ENUM("cmd", reboot_cmds), ##__VA_ARGS__) } }

static const struct row reboot_short = { "reboot", ARGS(ENUM("magic1", reboot_magics), ENUM("magic2", reboot_magics), ENUM("cmd", reboot_cmds)) };

static const struct subrow reboot_subs[] = {
	REBOOT(LINUX_REBOOT_CMD_RESTART2, ARG_("arg", boot_command)),
	REBOOT(LINUX_REBOOT_CMD_RESTART),
	REBOOT(LINUX_REBOOT_CMD_HALT),
	REBOOT(LINUX_REBOOT_CMD_CAD_ON),
	REBOOT(LINUX_REBOOT_CMD_CAD_OFF),
	REBOOT(LINUX_REBOOT_CMD_POWER_OFF),
	REBOOT(LINUX_REBOOT_CMD_SW_SUSPEND),
	REBOOT(LINUX_REBOOT_CMD_KEXEC),
};

/* With PERF_FLAG_PID_CGROUP the pid is a descriptor of a cgroup's directory. */
static const struct subrow perf_event_open_subs[] = {
	{ PERF_FLAG_PID_CGROUP, { "perf_event_open", ARGS(ARG_("attr_uptr", perf_attr, .shape = &shape_perf_attr, .on_error = true), FD("pid", .strace = &kind_int), INT("cpu"), FD("group_fd"), FLAGS64("flags", perf_event_open_flags)), RET_FD, OPENS_INFO, .fd_name = PERF_EVENT } },
};

/* strace shows the words that are passed to calls which do not exist any more. */
#define W(n) HEX("arg" #n)
#define RAW(call, ...) .strace = &(const struct row){ call, ARGS(__VA_ARGS__) }

/* In the old mode and in the new. */
static bool writes_ldt(const struct call *c)
{
	return c->args[0] == 1 || c->args[0] == 0x11;
}

/* File system types: index of a name, name of an index, their number. */
static const struct subrow sysfs_subs[] = {
	{ 1, { "sysfs", ARGS(INT("option"), STR("arg1")), RAW("sysfs", W(1), W(2), W(3)) } },
	{ 2, { "sysfs", ARGS(INT("option"), UINT("arg1"), PTR("arg2")), RAW("sysfs", W(1), W(2), W(3)) } },
	{ 3, { "sysfs", ARGS(INT("option")), RAW("sysfs", W(1), W(2), W(3)) } },
};

/* -- io_uring: structures of linux/io_uring.h, the same in every ABI ---------------------------------------------------- */

static const struct field word_field[] = { { .spec = HEX32(""), .size = 4 } };
static const struct shape word = { .name = "u32", .size = 4, .fields = word_field, .nfields = 1, .bare = true };
static const struct field fd_field[] = { { .spec = FD(""), .size = 4 } };
static const struct shape fd = { .name = "fd", .size = 4, .fields = fd_field, .nfields = 1, .bare = true };
static const struct field uring_fd_field[] = { { .spec = ARG_("", uring_fd), .size = 4 } };	/* -1: none; -2: as it is */
const struct shape shape_uring_fd = { .name = "fd", .size = 4, .fields = uring_fd_field, .nfields = 1, .bare = true };

#define RESERVEDS(t, member) FIELD_STRUCT(struct t, member, word, .if_set = true)

struct sq_offsets { uint32_t head, tail, ring_mask, ring_entries, flags, dropped, array, resv1; uint64_t resv2; };
static const struct field sq_offsets_fields[] = {
	FIELDS(struct sq_offsets, uint, head, tail, ring_mask, ring_entries, flags, dropped, array), RESERVED(sq_offsets, resv1), RESERVED(sq_offsets, resv2),
};
const struct shape shape_sq_offsets = SHAPE(struct sq_offsets, sq_offsets_fields);
struct cq_offsets { uint32_t head, tail, ring_mask, ring_entries, overflow, cqes, flags, resv1; uint64_t resv2; };
static const struct field cq_offsets_fields[] = {
	FIELDS(struct cq_offsets, uint, head, tail, ring_mask, ring_entries, overflow, cqes, flags), RESERVED(cq_offsets, resv1), RESERVED(cq_offsets, resv2),
};
const struct shape shape_cq_offsets = SHAPE(struct cq_offsets, cq_offsets_fields);

struct uring_params {
	uint32_t sq_entries, cq_entries, flags, sq_thread_cpu, sq_thread_idle, features, wq_fd, resv[3];
	struct sq_offsets sq_off;
	struct cq_offsets cq_off;
};
#define ATTACH_WQ (1u << 5)	/* IORING_SETUP_ATTACH_WQ: linux/io_uring.h, 5.6 */
static bool attaches(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct uring_params, flags), 4, c->swap) & ATTACH_WQ;
}

static const struct field uring_params_fields[] = {
	FIELD_FLAGS(struct uring_params, flags, flags, io_uring_setup_flags, .in_only = true),
	FIELD(struct uring_params, sq_thread_cpu, hex, .in_only = true),
	FIELD(struct uring_params, sq_thread_idle, uint, .in_only = true),
	FIELD(struct uring_params, wq_fd, fd, .in_only = true, .when = attaches),
	FIELD_STRUCT(struct uring_params, resv, word, .in_only = true, .if_set = true),
	FIELD(struct uring_params, sq_entries, uint, .out_only = true),
	FIELD(struct uring_params, cq_entries, uint, .out_only = true),
	FIELD_FLAGS(struct uring_params, features, flags, io_uring_features, .out_only = true),
	FIELD_STRUCT(struct uring_params, sq_off, shape_sq_offsets, .out_only = true),
	FIELD_STRUCT(struct uring_params, cq_off, shape_cq_offsets, .out_only = true),
};
static const struct shape uring_params = SHAPE(struct uring_params, uring_params_fields, .joined = true);

struct uring_wait { uint64_t sigmask; uint32_t sigmask_sz, min_wait_usec; uint64_t ts; };
static const struct field uring_wait_fields[] = {
	DEREF_ONE(struct uring_wait, sigmask, struct_in, .spec.shape = &shape_sigset), FIELDS(struct uring_wait, uint, sigmask_sz, min_wait_usec),
	DEREF_ONE(struct uring_wait, ts, struct_in, .spec.shape = &shape_timespec64),
};
static const struct shape uring_wait = SHAPE(struct uring_wait, uring_wait_fields);

/* What is registered. Lengths are in the last argument if no field has them. */
#define OF_ARGS .leads = true, .spec.len_arg = 3
struct files_update { uint32_t offset, resv; uint64_t fds; };
static const struct field fds_update_fields[] = {
	FIELD(struct files_update, offset, uint), RESERVED(files_update, resv), FIELD(struct files_update, fds, array_in, OF_ARGS, .spec.shape = &shape_uring_fd),
};
static const struct shape fds_update = SHAPE(struct files_update, fds_update_fields);

struct restriction { uint16_t opcode; uint8_t op, resv; uint32_t resv2[3]; };
#define RESTRICTION(n, name_, k, t) \
	static const struct field n##_fields[] = { \
		FIELD_FLAGS(struct restriction, opcode, enum, io_uring_restrictions), FIELD_NAMED(struct restriction, op, name_, k, .spec.flags = &t), \
		RESERVED(restriction, resv), RESERVEDS(restriction, resv2) }; \
	static const struct shape n = SHAPE(struct restriction, n##_fields);
RESTRICTION(register_op, "register_op", enum, io_uring_register_ops)
RESTRICTION(sqe_op, "sqe_op", enum, io_uring_opcodes)
RESTRICTION(sqe_flags, "sqe_flags", flags, io_uring_sqe_flags)
static const struct subshape restrictions[] = { { 0, &register_op }, { 1, &sqe_op }, { 2, &sqe_flags }, { 3, &sqe_flags } };
static const struct field restriction_fields[] = {
	FIELD_FLAGS(struct restriction, opcode, uring_restriction, io_uring_restrictions), FIELD(struct restriction, op, hex, .ours = true), RESERVED(restriction, resv), RESERVEDS(restriction, resv2) };
static const struct shape restriction = SHAPE(struct restriction, restriction_fields, SUBSHAPES(struct restriction, opcode, restrictions));

#define TAGS(t) DEREF(struct t, tags, array_in, nr, .spec.shape = &shape_hex64)
#define PASSED_32 .min_passed = 32, .tail = TAIL_BYTES
struct rsrc_register { uint32_t nr, flags; uint64_t resv2, data, tags; };
struct rsrc_update { uint32_t offset, resv; uint64_t data, tags; uint32_t nr, resv2; };
#define REGISTERS(n, s) \
	static const struct field n##_register_fields[] = { \
		FIELD(struct rsrc_register, nr, uint), FIELD_FLAGS(struct rsrc_register, flags, flags, io_uring_rsrc_flags), RESERVED(rsrc_register, resv2), \
		DEREF(struct rsrc_register, data, array_in, nr, .spec.shape = &s), TAGS(rsrc_register) }; \
	static const struct shape n##_register_strace = SHAPE(struct rsrc_register, n##_register_fields, PASSED_32); \
	static const struct shape n##_register = SHAPE(struct rsrc_register, n##_register_fields, .strace = &n##_register_strace);
#define UPDATES(n, s) \
	static const struct field n##_update_fields[] = { \
		FIELD(struct rsrc_update, offset, uint), RESERVED(rsrc_update, resv), DEREF(struct rsrc_update, data, array_in, nr, .spec.shape = &s), \
		TAGS(rsrc_update), FIELD(struct rsrc_update, nr, uint), RESERVED(rsrc_update, resv2) }; \
	static const struct shape n##_update_strace = SHAPE(struct rsrc_update, n##_update_fields, PASSED_32); \
	static const struct shape n##_update = SHAPE(struct rsrc_update, n##_update_fields, .strace = &n##_update_strace);
REGISTERS(files, fd)
REGISTERS(buffers, shape_iovec)
UPDATES(files, shape_uring_fd)
UPDATES(buffers, shape_iovec)

struct ring_fd { uint32_t offset, resv; uint64_t data; };
static bool is_first_free(const struct call *c, const uint8_t *p)
{
	return (uint32_t)load_uint(p, 4, c->swap) == UINT32_MAX;
}

static bool is_offset(const struct call *c, const uint8_t *p)
{
	return !is_first_free(c, p);
}

static const struct field ring_fd_fields[] = {
	FIELD(struct ring_fd, offset, int, .when = is_first_free), FIELD(struct ring_fd, offset, uint, .when = is_offset), RESERVED(ring_fd, resv), FIELD(struct ring_fd, data, fd64, .spec.strace = &kind_fd),
}, ring_slot_fields[] = { FIELD(struct ring_fd, offset, uint), RESERVED(ring_fd, resv), RESERVED(ring_fd, data) };
static const struct shape ring_fd = SHAPE(struct ring_fd, ring_fd_fields), ring_slot = SHAPE(struct ring_fd, ring_slot_fields);

struct buf_reg { uint64_t ring_addr; uint32_t ring_entries; uint16_t bgid, flags; uint64_t resv[3]; };
static const struct field buf_reg_fields[] = {
	FIELD(struct buf_reg, ring_addr, ptr), FIELDS(struct buf_reg, uint, ring_entries, bgid), FIELD_FLAGS(struct buf_reg, flags, flags, io_uring_pbuf_flags, .if_set = true), FIELD_STRUCT(struct buf_reg, resv, shape_hex64, .if_set = true),
};
static const struct shape buf_reg = SHAPE(struct buf_reg, buf_reg_fields);

/* Operations that the kernel has: the header, and one element each */
struct probe_op { uint8_t op, resv; uint16_t flags; uint32_t resv2; };
static const struct field probe_op_fields[] = {
	FIELD_FLAGS(struct probe_op, op, enum_dec_u8, io_uring_opcodes), RESERVED(probe_op, resv), FIELD_FLAGS(struct probe_op, flags, flags, io_uring_op_flags), RESERVED(probe_op, resv2),
};
static const struct shape probe_op = SHAPE(struct probe_op, probe_op_fields);
struct probe { uint8_t last_op, ops_len; uint16_t resv; uint32_t resv2[3]; };
static const struct field probe_fields[] = {
	FIELD_FLAGS(struct probe, last_op, enum_dec_u8, io_uring_opcodes), FIELD(struct probe, ops_len, uint), RESERVED(probe, resv), RESERVEDS(probe, resv2),
};
static const struct shape probe = SHAPE(struct probe, probe_fields);
static_assert(sizeof(struct uring_params) == 120 && sizeof(struct rsrc_update) == 32 && sizeof(struct buf_reg) == 40 && sizeof(struct probe) == 16, "linux/io_uring.h");

enum { PROBE_OPS = 256 };	/* at most: an operation is a byte */

static void show_probe_ops(struct show *s, const struct arg *a, const struct chunk *k, uint64_t nargs, bool out)
{
	const uint8_t *p = chunk__bytes(k);
	uint64_t n = out && p[1] < nargs ? p[1] : nargs;

	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < probe.nfields; i++)
		show_member(s, a, &probe.fields[i], p, sizeof(struct probe));
	show_field_name(s, "ops");
	show_elements(s, a, &probe_op, p + sizeof(struct probe), (uint32_t)(n * sizeof(struct probe_op)), out ? p[1] : nargs);
	s->w->struct_end(s->o, false);
}

static bool is_clear(const uint8_t *p, uint64_t n)
{
	while (n && !p[n - 1])
		n--;
	return !n;
}

/* The program should pass zeros. */
void show_uring_probe(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = a->call->done && !a->call->failed ? arg__memory(a, PART_SELF, true) : NULL;
	uint64_t n = arg__count(a), size = sizeof(struct probe) + n * sizeof(struct probe_op);
	bool passed;

	if (n > PROBE_OPS || !in || in->len < size || (out && out->len < size)) {
		show_ptr(s, a);
		return;
	}
	passed = !is_clear(chunk__bytes(in), size);
	if (!passed && !out) {
		show_ptr(s, a);
		return;
	}
	s->w->change_begin(s->o);
	if (passed)
		show_probe_ops(s, a, in, n, false);
	if (passed && out)
		s->w->changed(s->o);
	if (out)
		show_probe_ops(s, a, out, n, true);
	s->w->change_end(s->o);
}

static void show_limits(struct show *s, const struct arg *a, const struct chunk *k, uint64_t n)
{
	uint64_t there = k ? k->len / 4 : 0, i;

	if (n && !there) {
		show_ptr(s, a);
		return;
	}
	s->w->array_begin(s->o);
	for (i = 0; i < n && i < there && (i < s->string_limit || s->verbose); i++) {
		const struct flag *f = flag_table__find(&io_uring_workers, i);

		s->w->item(s->o);
		s->w->index(s->o, i, 0, f ? f->name : NULL, f ? f->skip : 0, &io_uring_workers);
		s->w->uinteger(s->o, load_uint(chunk__bytes(k) + 4 * i, 4, s->swap));
	}
	show__array_end(s, i < there ? NULL : k, i, n, 4);
}

/* Numbers of workers by their kind: new ones, then old ones. */
void show_uring_workers(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true);
	uint64_t n = arg__count(a);

	if (!arg__ulong(a) || (n && !in)) {
		show_ptr(s, a);
		return;
	}
	s->w->change_begin(s->o);
	show_limits(s, a, in, n);
	if (!n || in->len / 4 < n || (a->call->failed && !s->w->strace_marks)) {
		s->w->change_end(s->o);
		return;
	}
	s->w->changed(s->o);
	if (a->call->failed || !a->call->done)
		show_ptr(s, a);
	else
		show_limits(s, a, out, n);
	s->w->change_end(s->o);
}

void show_uring_restriction(struct show *s, const struct arg *a)
{
	char text[24];

	show_enum(s, a);
	if (!s->w->comment)
		return;
	snprintf(text, sizeof(text), "op: %#x", a->holder[offsetof(struct restriction, op)]);
	s->w->comment(s->o, text);
}

/* A descriptor, none, or no change. */
void show_uring_fd(struct show *s, const struct arg *a)
{
	int32_t v = (int32_t)a->value;

	if (v >= -1)
		show_fd(s, a);
	else if (v == -2)
		s->w->symbol(s->o, (uint64_t)(int64_t)v, "IORING_REGISTER_FILES_SKIP", strlen("IORING_"), NULL);
	else
		s->w->integer(s->o, v);
}

enum {				/* linux/io_uring.h, up to 5.19 */
	BUFFERS, UNREGISTER_BUFFERS, FILES, UNREGISTER_FILES, EVENTFD, UNREGISTER_EVENTFD, FILES_UPDATE, EVENTFD_ASYNC, PROBE, PERSONALITY,
	UNREGISTER_PERSONALITY, RESTRICTIONS, ENABLE_RINGS, FILES2, FILES_UPDATE2, BUFFERS2, BUFFERS_UPDATE, IOWQ_AFF, UNREGISTER_IOWQ_AFF,
	IOWQ_MAX_WORKERS, RING_FDS, UNREGISTER_RING_FDS, PBUF_RING, UNREGISTER_PBUF_RING,
};
static const struct subrow register_subs[] = {
	REGISTER(BUFFERS,              ARRAY_IN("arg", shape_iovec, 3)),
	REGISTER(FILES,                ARRAY_IN("arg", fd, 3)),
	REGISTER(EVENTFD,              ARRAY_IN("arg", fd, 3)),
	REGISTER(EVENTFD_ASYNC,        ARRAY_IN("arg", fd, 3)),
	REGISTER(FILES_UPDATE,         STRUCT_IN("arg", fds_update)),
	REGISTER(PROBE,                ARG_("arg", uring_probe, .len_arg = 3)),
	REGISTER(RESTRICTIONS,         ARRAY_IN("arg", restriction, 3)),
	REGISTER(FILES2,               STRUCT_SIZED("arg", files_register, 3)),
	REGISTER(FILES_UPDATE2,        STRUCT_SIZED("arg", files_update, 3)),
	REGISTER(BUFFERS2,             STRUCT_SIZED("arg", buffers_register, 3)),
	REGISTER(BUFFERS_UPDATE,       STRUCT_SIZED("arg", buffers_update, 3)),
	REGISTER(IOWQ_AFF,             CPUS_IN("arg", 3, .strace = &kind_affinity_in)),
	REGISTER(IOWQ_MAX_WORKERS,     ARG_("arg", uring_workers, .len_arg = 3)),
	REGISTER(RING_FDS,             ARRAY_IN("arg", ring_fd, 3)),
	REGISTER(UNREGISTER_RING_FDS,  ARRAY_IN("arg", ring_slot, 3)),
	REGISTER(PBUF_RING,            STRUCT_IN("arg", buf_reg)),
	REGISTER(UNREGISTER_PBUF_RING, STRUCT_IN("arg", buf_reg)),
	REGISTER(UNREGISTER_BUFFERS,     NOTHING),
	REGISTER(UNREGISTER_FILES,       NOTHING),
	REGISTER(UNREGISTER_EVENTFD,     NOTHING),
	REGISTER(PERSONALITY,            NOTHING),
	REGISTER(UNREGISTER_PERSONALITY, NOTHING),
	REGISTER(ENABLE_RINGS,           NOTHING),
	REGISTER(UNREGISTER_IOWQ_AFF,    NOTHING),
};
static const struct sub_table registers = SUB_TABLE(register_subs);
static const struct sub_table *const register_tables[] = { &registers, &uring_registers, NULL };

/* With a flag, a structure with the set of signals and a timeout. strace takes it for a set of that size, which it is not. */
#define EXT_ARG 8		/* IORING_ENTER_EXT_ARG: linux/io_uring.h, 5.11 */
#define REGISTERED_RING 16	/* IORING_ENTER_REGISTERED_RING, 5.18: the first argument is no descriptor, but one of the thread's registered rings */
#define RING_INDEX UINT("fd", .strace = &kind_fd)
#define ENTER(ring, arg) "io_uring_enter", ARGS(ring, UINT("to_submit"), UINT("min_complete"), FLAGS("flags", io_uring_enter_flags), arg, ULONG("argsz")), .submits = SUBMITS_URING
static const struct subrow enter_subs[] = {
	{ EXT_ARG,                   { ENTER(FD("fd"), STRUCT_IN("argp", uring_wait, .strace = &kind_ptr)) } },
	{ REGISTERED_RING,           { ENTER(RING_INDEX, SIGSET_IN("argp", .len_arg = 5, .strace = &kind_sigset_upto)) } },
	{ REGISTERED_RING | EXT_ARG, { ENTER(RING_INDEX, STRUCT_IN("argp", uring_wait, .strace = &kind_ptr)) } },
};

#define THREE_WORDS ARGS(HEX("arg1"), HEX("arg2"), HEX("arg3"))
#define FIVE_WORDS ARGS(HEX("arg1"), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5"))
#define SIX_WORDS ARGS(HEX("arg1"), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5"), HEX("arg6"))

#define SYSCTL_ARGS(t, W) \
	struct t { W name; int32_t nlen; W oldval, oldlenp, newval, newlen, unused[4]; }; \
	static const struct field t##_fields[] = { \
		FIELD(struct t, name, ptr), FIELD(struct t, nlen, int), FIELDS(struct t, ptr, oldval, oldlenp, newval), FIELD(struct t, newlen, ulong), \
	};
SYSCTL_ARGS(sysctl_args64, uint64_t)
SYSCTL_ARGS(sysctl_args32, uint32_t)
static const struct shape shape_sysctl_args32 = SHAPE(struct sysctl_args32, sysctl_args32_fields);
static const struct shape shape_sysctl_args = SHAPE(struct sysctl_args64, sysctl_args64_fields, .compat = &shape_sysctl_args32, .x32_compat = true);

static bool few_segments(const struct call *c)
{
	return c->args[1] <= KEXEC_SEGMENT_MAX;
}

static const struct row rows[] = {
	/* The machine */
	{ "uname",             ARGS(STRUCT_OUT("name", shape_utsname)), .tracepoint = "newuname" },
	{ "sysinfo",           ARGS(STRUCT_OUT("info", shape_sysinfo)) },
	{ "sethostname",       ARGS(BUF_IN("name", 1, .strace = &kind_uts_name), INT("len", .strace = &kind_uint)) },
	{ "setdomainname",     ARGS(BUF_IN("name", 1, .strace = &kind_uts_name), INT("len", .strace = &kind_uint)) },
	{ "getrandom",         ARGS(BUF_OUT("ubuf", .strace = &kind_octets_out), ULONG("len"), FLAGS("flags", getrandom_flags)) },
	{ "syslog",            ARGS(SYSLOG_TYPE, PTR("buf"), INT("len")), SUB(0, syslog_subs) },
	{ "reboot",            ARGS(ENUM("magic1", reboot_magics), ENUM("magic2", reboot_magics), ENUM("cmd", reboot_cmds), PTR("arg")), SUB(2, reboot_subs), .strace = &reboot_short },
	{ "kexec_load",        ARGS(PTR("entry"), ULONG("nr_segments"), ARRAY_IN("segments", shape_kexec_segment, 1, .strace = &kind_array_where, .named = few_segments), FLAGS64("flags", kexec_flags, .flags2 = &kexec_archs, .strace = &kind_kexec_flags)) },
	{ "kexec_file_load",   ARGS(FD("kernel_fd"), FD("initrd_fd"), ULONG("cmdline_len"), BUF_IN("cmdline_ptr", 2), FLAGS64("flags", kexec_file_flags)) },
	{ "vhangup",           ARGS() },
	{ "sysfs",             ARGS(INT("option"), HEX("arg1"), HEX("arg2")), SUB(0, sysfs_subs), RAW("sysfs", W(1), W(2), W(3)) },

	/* Kernel modules, counters */
	{ "init_module",       ARGS(BUF_IN("umod", 1, .strace = &kind_ptr), ULONG("len"), STR("uargs")) },
	{ "finit_module",      ARGS(FD("fd"), STR("uargs"), FLAGS("flags", module_init_flags)) },
	{ "delete_module",     ARGS(STR("name_user"), FLAGS("flags", module_delete_flags)) },
	{ "perf_event_open",   ARGS(ARG_("attr_uptr", perf_attr, .shape = &shape_perf_attr, .on_error = true), PID("pid", .strace = &kind_int), INT("cpu"), FD("group_fd"), FLAGS64("flags", perf_event_open_flags)), RET_FD, OPENS_INFO, .fd_name = PERF_EVENT, SUB_MASK(4, PERF_FLAG_PID_CGROUP, perf_event_open_subs) },

	/* Asynchronous I/O */
	{ "io_setup",          ARGS(UINT("nr_events"), STRUCT_INOUT("ctxp", shape_ptr, .strace = &kind_struct_out)) },
	{ "io_destroy",        ARGS(PTR("ctx")), .aio = AIO_DESTROYS },
	{ "io_submit",         ARGS(PTR("ctx_id"), LONG("nr"), ARG_("iocbpp", iocbs_in, .shape = &shape_iocb_pointer, .len_arg = 1)), .aio = AIO_SUBMITS, .submits = SUBMITS_AIO },
	{ "io_cancel",         ARGS(PTR("ctx_id"), STRUCT_IN("iocb", shape_iocb_cancel), STRUCT_OUT("result", shape_io_event)) },
	{ "io_getevents",      ARGS(PTR("ctx_id"), LONG("min_nr"), LONG("nr"), IO_EVENTS, STRUCT_IN("timeout", shape_timespec)), .aio = AIO_REAPS },
	{ "io_pgetevents",     ARGS(PTR("ctx_id"), LONG("min_nr"), LONG("nr"), IO_EVENTS, STRUCT_IN("timeout", shape_timespec), SIGSET_ARG("usig")), .aio = AIO_REAPS },
	{ "io_uring_setup",    ARGS(UINT("entries"), STRUCT_INOUT("params", uring_params)), RET_FD, OPENS_INFO, .cloexec = true, .fd_name = IO_URING },
	{ ENTER(FD("fd"), SIGSET_IN("argp", .len_arg = 5, .strace = &kind_sigset_upto)), SUB_MASK(3, EXT_ARG | REGISTERED_RING, enter_subs) },
	{ "io_uring_register", ARGS(RING, URING_OP, PTR("arg"), UINT("nr_args")), SUB_TABLES(1, register_tables), .sub_mask = ~USE_REGISTERED_RING },

	/* x86 */
	{ "iopl",              ARGS(UINT("level", .strace = &kind_int)) },
	{ "ioperm",            ARGS(HEX("from"), ULONG("num", .strace = &kind_hex), INT("turn_on")) },
	{ "modify_ldt",        ARGS(INT("func"), ARG_("ptr", ldt_entry, .shape = &shape_user_desc, .len_arg = 2, .named = writes_ldt), ULONG("bytecount")), .ret_int = true },
	{ "set_thread_area",   ARGS(STRUCT_INOUT("u_info", shape_user_desc)) },
	{ "get_thread_area",   ARGS(STRUCT_INOUT("u_info", shape_user_desc, .strace = &kind_desc_got)) },
	{ "uprobe",            ARGS() },
	{ "uretprobe",         ARGS() },

	/* Removed, or never implemented: if no kernel declared arguments, all words are shown */
	{ "_sysctl",           ARGS(STRUCT_IN("args", shape_sysctl_args)) },
	{ "create_module",     ARGS(STR("name"), ULONG("size")), RET_ADDRESS, RAW("create_module", W(1), W(2)) },
	{ "get_kernel_syms",   ARGS(PTR("table")), RAW("get_kernel_syms", W(1)) },
	{ "query_module",      ARGS(STR("name"), INT("which"), PTR("buf"), ULONG("bufsize"), PTR("ret")), RAW("query_module", W(1), W(2), W(3), W(4), W(5)) },
	{ "nfsservctl",        ARGS(INT("cmd"), PTR("arg"), PTR("res")), RAW("nfsservctl", W(1), W(2), W(3)) },
	{ "getpmsg",           ARGS(FD("fd"), PTR("ctl"), PTR("data"), PTR("band"), PTR("flags")), RAW("getpmsg", W(1), W(2), W(3), W(4), W(5)) },
	{ "putpmsg",           ARGS(FD("fd"), PTR("ctl"), PTR("data"), INT("band"), HEX32("flags")), RAW("putpmsg", W(1), W(2), W(3), W(4), W(5)) },
	{ "afs_syscall",       FIVE_WORDS, RAW("afs_syscall", W(1), W(2), W(3), W(4), W(5)) },
	{ "tuxcall",           THREE_WORDS, RAW("tuxcall", W(1), W(2), W(3)) },
	{ "security",          THREE_WORDS, RAW("security", W(1), W(2), W(3)) },
	{ "vserver",           FIVE_WORDS, RAW("vserver", W(1), W(2), W(3), W(4), W(5)) },
	{ "break",             SIX_WORDS },
	{ "stty",              SIX_WORDS },
	{ "gtty",              SIX_WORDS },
	{ "ftime",             SIX_WORDS },
	{ "prof",              SIX_WORDS },
	{ "profil",            SIX_WORDS },
	{ "ulimit",            SIX_WORDS },
	{ "lock",              SIX_WORDS },
	{ "mpx",               SIX_WORDS },
	{ "idle",              ARGS() },
	{ "bdflush",           ARGS(INT("func"), HEX("data")) },
};

const struct row_table rows_misc = ROW_TABLE(rows);
