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

/* -- Structures: the same in every ABI --------------------------------------------------------------------------------- */

struct map_create {
	uint32_t map_type, key_size, value_size, max_entries, map_flags, inner_map_fd, numa_node;
	char map_name[BPF_OBJ_NAME_LEN];
	uint32_t map_ifindex, btf_fd, btf_key_type_id, btf_value_type_id, btf_vmlinux_value_type_id;
	uint64_t map_extra;
	int32_t value_type_btf_obj_fd, map_token_fd;
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
};

/* Sizes of keys and values are known only to the map: they are shown as addresses. */
struct map_elem { uint32_t map_fd, pad; uint64_t key, value, flags; };
#define ELEM_FIELDS(value_or_next) { \
	FIELD(struct map_elem, map_fd, fd), FIELD(struct map_elem, key, ptr), value_or_next, \
	FIELD_FLAGS(struct map_elem, flags, enum64, bpf_map_update_flags) }
#define NEXT_KEY { .spec = { .name = "next_key", .name_len = 8, .kind = &kind_ptr }, .offset = offsetof(struct map_elem, value), .size = 8 }
static const struct field map_elem_fields[] = ELEM_FIELDS(FIELD(struct map_elem, value, ptr)), next_key_fields[] = ELEM_FIELDS(NEXT_KEY);
static const struct field map_freeze_fields[] = { FIELD(struct map_elem, map_fd, fd) };

struct map_batch { uint64_t in_batch, out_batch, keys, values; uint32_t count, map_fd; uint64_t elem_flags, flags; };
static const struct field map_batch_fields[] = {
	FIELDS(struct map_batch, ptr, in_batch, out_batch, keys, values),
	FIELD(struct map_batch, count, uint),
	FIELD(struct map_batch, map_fd, fd),
	FIELD_FLAGS(struct map_batch, elem_flags, enum64, bpf_map_update_flags),
	FIELD(struct map_batch, flags, hex),
};

struct insn { uint8_t code, regs; int16_t off; int32_t imm; };	/* struct bpf_insn */
#define REG(n, at) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_enum, .flags = &ebpf_regs }, .offset = 1, .size = 1, .bit = at, .bits = 4 }
static const struct field insn_fields[] = {
	FIELD(struct insn, code, ebpf_code),
	REG("dst_reg", 0),
	REG("src_reg", 4),
	FIELD(struct insn, off, int),
	FIELD(struct insn, imm, hex32),
};
static const struct shape insn = SHAPE(struct insn, insn_fields);

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
};
/* Captured only for strace's format, which shows it as it was before the call */
static bool never(const struct call *c, const uint8_t *p)
{
	(void)c;
	(void)p;
	return false;
}

static const struct field prog_load_fields[] = {
	FIELD_FLAGS(struct prog_load, prog_type, enum, bpf_prog_types),
	FIELD(struct prog_load, insn_cnt, uint),
	DEREF(struct prog_load, insns, ebpf_in, insn_cnt, .spec.shape = &insn),
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
	COUNTED(struct prog_load, func_info, func_info_cnt),
	FIELDS(struct prog_load, uint, func_info_cnt, line_info_rec_size),
	COUNTED(struct prog_load, line_info, line_info_cnt),
	FIELDS(struct prog_load, uint, line_info_cnt, attach_btf_id),
	FIELD(struct prog_load, attach_prog_fd, fd_or_0),
	FIELD(struct prog_load, core_relo_cnt, uint),
	FIELD(struct prog_load, fd_array, ptr),
	COUNTED(struct prog_load, core_relos, core_relo_cnt),
	FIELD(struct prog_load, core_relo_rec_size, uint),
	FIELD(struct prog_load, log_true_size, uint, .out_only = true),
	FIELD(struct prog_load, prog_token_fd, fd_or_0),
	FIELD(struct prog_load, fd_array_cnt, uint),
};

struct object { uint64_t pathname; uint32_t bpf_fd, file_flags; int32_t path_fd; };
static const struct field object_fields[] = {
	DEREF_ONE(struct object, pathname, path),
	FIELD(struct object, bpf_fd, fd_or_0),
	FIELD_FLAGS(struct object, file_flags, flags, bpf_map_flags),
	FIELD(struct object, path_fd, fd_or_0),
};

struct attach { uint32_t target_fd, attach_bpf_fd, attach_type, attach_flags, replace_bpf_fd; };
static const struct field attach_fields[] = {
	FIELDS(struct attach, fd, target_fd, attach_bpf_fd),
	FIELD_FLAGS(struct attach, attach_type, enum, bpf_attach_types),
	FIELD(struct attach, attach_flags, hex32),
	FIELD(struct attach, replace_bpf_fd, fd_or_0),
};

struct test_run {
	uint32_t prog_fd, retval, data_size_in, data_size_out;
	uint64_t data_in, data_out;
	uint32_t repeat, duration, ctx_size_in, ctx_size_out;
	uint64_t ctx_in, ctx_out;
	uint32_t flags, cpu, batch_size;
};
static const struct field test_run_fields[] = {
	FIELD(struct test_run, prog_fd, fd),
	FIELDS(struct test_run, uint, data_size_in, data_size_out),
	DEREF(struct test_run, data_in, buf_in, data_size_in),
	FIELD(struct test_run, data_out, ptr),
	FIELDS(struct test_run, uint, repeat, ctx_size_in, ctx_size_out),
	DEREF(struct test_run, ctx_in, buf_in, ctx_size_in),
	FIELD(struct test_run, ctx_out, ptr),
	FIELD(struct test_run, flags, hex32),
	FIELDS(struct test_run, uint, cpu, batch_size),
};

struct by_id { uint32_t id, next_id, open_flags; };
#define ID(n) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_uint }, .offset = offsetof(struct by_id, id), .size = 4 }
#define OPEN_FLAGS FIELD_FLAGS(struct by_id, open_flags, flags, bpf_map_flags)
static const struct field next_id_fields[] = { ID("start_id") }, prog_id_fields[] = { ID("prog_id") }, map_id_fields[] = { ID("map_id"),
	{ .spec = FLAGS("open_flags", bpf_map_flags), .offset = offsetof(struct by_id, open_flags), .size = 4 } },
	btf_id_fields[] = { ID("btf_id") }, link_id_fields[] = { ID("link_id") };

struct prog_info {
	uint32_t type, id;
	uint8_t tag[BPF_TAG_SIZE];
	uint32_t jited_prog_len, xlated_prog_len;
	uint64_t jited_prog_insns, xlated_prog_insns, load_time;
	uint32_t created_by_uid, nr_map_ids;
	uint64_t map_ids;
	char name[BPF_OBJ_NAME_LEN];
	uint32_t ifindex, gpl_compatible;
	uint64_t netns_dev, netns_ino;
	uint32_t nr_jited_ksyms, nr_jited_func_lens;
	uint64_t jited_ksyms, jited_func_lens;
	uint32_t btf_id, func_info_rec_size;
	uint64_t func_info;
	uint32_t nr_func_info, nr_line_info;
	uint64_t line_info, jited_line_info;
	uint32_t nr_jited_line_info, line_info_rec_size, jited_line_info_rec_size, nr_prog_tags;
	uint64_t prog_tags, run_time_ns, run_cnt, recursion_misses;
	uint32_t verified_insns;
};
#define SINCE(member) .over = offsetof(struct prog_info, member)
#define INFO(member, k, since) FIELD(struct prog_info, member, k, SINCE(since))
#define INFO_CHANGES(member, k, since) FIELD(struct prog_info, member, k, SINCE(since), .changes = true)
static const struct field prog_info_fields[] = {
	FIELD_FLAGS(struct prog_info, type, enum, bpf_prog_types),
	FIELD(struct prog_info, id, uint),
	FIELD(struct prog_info, tag, octet_array),
	FIELD(struct prog_info, jited_prog_len, uint, .changes = true),
	DEREF(struct prog_info, jited_prog_insns, machine_code, jited_prog_len),
	FIELD(struct prog_info, xlated_prog_len, uint, .changes = true),
	DEREF(struct prog_info, xlated_prog_insns, ebpf_out, xlated_prog_len, .spec.shape = &insn),
	INFO(load_time, boot_ns, load_time),
	INFO(created_by_uid, uid, load_time),
	INFO_CHANGES(nr_map_ids, uint, load_time),
	DEREF(struct prog_info, map_ids, ebpf_ids, nr_map_ids, .spec.shape = &shape_uint, SINCE(load_time)),
	INFO(name, chars, load_time),
	INFO(ifindex, ifindex, ifindex),
	FIELD(struct prog_info, gpl_compatible, uint, .bits = 1, SINCE(ifindex)),
	INFO(netns_dev, dev, ifindex),
	INFO(netns_ino, ulong, ifindex),
	INFO_CHANGES(nr_jited_ksyms, uint, nr_jited_ksyms),
	INFO_CHANGES(nr_jited_func_lens, uint, nr_jited_ksyms),
	INFO_CHANGES(jited_ksyms, ptr, nr_jited_ksyms),
	INFO_CHANGES(jited_func_lens, ptr, nr_jited_ksyms),
	INFO(btf_id, uint, btf_id),
	INFO_CHANGES(func_info_rec_size, uint, btf_id),
	INFO(func_info, ptr, btf_id),
	INFO_CHANGES(nr_func_info, uint, btf_id),
	INFO_CHANGES(nr_line_info, uint, btf_id),
	INFO(line_info, ptr, btf_id),
	INFO_CHANGES(jited_line_info, ptr, btf_id),
	INFO_CHANGES(nr_jited_line_info, uint, btf_id),
	INFO_CHANGES(line_info_rec_size, uint, btf_id),
	INFO_CHANGES(jited_line_info_rec_size, uint, btf_id),
	INFO_CHANGES(nr_prog_tags, uint, btf_id),
	INFO(prog_tags, ptr, btf_id),
	INFO(run_time_ns, ulong, run_time_ns),
	INFO(run_cnt, ulong, run_time_ns),
	INFO(recursion_misses, ulong, recursion_misses),
	INFO(verified_insns, uint, verified_insns),
};
static const struct shape prog_info = { .name = "bpf_prog_info", .size = offsetof(struct prog_info, verified_insns) + 4, .fields = prog_info_fields,
	.nfields = sizeof(prog_info_fields) / sizeof(prog_info_fields[0]), .padded = true };

struct map_info {
	uint32_t type, id, key_size, value_size, max_entries, map_flags;
	char name[BPF_OBJ_NAME_LEN];
	uint32_t ifindex, btf_vmlinux_value_type_id;
	uint64_t netns_dev, netns_ino;
	uint32_t btf_id, btf_key_type_id, btf_value_type_id, pad;
	uint64_t map_extra;
};
static const struct field map_info_fields[] = {
	FIELD_FLAGS(struct map_info, type, enum, bpf_map_types),
	FIELDS(struct map_info, uint, id, key_size, value_size, max_entries),
	FIELD_FLAGS(struct map_info, map_flags, flags, bpf_map_flags),
	FIELD(struct map_info, name, chars, .over = offsetof(struct map_info, name)),
	FIELD(struct map_info, ifindex, ifindex, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, btf_vmlinux_value_type_id, uint, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, netns_dev, dev, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, netns_ino, ulong, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, btf_id, uint, .over = offsetof(struct map_info, btf_id)),
	FIELD(struct map_info, btf_key_type_id, uint, .over = offsetof(struct map_info, btf_id)),
	FIELD(struct map_info, btf_value_type_id, uint, .over = offsetof(struct map_info, btf_id)),
};
static const struct shape map_info = SHAPE(struct map_info, map_info_fields, .padded = true);

/* Of what is known about another object than a program nothing is shown that it points at: it is captured as if it were one. */
struct get_info { uint32_t bpf_fd, info_len; uint64_t info; };
#define INFO_OF DEREF(struct get_info, info, ebpf_info, info_len, .spec.shape = &prog_info)
static const struct field get_info_fields[] = { FIELD(struct get_info, bpf_fd, fd), FIELD(struct get_info, info_len, uint), INFO_OF };

struct prog_query { uint32_t target_fd, attach_type, query_flags, attach_flags; uint64_t prog_ids; uint32_t prog_cnt; };
static const struct field prog_query_fields[] = {
	FIELD(struct prog_query, target_fd, fd),
	FIELD_FLAGS(struct prog_query, attach_type, enum, bpf_attach_types),
	FIELD_FLAGS(struct prog_query, query_flags, flags, bpf_query_flags),
	FIELD_FLAGS(struct prog_query, attach_flags, flags, bpf_attach_flags),
	DEREF(struct prog_query, prog_ids, ebpf_attached, prog_cnt, .spec.shape = &shape_uint),
	FIELD(struct prog_query, prog_cnt, uint, .changes = true),
};

struct task_fd_query {
	uint32_t pid, fd, flags, buf_len;
	uint64_t buf;
	uint32_t prog_id, fd_type;
	uint64_t probe_offset, probe_addr;
};
static const struct field task_fd_query_fields[] = {
	FIELD(struct task_fd_query, pid, pid),
	FIELD(struct task_fd_query, fd, fd),
	FIELD(struct task_fd_query, flags, uint),
	FIELD(struct task_fd_query, buf_len, uint, .changes = true),
	DEREF(struct task_fd_query, buf, str_filled, buf_len, .spec.on_error = true),
	FIELD(struct task_fd_query, prog_id, uint),
	FIELD_FLAGS(struct task_fd_query, fd_type, enum, bpf_fd_types),
	FIELDS(struct task_fd_query, hex, probe_offset, probe_addr),
};

struct stream_read { uint64_t stream_buf; uint32_t stream_buf_len, stream_id, prog_fd; };
static const struct field stream_read_fields[] = {
	FIELD(struct stream_read, stream_buf, ptr),	/* as much is filled as the call returns */
	FIELD(struct stream_read, stream_buf_len, uint),
	FIELD_FLAGS(struct stream_read, stream_id, enum, bpf_streams),
	FIELD(struct stream_read, prog_fd, fd),
};
static const struct field enable_stats_fields[] = { { .spec = ENUM("type", bpf_stats_types), .size = 4 } };
struct token_create { uint32_t flags, bpffs_fd; };
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
	map_delete_strace_fields[] = { MAP_FD, KEY }, next_key_strace_fields[] = { MAP_FD, KEY, NEXT_KEY }, map_freeze_strace_fields[] = { MAP_FD };
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
	DEREF(struct prog_load, insns, ebpf_in, insn_cnt, .spec.shape = &insn),
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

static const struct field get_info_strace_fields[] = { FIELD(struct get_info, bpf_fd, fd), FIELD(struct get_info, info_len, uint, .changes = true), INFO_OF };
TABLE(get_info, 16, .at_exit = true, .within = "info")
#define prog_query_strace_fields prog_query_fields
TABLE(prog_query, 28, .at_exit = true, .within = "query")
#define task_fd_query_strace_fields task_fd_query_fields
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

BOTH(map_create, map_create, map_create, map_create)
BOTH(map_lookup, map_elem, map_elem, map_lookup)
BOTH(map_update, map_elem, map_elem, map_update)
BOTH(map_delete, map_elem, map_elem, map_delete)
BOTH(next_key, map_elem, next_key, next_key)
BOTH(map_freeze, map_elem, map_freeze, map_freeze)
BOTH(lookup_batch, map_batch, map_batch, lookup_batch)
BOTH(update_batch, map_batch, map_batch, update_batch)
BOTH(delete_batch, map_batch, map_batch, delete_batch)
BOTH(prog_load, prog_load, prog_load, prog_load)
BOTH(object, object, object, object)
BOTH(attach, attach, attach, attach)
BOTH(detach, attach, attach, detach)
BOTH(prog_query, prog_query, prog_query, prog_query)
BOTH(task_fd_query, task_fd_query, task_fd_query, task_fd_query)
BOTH(test_run, test_run, test_run, test_run)
BOTH(next_id, by_id, next_id, next_id)
BOTH(prog_id, by_id, prog_id, prog_id)
BOTH(map_id, by_id, map_id, map_id)
BOTH(btf_id, by_id, btf_id, btf_id)
BOTH(link_id, by_id, link_id, link_id)
BOTH(get_info, get_info, get_info, get_info)
BOTH(raw_tracepoint, raw_tracepoint, raw_tracepoint, raw_tracepoint)
BOTH(btf_load, btf_load, btf_load, btf_load)
ATTR(bind_map, bind_map)
ATTR(stream_read, stream_read)
ATTR(token_create, token_create)
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

/* A count that the call changed: the smaller one. */
static uint64_t count_filled(const struct arg *a)
{
	uint64_t now = arg__count(a), was = a->was ? load_uint(a->was + a->field->len_offset, a->field->len_size, a->call->swap) : now;

	return was < now ? was : now;
}

static void show_filled(struct show *s, const struct arg *a, uint64_t n)
{
	if (a->call->failed && n)
		show_ptr(s, a);
	else if (!n && a->value)
		show_elements(s, a, a->spec->shape, NULL, 0, 0);
	else
		show_array_of(s, a, true, n);
}

void show_ebpf_out(struct show *s, const struct arg *a)
{
	show_filled(s, a, count_filled(a) / sizeof(struct insn));
}

/* IDs of attached programs: the number of all, also if there was room for fewer. */
void show_ebpf_attached(struct show *s, const struct arg *a)
{
	show_filled(s, a, arg__count(a));
}

void show_ebpf_ids(struct show *s, const struct arg *a)
{
	show_filled(s, a, count_filled(a));
}

void show_machine_code(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);
	uint64_t full = arg__count(a), n = full < s->string_limit ? full : s->string_limit;

	if (!k || k->len < n)
		show_pointer(s, a, true);
	else
		s->w->octets(s->o, chunk__bytes(k), n, n < full ? STRING_CUT : STRING_WHOLE);
}

/* Its name is anon_inode:KIND, or KIND:ID if that is known. */
static bool is_object(const struct fd_name *name, const char *kind)
{
	static const char inode[] = "anon_inode:";
	size_t skip = name->len > strlen(inode) && !memcmp(name->text, inode, strlen(inode)) ? strlen(inode) : 0, n = strlen(kind);

	return name->len >= skip + n && !memcmp(name->text + skip, kind, n) && (name->len == skip + n || name->text[skip + n] == ':');
}

static const struct shape *info_shape(const struct arg *a)
{
	struct fd_name name = { 0 };
	int fd = (int)load_uint(a->holder, 4, a->call->swap);

	if (fd < 0 || !a->call->names->fd_name(a->call->names->ctx, fd, false, &name))
		return NULL;
	if (is_object(&name, "bpf-map"))
		return &map_info;
	return is_object(&name, "bpf-prog") ? &prog_info : NULL;
}

/* strace shows it only with -v, of the objects that it knows. */
void show_ebpf_info(struct show *s, const struct arg *a)
{
	const struct shape *sh = s->w->strace_marks && s->verbose ? info_shape(a) : NULL;
	uint32_t len = (uint32_t)arg__count(a);
	const struct chunk *was, *now;
	struct arg inner = *a;

	inner.out = false;
	was = arg__memory(&inner, PART_SELF, false);
	now = arg__memory(a, PART_SELF, true);
	if (!now)
		now = was;
	if (!sh || !was || was->len < len || now->len < len) {
		s->w->address(s->o, a->value);
		return;
	}
	inner.out = true;
	show_padded(s, &inner, sh, chunk__bytes(was), chunk__bytes(now), len);
}

/* -- Commands ---------------------------------------------------------------------------------------------------------- */

#define BPF_ARGS(attr)         ARGS(ENUM("cmd", bpf_cmds), attr, UINT("size"))
#define DOES(cmd, s)           { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2)) } }
#define MAKES(cmd, s)          { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2)), RET_FD, OPENS_INFO } }
#define UNKNOWN(cmd, s)        { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2, .strace = &kind_ptr)) } }
#define FILLS(cmd, s)          { cmd, { "bpf", BPF_ARGS(ARG_("uattr", struct_sized_inout, .shape = &s, .len_arg = 2)) } }
#define MAKES_UNKNOWN(cmd, s)  { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2, .strace = &kind_ptr)), RET_FD, OPENS_INFO } }

enum { TOKEN_CREATE = 36, STREAM_READ };	/* BPF_TOKEN_CREATE, BPF_PROG_STREAM_READ_BY_FD of linux/bpf.h: 6.9, 6.17 */

static const struct subrow cmds[] = {
	MAKES(BPF_MAP_CREATE,                  map_create),
	DOES(BPF_MAP_LOOKUP_ELEM,              map_lookup),
	DOES(BPF_MAP_UPDATE_ELEM,              map_update),
	DOES(BPF_MAP_DELETE_ELEM,              map_delete),
	DOES(BPF_MAP_LOOKUP_AND_DELETE_ELEM,   map_lookup),
	DOES(BPF_MAP_GET_NEXT_KEY,             next_key),
	DOES(BPF_MAP_FREEZE,                   map_freeze),
	FILLS(BPF_MAP_LOOKUP_BATCH,             lookup_batch),
	FILLS(BPF_MAP_LOOKUP_AND_DELETE_BATCH,  lookup_batch),
	FILLS(BPF_MAP_UPDATE_BATCH,             update_batch),
	FILLS(BPF_MAP_DELETE_BATCH,             delete_batch),
	MAKES(BPF_PROG_LOAD,                   prog_load),
	DOES(BPF_OBJ_PIN,                      object),
	MAKES(BPF_OBJ_GET,                     object),
	DOES(BPF_PROG_ATTACH,                  attach),
	DOES(BPF_PROG_DETACH,                  detach),
	DOES(BPF_PROG_TEST_RUN,                test_run),
	FILLS(BPF_PROG_GET_NEXT_ID,            next_id),
	FILLS(BPF_MAP_GET_NEXT_ID,             next_id),
	FILLS(BPF_BTF_GET_NEXT_ID,             next_id),
	FILLS(BPF_LINK_GET_NEXT_ID,            next_id),
	MAKES(BPF_PROG_GET_FD_BY_ID,           prog_id),
	MAKES(BPF_MAP_GET_FD_BY_ID,            map_id),
	MAKES(BPF_BTF_GET_FD_BY_ID,            btf_id),
	MAKES(BPF_LINK_GET_FD_BY_ID,           link_id),
	DOES(BPF_OBJ_GET_INFO_BY_FD,           get_info),
	DOES(BPF_PROG_QUERY,                   prog_query),
	DOES(BPF_TASK_FD_QUERY,                task_fd_query),
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
};

static const struct row rows[] = {
	{ "bpf", BPF_ARGS(PTR("uattr")), SUB(0, cmds) },
};

const struct row_table rows_bpf = ROW_TABLE(rows);
