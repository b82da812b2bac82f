// SPDX-License-Identifier: BSD-2-Clause
/* What bpf's commands on links pass (linux/bpf.h): what follows the common fields depends on the type of attachment. */
#include <linux/bpf.h>

#include "bpf.h"

struct link_create { uint32_t prog_fd, target_fd, attach_type, flags; };
#define LINK_FIELDS \
	FIELD(struct link_create, prog_fd, fd), FIELD(struct link_create, target_fd, fd_or_0), \
	FIELD_FLAGS(struct link_create, attach_type, enum, bpf_attach_types), FIELD(struct link_create, flags, hex32)
static const struct field link_create_fields[] = { LINK_FIELDS };

struct link_iter { struct link_create link; uint64_t iter_info; uint32_t iter_info_len; };
static const struct field iter_map_fields[] = { { .spec = FD("map_fd"), .size = 4 } };
static const struct shape iter_map = { .name = "map", .size = 4, .fields = iter_map_fields, .nfields = 1 };
static const struct field iter_info_fields[] = { { .spec = { .name = "map", .name_len = 3, .kind = &kind_struct_in, .shape = &iter_map }, .size = 4 } };
static const struct shape iter_info = { .name = "bpf_iter_link_info", .size = 4, .fields = iter_info_fields, .nfields = 1 };
/* Which member of the union bpf_iter_link_info is meant depends on what the program iterates over: bytes. */
static const struct field link_iter_fields[] = {
	LINK_FIELDS, DEREF(struct link_iter, iter_info, buf_in, iter_info_len), FIELD(struct link_iter, iter_info_len, uint),
};
static const struct shape link_iter = SHAPE(struct link_iter, link_iter_fields);

struct kprobe_multi { uint32_t flags, cnt; uint64_t syms, addrs, cookies; };
static const struct field symbol_fields[] = POINTER_TO(str, NULL, 8), symbol32_fields[] = POINTER_TO(str, NULL, 4);
static const struct shape symbol32 = POINTER_SHAPE("symbol", symbol32_fields, 4);
static const struct shape symbol = POINTER_SHAPE("symbol", symbol_fields, 8, .compat = &symbol32, .x32_compat = true);
static const struct field kprobe_multi_fields[] = {
	FIELD_FLAGS(struct kprobe_multi, flags, flags, bpf_kprobe_multi_flags),
	FIELD(struct kprobe_multi, cnt, uint),
	DEREF(struct kprobe_multi, syms, array_in, cnt, .spec.shape = &symbol),
	DEREF(struct kprobe_multi, addrs, array_in, cnt, .spec.shape = &shape_hex64),
	DEREF(struct kprobe_multi, cookies, array_in, cnt, .spec.shape = &shape_hex64),
};
static const struct shape kprobe_multi = SHAPE(struct kprobe_multi, kprobe_multi_fields);
struct link_kprobes { struct link_create link; struct kprobe_multi kprobe_multi; };
static const struct field link_kprobes_fields[] = { LINK_FIELDS, FIELD_STRUCT(struct link_kprobes, kprobe_multi, kprobe_multi) };
static const struct shape link_kprobes = SHAPE(struct link_kprobes, link_kprobes_fields);

struct link_perf { struct link_create link; uint64_t bpf_cookie; };
static const struct field perf_event_fields[] = { { .spec = HEX("bpf_cookie"), .size = 8 } };
static const struct shape perf_event = { .name = "perf_event", .size = 8, .fields = perf_event_fields, .nfields = 1 };
#define PERF_FIELD { .spec = { .name = "perf_event", .name_len = 10, .kind = &kind_struct_in, .shape = &perf_event }, .offset = offsetof(struct link_perf, bpf_cookie), .size = 8 }
static const struct field link_perf_fields[] = { LINK_FIELDS, PERF_FIELD };
static const struct shape link_perf = SHAPE(struct link_perf, link_perf_fields);

static const struct subshape links[] = { { BPF_TRACE_ITER, &link_iter }, { BPF_PERF_EVENT, &link_perf }, { BPF_TRACE_KPROBE_MULTI, &link_kprobes } };

struct link_update { uint32_t link_fd, new_prog_fd, flags, old_prog_fd; };
static const struct field link_update_fields[] = {
	FIELD(struct link_update, link_fd, fd), FIELD(struct link_update, new_prog_fd, fd),
	FIELD(struct link_update, flags, hex32), FIELD(struct link_update, old_prog_fd, fd_or_0),
};
static const struct field link_detach_fields[] = { FIELD(struct link_update, link_fd, fd) };

struct iter_create { uint32_t link_fd, flags; };
static const struct field iter_create_fields[] = { FIELD(struct iter_create, link_fd, fd), FIELD(struct iter_create, flags, hex32) };

/* -- As strace shows them ----------------------------------------------------------------------------------------------------- */

#define LINK_STRACE_FIELDS \
	FIELDS(struct link_create, fd, prog_fd, target_fd), FIELD_FLAGS(struct link_create, attach_type, enum, bpf_attach_types), FIELD(struct link_create, flags, hex32)
#define LATER .over = sizeof(struct link_create)
static bool has_btf_id(const struct call *c, const uint8_t *p)
{
	return load_uint(p + sizeof(struct link_create), 4, c->swap);
}

static const struct field link_btf_strace_fields[] = { LINK_STRACE_FIELDS, { .spec = UINT("target_btf_id"), .offset = sizeof(struct link_create), .size = 4, .when = has_btf_id, LATER } },
	link_iter_strace_fields[] = { LINK_STRACE_FIELDS, DEREF(struct link_iter, iter_info, array_in, iter_info_len, .spec.shape = &iter_info, LATER),
		FIELD(struct link_iter, iter_info_len, uint, LATER) },
	link_perf_strace_fields[] = { LINK_STRACE_FIELDS, { .spec = { .name = "perf_event", .name_len = 10, .kind = &kind_struct_in, .shape = &perf_event },
		.offset = offsetof(struct link_perf, bpf_cookie), .size = 8, LATER } },
	link_kprobes_strace_fields[] = { LINK_STRACE_FIELDS, { .spec = { .name = "kprobe_multi", .name_len = 12, .kind = &kind_struct_in, .shape = &kprobe_multi },
		.offset = offsetof(struct link_kprobes, kprobe_multi), .size = sizeof(struct kprobe_multi), LATER } },
	link_create_strace_fields[] = { LINK_STRACE_FIELDS };
TABLE(link_btf, 20, .within = "link_create")
TABLE(link_iter, 28, .within = "link_create")
TABLE(link_perf, 24, .within = "link_create")
TABLE(link_kprobes, 48, .within = "link_create")
static const struct subshape links_strace[] = { { 0, &link_btf_strace }, { BPF_TRACE_ITER, &link_iter_strace }, { BPF_PERF_EVENT, &link_perf_strace },
	{ BPF_TRACE_KPROBE_MULTI, &link_kprobes_strace } };
TABLE(link_create, 16, .within = "link_create", SUBSHAPES(struct link_create, attach_type, links_strace))

static bool replaces(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct link_update, flags), 4, c->swap) & BPF_F_REPLACE;
}

static const struct field link_update_strace_fields[] = {
	FIELDS(struct link_update, fd, link_fd, new_prog_fd),
	FIELD_FLAGS(struct link_update, flags, flags, bpf_attach_flags),
	FIELD(struct link_update, old_prog_fd, fd, .when = replaces),
};
TABLE(link_update, 16, .within = "link_update")

/* -- Shapes ------------------------------------------------------------------------------------------------------------ */

const struct shape shape_bpf_link_create = { .name = "link_create", .size = sizeof(struct link_kprobes), .fields = link_create_fields, .nfields = 4,
	SUBSHAPES(struct link_create, attach_type, links), .strace = &link_create_strace };
const struct shape shape_bpf_link_update = SHAPE(struct link_update, link_update_fields, .strace = &link_update_strace);
const struct shape shape_bpf_link_detach = SHAPE(struct link_update, link_detach_fields);
const struct shape shape_bpf_iter_create = SHAPE(struct iter_create, iter_create_fields);
