// SPDX-License-Identifier: BSD-2-Clause
/*
 * The row of bpf: its command selects a member of union bpf_attr (linux/bpf.h). Members have grown: the structures here are those
 * of the newest kernel, and older programs pass less of them.
 */
#include <linux/bpf.h>

#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"

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
static const struct field prog_load_fields[] = {
	FIELD_FLAGS(struct prog_load, prog_type, enum, bpf_prog_types),
	FIELD(struct prog_load, insn_cnt, uint),
	COUNTED(struct prog_load, insns, insn_cnt),
	DEREF_ONE(struct prog_load, license, str),
	FIELDS(struct prog_load, uint, log_level, log_size),
	DEREF(struct prog_load, log_buf, str_filled, log_size, .spec.on_error = true),
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

struct get_info { uint32_t bpf_fd, info_len; uint64_t info; };
static const struct field get_info_fields[] = {
	FIELD(struct get_info, bpf_fd, fd), FIELD(struct get_info, info_len, uint), FIELD(struct get_info, info, ptr),
};

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
	FIELD(struct btf_load, btf, ptr),
	DEREF(struct btf_load, btf_log_buf, str_filled, btf_log_size, .spec.on_error = true),
	FIELDS(struct btf_load, uint, btf_size, btf_log_size, btf_log_level),
	FIELD(struct btf_load, btf_log_true_size, uint, .out_only = true),
	FIELD_FLAGS(struct btf_load, btf_flags, flags, bpf_prog_flags),
	FIELD(struct btf_load, btf_token_fd, fd_or_0),
};

struct link_create { uint32_t prog_fd, target_fd, attach_type, flags; };
static const struct field link_create_fields[] = {
	FIELD(struct link_create, prog_fd, fd),
	FIELD(struct link_create, target_fd, fd_or_0),
	FIELD_FLAGS(struct link_create, attach_type, enum, bpf_attach_types),
	FIELD(struct link_create, flags, hex32),
};

struct link_update { uint32_t link_fd, new_prog_fd, flags, old_prog_fd; };
static const struct field link_update_fields[] = {
	FIELD(struct link_update, link_fd, fd), FIELD(struct link_update, new_prog_fd, fd),
	FIELD(struct link_update, flags, hex32), FIELD(struct link_update, old_prog_fd, fd_or_0),
};
static const struct field link_detach_fields[] = { FIELD(struct link_update, link_fd, fd) };

struct iter_create { uint32_t link_fd, flags; };
static const struct field iter_create_fields[] = { FIELD(struct iter_create, link_fd, fd), FIELD(struct iter_create, flags, hex32) };

struct bind_map { uint32_t prog_fd, map_fd, flags; };
static const struct field bind_map_fields[] = { FIELD(struct bind_map, prog_fd, fd), FIELD(struct bind_map, map_fd, fd), FIELD(struct bind_map, flags, hex32) };

#define ATTR(n, t) static const struct shape n = SHAPE(struct t, n##_fields);
ATTR(map_create, map_create)
ATTR(map_elem, map_elem)
ATTR(next_key, map_elem)
ATTR(map_freeze, map_elem)
ATTR(map_batch, map_batch)
ATTR(prog_load, prog_load)
ATTR(object, object)
ATTR(attach, attach)
ATTR(test_run, test_run)
ATTR(next_id, by_id)
ATTR(prog_id, by_id)
ATTR(map_id, by_id)
ATTR(btf_id, by_id)
ATTR(link_id, by_id)
ATTR(get_info, get_info)
ATTR(raw_tracepoint, raw_tracepoint)
ATTR(btf_load, btf_load)
ATTR(link_create, link_create)
ATTR(link_update, link_update)
ATTR(link_detach, link_update)
ATTR(iter_create, iter_create)
ATTR(bind_map, bind_map)

/* -- Commands ---------------------------------------------------------------------------------------------------------- */

#define BPF_ARGS(attr)         ARGS(ENUM("cmd", bpf_cmds), attr, UINT("size"))
#define DOES(cmd, s)           { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2)) } }
#define MAKES(cmd, s)          { cmd, { "bpf", BPF_ARGS(STRUCT_SIZED("uattr", s, 2)), RET_FD, OPENS_INFO } }
#define MAKES_OF(cmd)          { cmd, { "bpf", BPF_ARGS(PTR("uattr")), RET_FD, OPENS_INFO } }

enum { TOKEN_CREATE = 36 };	/* BPF_TOKEN_CREATE of linux/bpf.h, 6.9 */

static const struct subrow cmds[] = {
	MAKES(BPF_MAP_CREATE,                  map_create),
	DOES(BPF_MAP_LOOKUP_ELEM,              map_elem),
	DOES(BPF_MAP_UPDATE_ELEM,              map_elem),
	DOES(BPF_MAP_DELETE_ELEM,              map_elem),
	DOES(BPF_MAP_LOOKUP_AND_DELETE_ELEM,   map_elem),
	DOES(BPF_MAP_GET_NEXT_KEY,             next_key),
	DOES(BPF_MAP_FREEZE,                   map_freeze),
	DOES(BPF_MAP_LOOKUP_BATCH,             map_batch),
	DOES(BPF_MAP_LOOKUP_AND_DELETE_BATCH,  map_batch),
	DOES(BPF_MAP_UPDATE_BATCH,             map_batch),
	DOES(BPF_MAP_DELETE_BATCH,             map_batch),
	MAKES(BPF_PROG_LOAD,                   prog_load),
	DOES(BPF_OBJ_PIN,                      object),
	MAKES(BPF_OBJ_GET,                     object),
	DOES(BPF_PROG_ATTACH,                  attach),
	DOES(BPF_PROG_DETACH,                  attach),
	DOES(BPF_PROG_TEST_RUN,                test_run),
	DOES(BPF_PROG_GET_NEXT_ID,             next_id),
	DOES(BPF_MAP_GET_NEXT_ID,              next_id),
	DOES(BPF_BTF_GET_NEXT_ID,              next_id),
	DOES(BPF_LINK_GET_NEXT_ID,             next_id),
	MAKES(BPF_PROG_GET_FD_BY_ID,           prog_id),
	MAKES(BPF_MAP_GET_FD_BY_ID,            map_id),
	MAKES(BPF_BTF_GET_FD_BY_ID,            btf_id),
	MAKES(BPF_LINK_GET_FD_BY_ID,           link_id),
	DOES(BPF_OBJ_GET_INFO_BY_FD,           get_info),
	MAKES(BPF_RAW_TRACEPOINT_OPEN,         raw_tracepoint),
	MAKES(BPF_BTF_LOAD,                    btf_load),
	MAKES(BPF_LINK_CREATE,                 link_create),
	DOES(BPF_LINK_UPDATE,                  link_update),
	DOES(BPF_LINK_DETACH,                  link_detach),
	MAKES(BPF_ITER_CREATE,                 iter_create),
	DOES(BPF_PROG_BIND_MAP,                bind_map),
	MAKES_OF(BPF_ENABLE_STATS),
	MAKES_OF(TOKEN_CREATE),
};

static const struct row rows[] = {
	{ "bpf", BPF_ARGS(PTR("uattr")), SUB(0, cmds) },
};

const struct row_table rows_bpf = ROW_TABLE(rows);
