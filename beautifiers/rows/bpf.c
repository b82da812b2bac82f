// SPDX-License-Identifier: BSD-2-Clause
/*
 * The row of bpf: its command selects a member of union bpf_attr (linux/bpf.h). Members have grown: the structures here are those
 * of the newest kernel, and older programs pass less of them.
 */
#include <linux/bpf.h>
#include <string.h>

#include "beautifiers/program.h"
#include "beautifiers/rows.h"
#include "bpf.h"
#include "made_shapes.h"

/* -- Structures: the same in every ABI --------------------------------------------------------------------------------- */

struct map_create {
	uint32_t map_type, key_size, value_size, max_entries, map_flags, inner_map_fd, numa_node;
	char map_name[BPF_OBJ_NAME_LEN];
	uint32_t map_ifindex, btf_fd, btf_key_type_id, btf_value_type_id, btf_vmlinux_value_type_id;
	uint64_t map_extra;
	int32_t value_type_btf_obj_fd, map_token_fd;
	uint64_t excl_prog_hash;
	uint32_t excl_prog_hash_size;
};
static const struct field map_create_fields[] = {
	FIELD_FLAGS(struct map_create, map_type, enum, bpf_map_types),
	FIELDS(struct map_create, uint, key_size, value_size, max_entries),
	FIELD_FLAGS(struct map_create, map_flags, flags, bpf_map_flags),
	FIELD(struct map_create, inner_map_fd, fd_or_0),
	FIELD(struct map_create, numa_node, uint),
	FIELD(struct map_create, map_name, chars),
	FIELD(struct map_create, map_ifindex, uint),
	FIELD(struct map_create, btf_fd, fd_or_0),
	FIELDS(struct map_create, uint, btf_key_type_id, btf_value_type_id, btf_vmlinux_value_type_id),
	FIELD(struct map_create, map_extra, hex),
	FIELDS(struct map_create, fd_or_0, value_type_btf_obj_fd, map_token_fd),
	DEREF(struct map_create, excl_prog_hash, buf_in, excl_prog_hash_size),
	FIELD(struct map_create, excl_prog_hash_size, uint),
};

/* Keys and values have the sizes of the map: those of LEN_MAP_KEY and the others */
struct map_elem { uint32_t map_fd, pad; uint64_t key, value, flags; };
#define OF_MAP(t, member, k) DEREF_ONE(struct t, member, k, .spec.len_arg = offsetof(struct t, map_fd))
#define ELEM_FIELDS(value_or_next) { \
	FIELD(struct map_elem, map_fd, fd), OF_MAP(map_elem, key, ebpf_key_in), value_or_next, \
	FIELD_FLAGS(struct map_elem, flags, enum64, bpf_map_update_flags) }
#define NEXT_KEY(k, ...) { .spec = { .name = "next_key", .name_len = 8, .kind = &kind_##k }, .offset = offsetof(struct map_elem, value), .size = 8, ##__VA_ARGS__ }
static const struct field map_lookup_fields[] = ELEM_FIELDS(OF_MAP(map_elem, value, ebpf_value_out)),
	map_update_fields[] = ELEM_FIELDS(OF_MAP(map_elem, value, ebpf_value_in)),
	map_delete_fields[] = ELEM_FIELDS(FIELD(struct map_elem, value, ptr)),
	next_key_fields[] = ELEM_FIELDS(NEXT_KEY(ebpf_key_out, .leads = true));
static const struct field map_freeze_fields[] = { FIELD(struct map_elem, map_fd, fd) };

struct map_batch { uint64_t in_batch, out_batch, keys, values; uint32_t count, map_fd; uint64_t elem_flags, flags; };
/* What a call fills is there if it could copy elements; how many, it says in `count` */
#define OF_BATCH(member, k, ...) DEREF(struct map_batch, member, k, count, .spec.len_arg = offsetof(struct map_batch, map_fd), ##__VA_ARGS__)
#define FILLED_BATCH(member, k) OF_BATCH(member, k, .spec.on_error = true)
#define BATCH_FIELDS(...) { \
	__VA_ARGS__, \
	FIELD(struct map_batch, count, uint, .changes = true), \
	FIELD(struct map_batch, map_fd, fd), \
	FIELD_FLAGS(struct map_batch, elem_flags, enum64, bpf_map_update_flags), \
	FIELD(struct map_batch, flags, hex) }
static const struct field lookup_batch_fields[] = BATCH_FIELDS(
	OF_BATCH(in_batch, ebpf_position_in),
	FILLED_BATCH(out_batch, ebpf_position_out),
	FILLED_BATCH(keys, ebpf_batch_keys),
	FILLED_BATCH(values, ebpf_batch_values));
#define NO_POSITION FIELDS(struct map_batch, ptr, in_batch, out_batch)
static const struct field update_batch_fields[] = BATCH_FIELDS(NO_POSITION, OF_BATCH(keys, ebpf_key_in), OF_BATCH(values, ebpf_value_in)),
	delete_batch_fields[] = BATCH_FIELDS(NO_POSITION, OF_BATCH(keys, ebpf_key_in), FIELD(struct map_batch, values, ptr));

struct insn { uint8_t code, regs; int16_t off; int32_t imm; };	/* struct bpf_insn */
#define REG(n, at) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_enum, .flags = &ebpf_regs }, .offset = 1, .size = 1, .bit = at, .bits = 4 }
static const struct field insn_fields[] = {
	FIELD(struct insn, code, ebpf_code),
	REG("dst_reg", 0),
	REG("src_reg", 4),
	FIELD(struct insn, off, int),
	FIELD(struct insn, imm, hex32),
};
const struct shape shape_bpf_insn = SHAPE(struct insn, insn_fields);

struct prog_load {
	uint32_t prog_type, insn_cnt;
	uint64_t insns, license;
	uint32_t log_level, log_size;
	uint64_t log_buf;
	uint32_t kern_version, prog_flags;
	char prog_name[BPF_OBJ_NAME_LEN];
	uint32_t prog_ifindex, expected_attach_type, prog_btf_fd, func_info_rec_size;
	uint64_t func_info;
	uint32_t func_info_cnt, line_info_rec_size;
	uint64_t line_info;
	uint32_t line_info_cnt, attach_btf_id, attach_prog_fd, core_relo_cnt;
	uint64_t fd_array, core_relos;
	uint32_t core_relo_rec_size, log_true_size;
	int32_t prog_token_fd;
	uint32_t fd_array_cnt;
	uint64_t signature;
	uint32_t signature_size;
	int32_t keyring_id;
};
/* Captured only for strace's format, which shows it as it was before the call */
static bool never(const struct call *c, const uint8_t *p)
{
	(void)c;
	(void)p;
	return false;
}

static const struct field passed_fd_fields[] = { { .spec = { .name = "", .kind = &kind_fd }, .size = 4 } };
static const struct shape passed_fds = { .name = "fd", .size = 4, .fields = passed_fd_fields, .nfields = 1, .bare = true };

struct core_relo { uint32_t insn_off, type_id, access_str_off, kind; };
static const struct field core_relo_fields[] = { FIELDS(struct core_relo, uint, insn_off, type_id, access_str_off, kind) };
static const struct shape core_relo = SHAPE(struct core_relo, core_relo_fields);
/* Records whose size is passed: shown with --verbose if it is the known one. */
#define IF_SIZE(rec, bytes, h) .cond = &(const struct field_cond){ .offset = offsetof(struct prog_load, rec), .size = 4, .n = 1, .strace = 1, .how = h, .values = { bytes } }
#define RECORDS_OF(member, count, s, rec, bytes) \
	DEREF(struct prog_load, member, ebpf_records, count, .spec.shape = &s, IF_SIZE(rec, bytes, COND_ONE_OF)), \
	FIELD(struct prog_load, member, counted, .len_offset = offsetof(struct prog_load, count), .len_size = 4, IF_SIZE(rec, bytes, COND_NOT_ONE_OF))
static const struct field prog_load_fields[] = {
	FIELD_FLAGS(struct prog_load, prog_type, enum, bpf_prog_types),
	FIELD(struct prog_load, insn_cnt, uint),
	DEREF(struct prog_load, insns, ebpf_in, insn_cnt, .spec.shape = &shape_bpf_insn),
	DEREF_ONE(struct prog_load, license, str),
	FIELDS(struct prog_load, uint, log_level, log_size),
	DEREF(struct prog_load, log_buf, str_filled, log_size, .spec.on_error = true),
	DEREF(struct prog_load, log_buf, text_in, log_size, .when = never),
	FIELD(struct prog_load, kern_version, hex32),
	FIELD_FLAGS(struct prog_load, prog_flags, flags, bpf_prog_flags),
	FIELD(struct prog_load, prog_name, chars),
	FIELD(struct prog_load, prog_ifindex, uint),
	FIELD_FLAGS(struct prog_load, expected_attach_type, enum, bpf_attach_types),
	FIELD(struct prog_load, prog_btf_fd, fd_or_0),
	FIELD(struct prog_load, func_info_rec_size, uint),
	RECORDS_OF(func_info, func_info_cnt, shape_bpf_func_info, func_info_rec_size, 8),
	FIELDS(struct prog_load, uint, func_info_cnt, line_info_rec_size),
	RECORDS_OF(line_info, line_info_cnt, shape_bpf_line_info, line_info_rec_size, 16),
	FIELDS(struct prog_load, uint, line_info_cnt, attach_btf_id),
	FIELD(struct prog_load, attach_prog_fd, fd_or_0),
	FIELD(struct prog_load, core_relo_cnt, uint),
	DEREF(struct prog_load, fd_array, ebpf_fds, fd_array_cnt, .spec.shape = &passed_fds),
	RECORDS_OF(core_relos, core_relo_cnt, core_relo, core_relo_rec_size, 16),
	FIELD(struct prog_load, core_relo_rec_size, uint),
	FIELD(struct prog_load, log_true_size, uint, .out_only = true),
	FIELD(struct prog_load, prog_token_fd, fd_or_0),
	FIELD(struct prog_load, fd_array_cnt, uint),
	DEREF(struct prog_load, signature, buf_in, signature_size),
	FIELD(struct prog_load, signature_size, uint),
	FIELD_FLAGS(struct prog_load, keyring_id, enum_int, key_special_ids),
};

struct object { uint64_t pathname; uint32_t bpf_fd, file_flags; int32_t path_fd; };
static const struct field object_fields[] = {
	DEREF_ONE(struct object, pathname, path),
	FIELD(struct object, bpf_fd, fd_or_0),
	FIELD_FLAGS(struct object, file_flags, flags, bpf_map_flags),
	FIELD(struct object, path_fd, fd_or_0),
};

struct attach { uint32_t target_fd, attach_bpf_fd, attach_type, attach_flags, replace_bpf_fd, relative_fd; uint64_t expected_revision; };
#define BY_ID(h) { .offset = offsetof(struct attach, attach_flags), .size = 4, .n = 1, .how = h, .values = { 0x20 } }	/* BPF_F_ID, 6.6 */
static const struct field_cond attach_by_id = BY_ID(COND_ANY_BIT), attach_by_fd = BY_ID(COND_NO_BIT);
static const struct field attach_fields[] = {
	FIELDS(struct attach, fd, target_fd, attach_bpf_fd),
	FIELD_FLAGS(struct attach, attach_type, enum, bpf_attach_types),
	FIELD_FLAGS(struct attach, attach_flags, flags, bpf_attach_flags),
	FIELD(struct attach, replace_bpf_fd, fd_or_0),
	FIELD(struct attach, relative_fd, fd_or_0, .cond = &attach_by_fd),
	FIELD_NAMED(struct attach, relative_fd, "relative_id", uint, .cond = &attach_by_id),
	FIELD(struct attach, expected_revision, ulong),
};

struct test_run {
	uint32_t prog_fd, retval, data_size_in, data_size_out;
	uint64_t data_in, data_out;
	uint32_t repeat, duration, ctx_size_in, ctx_size_out;
	uint64_t ctx_in, ctx_out;
	uint32_t flags, cpu, batch_size;
};
/* With `over`: of newer kernels */
#define NEWER(member, k, from, ...) FIELD(struct test_run, member, k, .over = offsetof(struct test_run, from), ##__VA_ARGS__)
static const struct field test_run_fields[] = {
	FIELD(struct test_run, prog_fd, fd),
	FIELD(struct test_run, retval, hex32, .out_only = true),
	FIELD(struct test_run, data_size_in, uint),
	FIELD(struct test_run, data_size_out, uint, .changes = true),
	DEREF(struct test_run, data_in, buf_in, data_size_in),
	DEREF(struct test_run, data_out, buf_filled, data_size_out),
	FIELD(struct test_run, repeat, uint),
	FIELD(struct test_run, duration, uint, .out_only = true),
	NEWER(ctx_size_in, uint, ctx_size_in),
	NEWER(ctx_size_out, uint, ctx_size_in, .changes = true),
	DEREF(struct test_run, ctx_in, buf_in, ctx_size_in, .over = offsetof(struct test_run, ctx_size_in)),
	DEREF(struct test_run, ctx_out, buf_filled, ctx_size_out, .over = offsetof(struct test_run, ctx_size_in)),
	NEWER(flags, flags, flags, .spec.flags = &bpf_test_run_flags),
	NEWER(cpu, uint, flags),
	NEWER(batch_size, uint, batch_size),
};

struct by_id { uint32_t id, next_id, open_flags; };
#define ID(n) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_uint }, .offset = offsetof(struct by_id, id), .size = 4 }
#define OPEN_FLAGS FIELD_FLAGS(struct by_id, open_flags, flags, bpf_map_flags)
static const struct field next_id_fields[] = { ID("start_id"), FIELD(struct by_id, next_id, uint, .out_only = true, .over = 4) }, prog_id_fields[] = { ID("prog_id") }, map_id_fields[] = { ID("map_id"),
	{ .spec = FLAGS("open_flags", bpf_map_flags), .offset = offsetof(struct by_id, open_flags), .size = 4 } },
	btf_id_fields[] = { ID("btf_id") }, link_id_fields[] = { ID("link_id") };

struct prog_query { uint32_t target_fd, attach_type, query_flags, attach_flags; uint64_t prog_ids; uint32_t prog_cnt, pad; uint64_t prog_attach_flags, link_ids, link_attach_flags, revision; };
#define PROG_QUERY_FIELDS \
	FIELD(struct prog_query, target_fd, fd), \
	FIELD_FLAGS(struct prog_query, attach_type, enum, bpf_attach_types), \
	FIELD_FLAGS(struct prog_query, query_flags, flags, bpf_query_flags), \
	FIELD_FLAGS(struct prog_query, attach_flags, flags, bpf_attach_flags), \
	DEREF(struct prog_query, prog_ids, ebpf_attached, prog_cnt, .spec.shape = &shape_uint), \
	FIELD(struct prog_query, prog_cnt, uint, .changes = true)
#define OF_EACH(member) DEREF(struct prog_query, member, ebpf_attached, prog_cnt, .spec.shape = &shape_uint, .over = offsetof(struct prog_query, member))
static const struct field prog_query_strace_fields[] = { PROG_QUERY_FIELDS }, prog_query_fields[] = {
	PROG_QUERY_FIELDS,
	OF_EACH(prog_attach_flags),
	OF_EACH(link_ids),
	OF_EACH(link_attach_flags),
	FIELD(struct prog_query, revision, ulong, .over = offsetof(struct prog_query, revision)),
};

struct task_fd_query {
	uint32_t pid, fd, flags, buf_len;
	uint64_t buf;
	uint32_t prog_id, fd_type;
	uint64_t probe_offset, probe_addr;
};
/* The descriptor is one of that process. Of another it has no name here, though strace gives it that of the caller's */
static bool asks_itself(const struct call *c, const uint8_t *p)
{
	return !(c->rec->flags & CALL_OTHER_PIDS) && (uint32_t)load_uint(p, 4, c->swap) == c->rec->rec.tgid;
}
static bool asks_another(const struct call *c, const uint8_t *p)
{
	return !asks_itself(c, p);
}
/* The kernel does not count the NUL. Whatever the result, the text is captured for strace's format */
#define TASK_FD_FIELDS(name, ...) \
	FIELD(struct task_fd_query, pid, pid), \
	FIELD(struct task_fd_query, fd, fd, .when = asks_itself), \
	FIELD(struct task_fd_query, fd, uint, .when = asks_another, .spec.strace = &kind_fd), \
	FIELD(struct task_fd_query, flags, uint), \
	FIELD(struct task_fd_query, buf_len, uint, .changes = true), \
	name, \
	DEREF(struct task_fd_query, buf, str_filled, buf_len, .spec.on_error = true, .when = never), \
	FIELD(struct task_fd_query, prog_id, uint, ##__VA_ARGS__), \
	FIELD_FLAGS(struct task_fd_query, fd_type, enum, bpf_fd_types, ##__VA_ARGS__), \
	FIELD(struct task_fd_query, probe_offset, hex, ##__VA_ARGS__), \
	FIELD(struct task_fd_query, probe_addr, hex, ##__VA_ARGS__)
static const struct field task_fd_query_fields[] = {
	TASK_FD_FIELDS(DEREF(struct task_fd_query, buf, buf_filled, buf_len), .out_only = true),
}, task_fd_query_strace_fields[] = {
	TASK_FD_FIELDS(DEREF(struct task_fd_query, buf, str_filled, buf_len, .spec.on_error = true)),
};

struct stream_read { uint64_t stream_buf; uint32_t stream_buf_len, stream_id, prog_fd; };
static const struct field stream_read_fields[] = {
	DEREF_ONE(struct stream_read, stream_buf, buf_out),	/* as much is filled as the call returns */
	FIELD(struct stream_read, stream_buf_len, uint),
	FIELD_FLAGS(struct stream_read, stream_id, enum, bpf_streams),
	FIELD(struct stream_read, prog_fd, fd),
};
static const struct field enable_stats_fields[] = { { .spec = ENUM("type", bpf_stats_types), .size = 4 } };
struct token_create { uint32_t flags, bpffs_fd; };
struct assoc { uint32_t map_fd, prog_fd, flags; };
static const struct field assoc_fields[] = { FIELDS(struct assoc, fd, map_fd, prog_fd), FIELD(struct assoc, flags, hex32) };
static const struct field token_create_fields[] = { FIELD(struct token_create, flags, hex32), FIELD(struct token_create, bpffs_fd, fd) };

struct raw_tracepoint { uint64_t name; uint32_t prog_fd, pad; uint64_t cookie; };
static const struct field raw_tracepoint_fields[] = {
	DEREF_ONE(struct raw_tracepoint, name, str), FIELD(struct raw_tracepoint, prog_fd, fd), FIELD(struct raw_tracepoint, cookie, hex),
};

struct btf_load {
	uint64_t btf, btf_log_buf;
	uint32_t btf_size, btf_log_size, btf_log_level, btf_log_true_size, btf_flags;
	int32_t btf_token_fd;
};
static const struct field btf_load_fields[] = {
	DEREF(struct btf_load, btf, buf_in, btf_size),
	DEREF(struct btf_load, btf_log_buf, str_filled, btf_log_size, .spec.on_error = true),
	FIELDS(struct btf_load, uint, btf_size, btf_log_size, btf_log_level),
	FIELD(struct btf_load, btf_log_true_size, uint, .out_only = true),
	FIELD_FLAGS(struct btf_load, btf_flags, flags, bpf_prog_flags),
	FIELD(struct btf_load, btf_token_fd, fd_or_0),
};

struct bind_map { uint32_t prog_fd, map_fd, flags; };
static const struct field bind_map_fields[] = { FIELD(struct bind_map, prog_fd, fd), FIELD(struct bind_map, map_fd, fd), FIELD(struct bind_map, flags, hex32) };

/* -- As strace shows them: fields that it knows, of which those were added later that are `over` others --------------------- */

static bool on_node(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct map_create, map_flags), 4, c->swap) & BPF_F_NUMA_NODE;
}

static const struct field map_create_strace_fields[] = {
	FIELD_FLAGS(struct map_create, map_type, enum, bpf_map_types),
	FIELDS(struct map_create, uint, key_size, value_size, max_entries),
	FIELD_FLAGS(struct map_create, map_flags, flags, bpf_map_flags, FIRST(map_create, map_flags)),
	FIELD(struct map_create, inner_map_fd, fd, FIRST(map_create, inner_map_fd)),
	FIELD(struct map_create, numa_node, numa_node, FIRST(map_create, numa_node), .when = on_node),
	FIELD(struct map_create, map_name, cstring, FIRST(map_create, map_name)),
	FIELD(struct map_create, map_ifindex, ifindex, FIRST(map_create, map_ifindex)),
	FIELD(struct map_create, btf_fd, fd, FIRST(map_create, btf_fd)),
	FIELD(struct map_create, btf_key_type_id, uint, FIRST(map_create, btf_fd)),
	FIELD(struct map_create, btf_value_type_id, uint, FIRST(map_create, btf_fd)),
	FIELD(struct map_create, btf_vmlinux_value_type_id, uint, FIRST(map_create, btf_vmlinux_value_type_id)),
	FIELD(struct map_create, map_extra, ulong, FIRST(map_create, map_extra)),
};
TABLE(map_create, 72)

#define MAP_FD FIELD(struct map_elem, map_fd, fd)
#define KEY    FIELD(struct map_elem, key, ptr)
#define VALUE  FIELD(struct map_elem, value, ptr)
static const struct field map_lookup_strace_fields[] = { MAP_FD, KEY, VALUE, FIELD_FLAGS(struct map_elem, flags, flags64, bpf_map_lookup_flags, FIRST(map_elem, flags)) },
	map_update_strace_fields[] = { MAP_FD, KEY, VALUE, FIELD_FLAGS(struct map_elem, flags, enum64, bpf_map_update_values) },
	map_delete_strace_fields[] = { MAP_FD, KEY }, next_key_strace_fields[] = { MAP_FD, KEY, NEXT_KEY(ptr) }, map_freeze_strace_fields[] = { MAP_FD };
TABLE(map_lookup, 32)
TABLE(map_update, 32)
TABLE(map_delete, 16)
TABLE(next_key, 24)
TABLE(map_freeze, 4)

#define KEYS_VALUES FIELDS(struct map_batch, ptr, keys, values)
#define BATCH_REST \
	FIELD(struct map_batch, count, uint), FIELD(struct map_batch, map_fd, fd), \
	FIELD_FLAGS(struct map_batch, elem_flags, flags64, bpf_map_lookup_flags), FIELD(struct map_batch, flags, hex)
static const struct field lookup_batch_strace_fields[] = { FIELDS(struct map_batch, ptr, in_batch, out_batch), KEYS_VALUES, BATCH_REST },
	update_batch_strace_fields[] = { KEYS_VALUES, BATCH_REST }, delete_batch_strace_fields[] = { FIELD(struct map_batch, keys, ptr), BATCH_REST };
TABLE(lookup_batch, 56, .within = "batch")
TABLE(update_batch, 56, .within = "batch")
TABLE(delete_batch, 56, .within = "batch")

static const struct field prog_load_strace_fields[] = {
	FIELD_FLAGS(struct prog_load, prog_type, enum, bpf_prog_types),
	FIELD(struct prog_load, insn_cnt, uint),
	DEREF(struct prog_load, insns, ebpf_in, insn_cnt, .spec.shape = &shape_bpf_insn),
	DEREF_ONE(struct prog_load, license, str),
	FIELD(struct prog_load, log_level, uint, FIRST(prog_load, log_level)),
	FIELD(struct prog_load, log_size, uint, FIRST(prog_load, log_level)),
	DEREF(struct prog_load, log_buf, text_in, log_size, FIRST(prog_load, log_level)),
	FIELD(struct prog_load, kern_version, kernel_version, FIRST(prog_load, kern_version)),
	FIELD_FLAGS(struct prog_load, prog_flags, flags, bpf_prog_flags, FIRST(prog_load, prog_flags)),
	FIELD(struct prog_load, prog_name, cstring, FIRST(prog_load, prog_name)),
	FIELD(struct prog_load, prog_ifindex, ifindex, FIRST(prog_load, prog_ifindex)),
	FIELD_FLAGS(struct prog_load, expected_attach_type, enum, bpf_attach_types, FIRST(prog_load, expected_attach_type)),
	FIELD(struct prog_load, prog_btf_fd, fd, FIRST(prog_load, prog_btf_fd)),
	FIELD(struct prog_load, func_info_rec_size, uint, FIRST(prog_load, prog_btf_fd)),
	FIELD(struct prog_load, func_info, ptr, FIRST(prog_load, prog_btf_fd)),
	FIELD(struct prog_load, func_info_cnt, uint, FIRST(prog_load, prog_btf_fd)),
	FIELD(struct prog_load, line_info_rec_size, uint, FIRST(prog_load, prog_btf_fd)),
	FIELD(struct prog_load, line_info, ptr, FIRST(prog_load, prog_btf_fd)),
	FIELD(struct prog_load, line_info_cnt, uint, FIRST(prog_load, prog_btf_fd)),
	FIELD(struct prog_load, attach_btf_id, uint, FIRST(prog_load, attach_btf_id)),
	FIELD(struct prog_load, attach_prog_fd, fd, FIRST(prog_load, attach_prog_fd)),
	FIELD(struct prog_load, fd_array, ptr, FIRST(prog_load, fd_array)),
};
TABLE(prog_load, 128)

static const struct field object_strace_fields[] = {
	DEREF_ONE(struct object, pathname, path),
	FIELD(struct object, bpf_fd, fd),
	FIELD_FLAGS(struct object, file_flags, flags, bpf_file_mode_flags, FIRST(object, file_flags)),
};
TABLE(object, 16)

static const struct field attach_strace_fields[] = {
	FIELDS(struct attach, fd, target_fd, attach_bpf_fd),
	FIELD_FLAGS(struct attach, attach_type, enum, bpf_attach_types),
	FIELD_FLAGS(struct attach, attach_flags, flags, bpf_attach_flags),
	FIELD(struct attach, replace_bpf_fd, fd, FIRST(attach, replace_bpf_fd)),
}, detach_strace_fields[] = { FIELD(struct attach, target_fd, fd), FIELD_FLAGS(struct attach, attach_type, enum, bpf_attach_types) };
TABLE(attach, 20)
TABLE(detach, 12)

static const struct field test_run_strace_fields[] = {
	FIELD(struct test_run, prog_fd, fd),
	FIELDS(struct test_run, uint, retval, data_size_in, data_size_out),
	FIELDS(struct test_run, ptr, data_in, data_out),
	FIELDS(struct test_run, uint, repeat, duration),
	FIELD(struct test_run, ctx_size_in, uint, FIRST(test_run, ctx_size_in)),
	FIELD(struct test_run, ctx_size_out, uint, FIRST(test_run, ctx_size_in)),
	FIELD(struct test_run, ctx_in, ptr, FIRST(test_run, ctx_size_in)),
	FIELD(struct test_run, ctx_out, ptr, FIRST(test_run, ctx_size_in)),
	FIELD_FLAGS(struct test_run, flags, flags, bpf_test_run_flags, FIRST(test_run, flags)),
	FIELD(struct test_run, cpu, uint, FIRST(test_run, flags)),
	FIELD(struct test_run, batch_size, uint, FIRST(test_run, batch_size)),
};
TABLE(test_run, 76, .within = "test")

#define FILE_FLAGS FIELD_FLAGS(struct by_id, open_flags, flags, bpf_file_mode_flags, FIRST(by_id, open_flags))
static const struct field next_id_strace_fields[] = { ID("start_id"), FIELD(struct by_id, next_id, uint, .changes = true), FILE_FLAGS },
	prog_id_strace_fields[] = { ID("prog_id"), FIELD(struct by_id, next_id, uint), FILE_FLAGS },
	map_id_strace_fields[] = { ID("map_id"), FIELD(struct by_id, next_id, uint), FILE_FLAGS },
	btf_id_strace_fields[] = { ID("btf_id") }, link_id_strace_fields[] = { ID("link_id") };
TABLE(next_id, 12, .at_exit = true)
TABLE(prog_id, 12)
TABLE(map_id, 12)
TABLE(btf_id, 4)
TABLE(link_id, 4)

TABLE(prog_query, 28, .at_exit = true, .within = "query")
TABLE(task_fd_query, 48, .at_exit = true, .within = "task_fd_query")

static const struct field raw_tracepoint_strace_fields[] = { DEREF_ONE(struct raw_tracepoint, name, str), FIELD(struct raw_tracepoint, prog_fd, fd) };
TABLE(raw_tracepoint, 12, .within = "raw_tracepoint")

static const struct field btf_load_strace_fields[] = {
	DEREF(struct btf_load, btf, buf_in, btf_size),
	FIELD(struct btf_load, btf_log_buf, ptr),
	FIELDS(struct btf_load, uint, btf_size, btf_log_size, btf_log_level),
};
TABLE(btf_load, 28)

/* -- Shapes ------------------------------------------------------------------------------------------------------------ */

#define BOTH_COPIES(n, t) static const struct shape n = SHAPE(struct t, n##_fields, .padded = true, .at_exit = true, .strace = &n##_strace);
BOTH(map_create, map_create, map_create, map_create)
BOTH(map_lookup, map_elem, map_lookup, map_lookup)
BOTH(map_update, map_elem, map_update, map_update)
BOTH(map_delete, map_elem, map_delete, map_delete)
BOTH(next_key, map_elem, next_key, next_key)
BOTH(map_freeze, map_elem, map_freeze, map_freeze)
BOTH_COPIES(lookup_batch, map_batch)
BOTH_COPIES(update_batch, map_batch)
BOTH_COPIES(delete_batch, map_batch)
BOTH(prog_load, prog_load, prog_load, prog_load)
BOTH(object, object, object, object)
BOTH(attach, attach, attach, attach)
BOTH(detach, attach, attach, detach)
static const struct shape prog_query = SHAPE(struct prog_query, prog_query_fields, .padded = true, .at_exit = true, .strace = &prog_query_strace);
BOTH_COPIES(task_fd_query, task_fd_query)
BOTH_COPIES(test_run, test_run)
BOTH_COPIES(next_id, by_id)
BOTH(prog_id, by_id, prog_id, prog_id)
BOTH(map_id, by_id, map_id, map_id)
BOTH(btf_id, by_id, btf_id, btf_id)
BOTH(link_id, by_id, link_id, link_id)
BOTH(raw_tracepoint, raw_tracepoint, raw_tracepoint, raw_tracepoint)
BOTH(btf_load, btf_load, btf_load, btf_load)
ATTR(bind_map, bind_map)
ATTR(stream_read, stream_read)
ATTR(token_create, token_create)
ATTR(assoc, assoc)
static const struct shape enable_stats = { .name = "enable_stats", .size = 4, .fields = enable_stats_fields, .nfields = 1 };

/* -- What they point at ------------------------------------------------------------------------------------------------ */

/* Without --verbose only the length is shown, by strace the address. */
void show_ebpf_in(struct show *s, const struct arg *a)
{
	if (!s->w->strace_marks && s->verbose)
		show_program(s, a, false, arg__count(a), ebpf__text);
	else if (!s->w->strace_marks)
		show_counted(s, a);
	else if (s->verbose)
		show_array_in(s, a);
	else
		show_ptr(s, a);
}

void show_ebpf_records(struct show *s, const struct arg *a)
{
	(s->verbose ? show_array_in : show_counted)(s, a);
}

/* The number of descriptors is passed since 6.14; without it they are only for instructions, by their index. */
void show_ebpf_fds(struct show *s, const struct arg *a)
{
	(arg__count(a) ? show_array_in : show_ptr)(s, a);
}

/* -- Commands ---------------------------------------------------------------------------------------------------------- */

#define BPF_ARGS(attr)         ARGS(ENUM("cmd", bpf_cmds), attr, UINT("size"))
#define DOES(cmd, s)           { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2)) } }
#define MAKES(cmd, s)          { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2)), RET_FD, OPENS_INFO } }
#define UNKNOWN(cmd, s)        { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2, .strace = &kind_ptr)) } }
#define FILLS(cmd, s)          { cmd, { "bpf", BPF_ARGS(ARG_("uattr", struct_sized_inout, .shape = &s, .len_arg = 2)) } }
#define FILLS_PARTLY(cmd, s)   { cmd, { "bpf", BPF_ARGS(ARG_("uattr", struct_sized_inout, .shape = &s, .len_arg = 2, .on_error = true)) } }
#define MAKES_UNKNOWN(cmd, s)  { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2, .strace = &kind_ptr)), RET_FD, OPENS_INFO } }

enum { TOKEN_CREATE = 36, STREAM_READ, ASSOC_STRUCT_OPS };	/* BPF_TOKEN_CREATE, BPF_PROG_STREAM_READ_BY_FD, BPF_PROG_ASSOC_STRUCT_OPS of linux/bpf.h: 6.9, 6.17, 7.0 */

static const struct subrow cmds[] = {
	MAKES(BPF_MAP_CREATE,                  map_create),
	DOES(BPF_MAP_LOOKUP_ELEM,              map_lookup),
	DOES(BPF_MAP_UPDATE_ELEM,              map_update),
	DOES(BPF_MAP_DELETE_ELEM,              map_delete),
	DOES(BPF_MAP_LOOKUP_AND_DELETE_ELEM,   map_lookup),
	DOES(BPF_MAP_GET_NEXT_KEY,             next_key),
	DOES(BPF_MAP_FREEZE,                   map_freeze),
	FILLS_PARTLY(BPF_MAP_LOOKUP_BATCH, lookup_batch),
	FILLS_PARTLY(BPF_MAP_LOOKUP_AND_DELETE_BATCH, lookup_batch),
	FILLS_PARTLY(BPF_MAP_UPDATE_BATCH, update_batch),
	FILLS_PARTLY(BPF_MAP_DELETE_BATCH, delete_batch),
	MAKES(BPF_PROG_LOAD,                   prog_load),
	DOES(BPF_OBJ_PIN,                      object),
	MAKES(BPF_OBJ_GET,                     object),
	DOES(BPF_PROG_ATTACH,                  attach),
	DOES(BPF_PROG_DETACH,                  detach),
	FILLS(BPF_PROG_TEST_RUN,                test_run),
	FILLS(BPF_PROG_GET_NEXT_ID,            next_id),
	FILLS(BPF_MAP_GET_NEXT_ID,             next_id),
	FILLS(BPF_BTF_GET_NEXT_ID,             next_id),
	FILLS(BPF_LINK_GET_NEXT_ID,            next_id),
	MAKES(BPF_PROG_GET_FD_BY_ID,           prog_id),
	MAKES(BPF_MAP_GET_FD_BY_ID,            map_id),
	MAKES(BPF_BTF_GET_FD_BY_ID,            btf_id),
	MAKES(BPF_LINK_GET_FD_BY_ID,           link_id),
	FILLS(BPF_OBJ_GET_INFO_BY_FD,           shape_bpf_get_info),
	FILLS(BPF_PROG_QUERY,                   prog_query),
	FILLS(BPF_TASK_FD_QUERY,                task_fd_query),
	MAKES(BPF_RAW_TRACEPOINT_OPEN,         raw_tracepoint),
	MAKES(BPF_BTF_LOAD,                    btf_load),
	MAKES(BPF_LINK_CREATE,                 shape_bpf_link_create),
	DOES(BPF_LINK_UPDATE,                  shape_bpf_link_update),
	UNKNOWN(BPF_LINK_DETACH,                shape_bpf_link_detach),
	MAKES_UNKNOWN(BPF_ITER_CREATE,          shape_bpf_iter_create),
	UNKNOWN(BPF_PROG_BIND_MAP,              bind_map),
	MAKES_UNKNOWN(BPF_ENABLE_STATS,         enable_stats),
	MAKES_UNKNOWN(TOKEN_CREATE,             token_create),
	UNKNOWN(STREAM_READ,                    stream_read),
	UNKNOWN(ASSOC_STRUCT_OPS,               assoc),
};

static const struct row rows[] = {
	{ "bpf", BPF_ARGS(PTR("uattr")), SUB(0, cmds) },
};

const struct row_table rows_bpf = ROW_TABLE(rows);
