// SPDX-License-Identifier: BSD-2-Clause
/*
 * What bpf tells about programs, maps, links and BTF (BPF_OBJ_GET_INFO_BY_FD), and memory that it fills. The structure depends on what
 * the descriptor is, which is known only when it is shown.
 */
#include <linux/bpf.h>
#include <string.h>

#include "beautifiers/rows.h"
#include "bpf.h"
#include "made_shapes.h"

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
	uint32_t verified_insns, attach_btf_obj_id, attach_btf_id;
};
#define SINCE(member) .over = offsetof(struct prog_info, member)
#define INFO(member, k, since, ...) FIELD(struct prog_info, member, k, SINCE(since), ##__VA_ARGS__)
/* strace shows the address */
#define ARRAY(member, count, s, since) DEREF(struct prog_info, member, ebpf_ids, count, .spec.shape = &s, .spec.strace = &kind_ptr, SINCE(since), .changes = true)
/* Other formats show it only if an element has the known size */
#define RECORDS(member, count, s, bytes) \
	DEREF(struct prog_info, member, ebpf_ids, count, .spec.shape = &shape_bpf_##s, .spec.strace = &kind_ptr, SINCE(btf_id), .changes = true, \
	      .cond = &(const struct field_cond){ .offset = offsetof(struct prog_info, bytes), .size = 4, .n = 2, .how = COND_ONE_OF, .ours = true, .values = { 0, sizeof(struct s) } })
#define INFO_CHANGES(member, k, since) FIELD(struct prog_info, member, k, SINCE(since), .changes = true)
struct func_info { uint32_t insn_off, type_id; };
struct line_info { uint32_t insn_off, file_name_off, line_off, line_col; };
struct jited_line { uint64_t address; };
static const struct field jited_line_fields[] = { FIELD(struct jited_line, address, hex64) };
static const struct shape shape_bpf_jited_line = SHAPE(struct jited_line, jited_line_fields, .bare = true, .direct = true);
static const struct field prog_tag_fields[] = { { .spec = { .name = "tag", .name_len = 3, .kind = &kind_octet_array }, .size = BPF_TAG_SIZE } };
static const struct shape prog_tag = { .name = "tag", .size = BPF_TAG_SIZE, .fields = prog_tag_fields, .nfields = 1, .bare = true, .direct = true };
struct btf_info { uint64_t btf; uint32_t btf_size, id; uint64_t name; uint32_t name_len, kernel_btf; };
static bool never(const struct call *c, const uint8_t *p) { return (void)c, (void)p, false; }
static const struct field prog_info_fields[] = {
	FIELD_FLAGS(struct prog_info, type, enum, bpf_prog_types, .brief = true),
	FIELD(struct prog_info, id, uint, .brief = true),
	FIELD(struct prog_info, tag, octet_array),
	FIELD(struct prog_info, jited_prog_len, uint, .changes = true),
	DEREF(struct prog_info, jited_prog_insns, machine_code, jited_prog_len),
	FIELD(struct prog_info, xlated_prog_len, uint, .changes = true),
	DEREF(struct prog_info, xlated_prog_insns, ebpf_out, xlated_prog_len, .spec.shape = &shape_bpf_insn),
	INFO(load_time, boot_ns, load_time),
	INFO(created_by_uid, uid, load_time),
	INFO_CHANGES(nr_map_ids, uint, load_time),
	DEREF(struct prog_info, map_ids, ebpf_ids, nr_map_ids, .spec.shape = &shape_uint, SINCE(load_time)),
	INFO(name, chars, load_time, .brief = true),
	INFO(ifindex, ifindex, ifindex),
	FIELD(struct prog_info, gpl_compatible, uint, .bits = 1, SINCE(ifindex)),
	INFO(netns_dev, dev, ifindex),
	INFO(netns_ino, ulong, ifindex),
	INFO_CHANGES(nr_jited_ksyms, uint, nr_jited_ksyms),
	INFO_CHANGES(nr_jited_func_lens, uint, nr_jited_ksyms),
	ARRAY(jited_ksyms, nr_jited_ksyms, shape_hex64, nr_jited_ksyms),
	ARRAY(jited_func_lens, nr_jited_func_lens, shape_uint, nr_jited_ksyms),
	INFO(btf_id, uint, btf_id),
	INFO_CHANGES(func_info_rec_size, uint, btf_id),
	RECORDS(func_info, nr_func_info, func_info, func_info_rec_size),
	INFO_CHANGES(nr_func_info, uint, btf_id),
	INFO_CHANGES(nr_line_info, uint, btf_id),
	RECORDS(line_info, nr_line_info, line_info, line_info_rec_size),
	RECORDS(jited_line_info, nr_jited_line_info, jited_line, jited_line_info_rec_size),
	INFO_CHANGES(nr_jited_line_info, uint, btf_id),
	INFO_CHANGES(line_info_rec_size, uint, btf_id),
	INFO_CHANGES(jited_line_info_rec_size, uint, btf_id),
	INFO_CHANGES(nr_prog_tags, uint, btf_id),
	ARRAY(prog_tags, nr_prog_tags, prog_tag, btf_id),
	INFO(run_time_ns, ulong, run_time_ns),
	INFO(run_cnt, ulong, run_time_ns),
	INFO(recursion_misses, ulong, recursion_misses),
	INFO(verified_insns, uint, verified_insns),
	INFO(attach_btf_obj_id, uint, attach_btf_obj_id, .ours = true),
	INFO(attach_btf_id, uint, attach_btf_obj_id, .ours = true),
	{ .spec = { .name = "name", .name_len = 4, .kind = &kind_str_filled }, .offset = offsetof(struct btf_info, name), .size = 8, .leads = true,
	  .len_offset = offsetof(struct btf_info, name_len), .len_size = 4, .when = never },
	DEREF(struct btf_info, btf, machine_code, btf_size, .when = never),
};
static const struct shape prog_info = { .name = "bpf_prog_info", .size = offsetof(struct prog_info, attach_btf_id) + 4, .fields = prog_info_fields,
	.nfields = sizeof(prog_info_fields) / sizeof(prog_info_fields[0]), .padded = true, .abridge = true };

struct map_info {
	uint32_t type, id, key_size, value_size, max_entries, map_flags;
	char name[BPF_OBJ_NAME_LEN];
	uint32_t ifindex, btf_vmlinux_value_type_id;
	uint64_t netns_dev, netns_ino;
	uint32_t btf_id, btf_key_type_id, btf_value_type_id, pad;
	uint64_t map_extra;
};
static const struct field map_info_fields[] = {
	FIELD_FLAGS(struct map_info, type, enum, bpf_map_types, .brief = true),
	FIELD(struct map_info, id, uint, .brief = true),
	FIELD(struct map_info, key_size, uint, .brief = true),
	FIELD(struct map_info, value_size, uint, .brief = true),
	FIELD(struct map_info, max_entries, uint, .brief = true),
	FIELD_FLAGS(struct map_info, map_flags, flags, bpf_map_flags),
	FIELD(struct map_info, name, chars, .brief = true, .over = offsetof(struct map_info, name)),
	FIELD(struct map_info, ifindex, ifindex, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, btf_vmlinux_value_type_id, uint, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, netns_dev, dev, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, netns_ino, ulong, .over = offsetof(struct map_info, ifindex)),
	FIELD(struct map_info, btf_id, uint, .over = offsetof(struct map_info, btf_id)),
	FIELD(struct map_info, btf_key_type_id, uint, .over = offsetof(struct map_info, btf_id)),
	FIELD(struct map_info, btf_value_type_id, uint, .over = offsetof(struct map_info, btf_id)),
};
static const struct shape map_info = SHAPE(struct map_info, map_info_fields, .padded = true, .abridge = true);

/* Of a link: what follows depends on its type. All its names are where that of BTF is. */
struct link_info { uint32_t type, id, prog_id, pad; };
#define LINK_FIELDS \
	FIELD_FLAGS(struct link_info, type, enum, bpf_link_types, .brief = true), FIELD(struct link_info, id, uint, .brief = true), \
	FIELD(struct link_info, prog_id, uint, .brief = true)
#define AT(type, member) sizeof(struct link_info) + offsetof(type, member)
/* Members of the union: KIND(MEMBER), shown if they were passed */
#define MEMBER(type, member, k, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_##k }, .offset = AT(type, member), \
	  .size = sizeof(((type *)0)->member), .over = AT(type, member), ##__VA_ARGS__ }
#define ATTACH_TYPE(type) MEMBER(type, attach_type, enum, .spec.flags = &bpf_attach_types)
#define LINK_SHAPE(n) static const struct shape n##_link = { .name = "bpf_link_info", .size = sizeof(struct link_info) + sizeof(struct n), \
	.fields = n##_fields, .nfields = sizeof(n##_fields) / sizeof(n##_fields[0]), .padded = true, .abridge = true };

struct name_of { uint64_t name; uint32_t name_len, map_id; uint64_t cookie; };
struct iter { uint64_t name; uint32_t name_len, map_id; union { struct { uint64_t cgroup_id; uint32_t order; } cgroup; struct { uint32_t tid, pid; } task; }; };
#define NAMED_AS(n, k, member, ...) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k }, .offset = AT(struct name_of, member), \
	  .size = sizeof(((struct name_of *)0)->member), .over = AT(struct name_of, member), ##__VA_ARGS__ }
#define LINK_NAME(n) \
	NAMED_AS(n "_name", str_filled, name, .leads = true, .len_offset = AT(struct name_of, name_len), .len_size = 4), \
	NAMED_AS(n "_name_len", uint, name_len, .changes = true)
static const struct field tracepoint_fields[] = { LINK_FIELDS, LINK_NAME("tp"), MEMBER(struct name_of, cookie, hex64) };
#define tracepoint name_of

/* Which members are used depends on the name. */
static bool target_is(const struct call *c, const uint8_t *p, const char *const *names)
{
	uint64_t addr = load_uint(p + AT(struct iter, name), 8, c->swap);

	CALL_CHUNKS_EACH(k, c) {
		if (k->part != PART_AT || k->addr != addr)
			continue;
		for (unsigned i = 0; names[i]; i++)
			if (k->len == strlen(names[i]) && !memcmp(chunk__bytes(k), names[i], k->len))
				return true;
	}
	return false;
}
#define TARGET_IS(what, ...) \
	static bool target_is_##what(const struct call *c, const uint8_t *p) { return target_is(c, p, (const char *const[]){ __VA_ARGS__, NULL }); }
TARGET_IS(map, "bpf_map_elem", "bpf_sk_storage_map")
TARGET_IS(cgroup, "cgroup")
TARGET_IS(task, "task", "task_file", "task_vma")
#define TARGET(what, n, member, k, ...) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k, ##__VA_ARGS__ }, .offset = AT(struct iter, member), .size = sizeof(((struct iter *)0)->member), \
	  .over = AT(struct iter, member), .when = target_is_##what }
static const struct field iter_fields[] = {
	LINK_FIELDS, LINK_NAME("target"), TARGET(map, "map_id", map_id, uint),
	TARGET(cgroup, "cgroup_id", cgroup.cgroup_id, ulong), TARGET(cgroup, "order", cgroup.order, enum, .flags = &bpf_iter_orders),
	TARGET(task, "tid", task.tid, pid), TARGET(task, "pid", task.pid, pid),
};

struct tracing { uint32_t attach_type, target_obj_id, target_btf_id, pad; uint64_t cookie; };
static const struct field tracing_fields[] = { LINK_FIELDS, ATTACH_TYPE(struct tracing), MEMBER(struct tracing, target_obj_id, uint), MEMBER(struct tracing, target_btf_id, uint), MEMBER(struct tracing, cookie, hex64) };
struct cgroup { uint64_t cgroup_id; uint32_t attach_type; };
static const struct field cgroup_fields[] = { LINK_FIELDS, MEMBER(struct cgroup, cgroup_id, ulong), ATTACH_TYPE(struct cgroup) };
struct netns { uint32_t netns_ino, attach_type; };
static const struct field netns_fields[] = { LINK_FIELDS, MEMBER(struct netns, netns_ino, uint), ATTACH_TYPE(struct netns) };
struct on_interface { uint32_t ifindex, attach_type; };
static const struct field xdp_fields[] = { LINK_FIELDS, MEMBER(struct on_interface, ifindex, ifindex) };
static const struct field tcx_fields[] = { LINK_FIELDS, MEMBER(struct on_interface, ifindex, ifindex), ATTACH_TYPE(struct on_interface) };
struct on_map { uint32_t map_id, attach_type; };
static const struct field struct_ops_fields[] = { LINK_FIELDS, MEMBER(struct on_map, map_id, uint) };
static const struct field sockmap_fields[] = { LINK_FIELDS, MEMBER(struct on_map, map_id, uint), ATTACH_TYPE(struct on_map) };
struct netfilter { uint32_t pf, hooknum; int32_t priority; uint32_t flags; };
static const struct field netfilter_fields[] = { LINK_FIELDS, MEMBER(struct netfilter, pf, uint), MEMBER(struct netfilter, hooknum, uint), MEMBER(struct netfilter, priority, int), MEMBER(struct netfilter, flags, hex32) };
/* Arrays, of which the program says for how many elements there is room */
#define LISTED(type, member, s) \
	MEMBER(type, member, ebpf_ids, .spec.shape = &s, .leads = true, .len_offset = AT(type, count), .len_size = 4)
struct kprobe_multi { uint64_t addrs; uint32_t count, flags; uint64_t missed, cookies; };
static const struct field kprobe_multi_fields[] = { LINK_FIELDS, LISTED(struct kprobe_multi, addrs, shape_hex64), MEMBER(struct kprobe_multi, count, uint, .changes = true),
	MEMBER(struct kprobe_multi, flags, flags, .spec.flags = &bpf_kprobe_multi_flags), MEMBER(struct kprobe_multi, missed, ulong),
	LISTED(struct kprobe_multi, cookies, shape_hex64) };
struct uprobe_multi { uint64_t path, offsets, ref_ctr_offsets, cookies; uint32_t path_size, count, flags, pid; };
static const struct field uprobe_multi_fields[] = { LINK_FIELDS,
	MEMBER(struct uprobe_multi, path, str_filled, .leads = true, .len_offset = AT(struct uprobe_multi, path_size), .len_size = 4),
	LISTED(struct uprobe_multi, offsets, shape_hex64), LISTED(struct uprobe_multi, ref_ctr_offsets, shape_hex64), LISTED(struct uprobe_multi, cookies, shape_hex64),
	MEMBER(struct uprobe_multi, path_size, uint, .changes = true), MEMBER(struct uprobe_multi, count, uint, .changes = true),
	MEMBER(struct uprobe_multi, flags, flags, .spec.flags = &bpf_uprobe_multi_flags), MEMBER(struct uprobe_multi, pid, pid) };
/* Of a perf event: the first field says which member of a union follows, at the same place for all. */
struct perf_event { uint32_t type, pad; union {
	struct { uint64_t name; uint32_t name_len, offset; uint64_t cookie, ref_ctr_offset; } uprobe;
	struct { uint64_t name; uint32_t name_len, offset; uint64_t addr, missed, cookie; } kprobe;
	struct { uint64_t name; uint32_t name_len, pad; uint64_t cookie; } tracepoint;
	struct { uint64_t config; uint32_t type, pad; uint64_t cookie; } event;
}; };
#define EVENT_AS(n, member, k, ...) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k, ##__VA_ARGS__ }, .offset = AT(struct perf_event, member), \
	  .size = sizeof(((struct perf_event *)0)->member), .over = AT(struct perf_event, member) }
#define EVENT_FIELDS LINK_FIELDS, EVENT_AS("perf_event", type, enum, .flags = &bpf_perf_event_types)
#define EVENT_NAME(n, of) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_str_filled }, .offset = AT(struct perf_event, of.name), .size = 8, .over = AT(struct perf_event, of.name), \
	  .leads = true, .len_offset = AT(struct perf_event, of.name_len), .len_size = 4 }, \
	{ .spec = UINT("name_len"), .offset = AT(struct perf_event, of.name_len), .size = 4, .over = AT(struct perf_event, of.name_len), .changes = true }
static const struct field perf_event_fields[] = { EVENT_FIELDS };
static const struct field on_uprobe_fields[] = { EVENT_FIELDS, EVENT_NAME("file_name", uprobe),
	EVENT_AS("offset", uprobe.offset, hex32), EVENT_AS("cookie", uprobe.cookie, hex64), EVENT_AS("ref_ctr_offset", uprobe.ref_ctr_offset, hex64) };
static const struct field on_kprobe_fields[] = { EVENT_FIELDS, EVENT_NAME("func_name", kprobe),
	EVENT_AS("offset", kprobe.offset, hex32), EVENT_AS("addr", kprobe.addr, hex64), EVENT_AS("missed", kprobe.missed, ulong), EVENT_AS("cookie", kprobe.cookie, hex64) };
static const struct field on_tracepoint_fields[] = { EVENT_FIELDS, EVENT_NAME("tp_name", tracepoint),
	EVENT_AS("cookie", tracepoint.cookie, hex64) };
static const struct field on_event_fields[] = { EVENT_FIELDS, EVENT_AS("config", event.config, hex64), EVENT_AS("event_type", event.type, enum, .flags = &perf_event_types),
	EVENT_AS("cookie", event.cookie, hex64) };
#define on_uprobe perf_event
#define on_kprobe perf_event
#define on_tracepoint perf_event
#define on_event perf_event
LINK_SHAPE(on_uprobe) LINK_SHAPE(on_kprobe) LINK_SHAPE(on_tracepoint) LINK_SHAPE(on_event)
enum { EVENT_UPROBE = 1, EVENT_URETPROBE, EVENT_KPROBE, EVENT_KRETPROBE, EVENT_TRACEPOINT, EVENT_EVENT };	/* BPF_PERF_EVENT_* of linux/bpf.h: 6.6 */
static const struct subshape events[] = {
	{ EVENT_UPROBE,     &on_uprobe_link     },
	{ EVENT_URETPROBE,  &on_uprobe_link     },
	{ EVENT_KPROBE,     &on_kprobe_link     },
	{ EVENT_KRETPROBE,  &on_kprobe_link     },
	{ EVENT_TRACEPOINT, &on_tracepoint_link },
	{ EVENT_EVENT,      &on_event_link      },
};
static const struct shape perf_event_link = { .name = "bpf_link_info", .size = sizeof(struct link_info) + sizeof(struct perf_event), .fields = perf_event_fields,
	.nfields = sizeof(perf_event_fields) / sizeof(perf_event_fields[0]), .padded = true, .abridge = true,
	.sub = events, .nsub = sizeof(events) / sizeof(events[0]), .sub_offset = AT(struct perf_event, type), .sub_size = 4 };

#define xdp on_interface
#define tcx on_interface
#define struct_ops on_map
#define sockmap on_map
LINK_SHAPE(tracepoint) LINK_SHAPE(iter) LINK_SHAPE(tracing) LINK_SHAPE(cgroup) LINK_SHAPE(netns) LINK_SHAPE(xdp) LINK_SHAPE(tcx) LINK_SHAPE(struct_ops)
LINK_SHAPE(sockmap) LINK_SHAPE(netfilter) LINK_SHAPE(kprobe_multi) LINK_SHAPE(uprobe_multi)

enum { LINK_NETFILTER = 10, LINK_TCX, LINK_UPROBE_MULTI, LINK_NETKIT, LINK_SOCKMAP };	/* BPF_LINK_TYPE_* of linux/bpf.h: 6.4 to 6.10 */
static const struct subshape links[] = {
	{ BPF_LINK_TYPE_RAW_TRACEPOINT, &tracepoint_link   },
	{ BPF_LINK_TYPE_TRACING,        &tracing_link      },
	{ BPF_LINK_TYPE_CGROUP,         &cgroup_link       },
	{ BPF_LINK_TYPE_ITER,           &iter_link         },
	{ BPF_LINK_TYPE_NETNS,          &netns_link        },
	{ BPF_LINK_TYPE_XDP,            &xdp_link          },
	{ BPF_LINK_TYPE_PERF_EVENT,     &perf_event_link   },
	{ BPF_LINK_TYPE_KPROBE_MULTI,   &kprobe_multi_link },
	{ BPF_LINK_TYPE_STRUCT_OPS,     &struct_ops_link   },
	{ LINK_NETFILTER,               &netfilter_link    },
	{ LINK_TCX,                     &tcx_link          },
	{ LINK_UPROBE_MULTI,            &uprobe_multi_link },
	{ LINK_NETKIT,                  &tcx_link          },
	{ LINK_SOCKMAP,                 &sockmap_link      },
};
static const struct field link_fields[] = { LINK_FIELDS };
static const struct shape link_info = SHAPE(struct link_info, link_fields, .padded = true, .abridge = true, SUBSHAPES(struct link_info, type, links));

static const struct field btf_info_fields[] = {
	DEREF(struct btf_info, btf, machine_code, btf_size, .spec.strace = &kind_ptr),
	FIELD(struct btf_info, btf_size, uint, .brief = true, .changes = true),
	FIELD(struct btf_info, id, uint, .brief = true),
	DEREF(struct btf_info, name, str_filled, name_len, .brief = true, .over = offsetof(struct btf_info, name)),
	FIELD(struct btf_info, name_len, uint, .changes = true, .over = offsetof(struct btf_info, name)),
	FIELD(struct btf_info, kernel_btf, uint, .over = offsetof(struct btf_info, name)),
};
static const struct shape btf_info = SHAPE(struct btf_info, btf_info_fields, .padded = true, .abridge = true);

/*
 * What is captured, for BPF does not know what the descriptor is: the pointers of a program, and the name of BTF or of a link, whose places they have
 * in common; and those of links by their type, though it may be that of a program.
 */
static const struct field event_pointers_fields[] = { EVENT_NAME("name", uprobe) };
static const struct shape event_pointers = { .name = "bpf_link_info", .size = sizeof(struct prog_info), .fields = event_pointers_fields, .nfields = 1 };
#define MULTI_POINTERS(n) static const struct shape n##_pointers = { .name = "bpf_link_info", .size = sizeof(struct prog_info), .fields = n##_multi_fields, \
	.nfields = sizeof(n##_multi_fields) / sizeof(n##_multi_fields[0]) };
MULTI_POINTERS(kprobe) MULTI_POINTERS(uprobe)
#define OF_LINK(s, link) \
	{ .spec = { .name = "", .kind = &kind_struct_in, .shape = &s }, .size = sizeof(struct prog_info), \
	  .cond = &(const struct field_cond){ .offset = offsetof(struct link_info, type), .size = 4, .n = 1, .how = COND_ONE_OF, .values = { link } } }
static const struct field any_info_fields[] = {
	{ .spec = { .name = "", .kind = &kind_struct_in, .shape = &prog_info }, .size = sizeof(struct prog_info) },
	OF_LINK(event_pointers, BPF_LINK_TYPE_PERF_EVENT), OF_LINK(kprobe_pointers, BPF_LINK_TYPE_KPROBE_MULTI), OF_LINK(uprobe_pointers, LINK_UPROBE_MULTI),
};
static const struct shape any_info = SHAPE(struct prog_info, any_info_fields);

struct get_info { uint32_t bpf_fd, info_len; uint64_t info; };
#define INFO_OF DEREF(struct get_info, info, ebpf_info, info_len, .spec.shape = &any_info)
static const struct field get_info_fields[] = { FIELD(struct get_info, bpf_fd, fd), FIELD(struct get_info, info_len, uint, .changes = true), INFO_OF };
#define get_info_strace_fields get_info_fields
TABLE(get_info, 16, .at_exit = true, .within = "info")
const struct shape shape_bpf_get_info = SHAPE(struct get_info, get_info_fields, .padded = true, .at_exit = true, .strace = &get_info_strace);

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
	show_filled(s, a, count_filled(a) / shape_bpf_insn.size);
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
	uint64_t full = count_filled(a), n = full < s->string_limit ? full : s->string_limit;

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

/* What the descriptor is. strace knows two of them. */
static const struct shape *info_shape(const struct show *s, const struct arg *a)
{
	static const struct { const char *kind; const struct shape *shape; bool ours; } kinds[] = {
		{ "bpf-map",  &map_info,  false },
		{ "bpf-prog", &prog_info, false },
		{ "bpf_link", &link_info, true },
		{ "bpf-link", &link_info, true },
		{ "btf",      &btf_info,  true },
	};
	struct fd_name name = { 0 };
	int fd = (int)load_uint(a->holder, 4, a->call->swap);

	if (fd < 0 || !a->call->names->fd_name(a->call->names->ctx, fd, false, &name))
		return NULL;
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (is_object(&name, kinds[i].kind))
			return kinds[i].ours && s->w->strace_marks ? NULL : kinds[i].shape;
	return NULL;
}

/* strace shows it only with -v, and what was passed if the call failed. */
void show_ebpf_info(struct show *s, const struct arg *a)
{
	bool strace = s->w->strace_marks;
	const struct shape *sh = (strace ? !s->verbose : a->call->failed) ? NULL : info_shape(s, a);
	uint32_t len = (uint32_t)arg__count(a);
	const struct chunk *was, *now;
	struct arg inner = *a;

	inner.out = false;
	was = arg__memory(&inner, PART_SELF, false);
	now = arg__memory(a, PART_SELF, true);
	if (!now && strace)
		now = was;
	if (!sh || !was || !now || was->len < len || now->len < len) {
		s->w->address(s->o, a->value);
		return;
	}
	inner.out = true;
	show_padded(s, &inner, shape__at(sh, chunk__bytes(now), len, a->call->swap), chunk__bytes(was), chunk__bytes(now), len);
}
