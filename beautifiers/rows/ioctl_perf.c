// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_perf.c - requests to perf events, and their attributes: struct perf_event_attr of linux/perf_event.h, the same in every ABI. */
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"

/* -- Attributes ----------------------------------------------------------------------------------------------------------- */

#define LEAST 64		/* PERF_ATTR_SIZE_VER0 */
#define TYPE_AND_SIZE 8
#define FLAGS_AT 40
#define FREQ 10			/* numbers of flags */
#define WATERMARK 14
#define PRECISE 15		/* two bits */
#define CLOCKID 25
#define RESERVED 38

struct attr {
	uint32_t type, size;
	uint64_t config, sample_period, sample_type, read_format, flags;
	uint32_t wakeup_events, bp_type;
	uint64_t config1, config2, branch_sample_type, sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack, reserved_2;
	uint32_t aux_sample_size, aux_action;
	uint64_t sig_data;
};
/*
 * config3 (6.3) and later fields are captured apart: programs built before have no memory for them, and what could not be read as a whole is
 * read again after the kernel has replaced the size.
 */
static_assert(sizeof(struct attr) == 128, "struct perf_event_attr");
static const struct field attr_fields[] = { FIELD(struct attr, size, uint), FIELD_BEYOND(struct attr, size) };
const struct shape shape_perf_attr = SHAPE(struct attr, attr_fields);

/* The structure as it is shown: `size` bytes of it. */
struct shown {
	struct show *s;
	uint8_t bytes[sizeof(struct attr)];
	uint32_t size;
};
#define GET(p, member) load_uint((p)->bytes + offsetof(struct attr, member), sizeof(((struct attr *)0)->member), (p)->s->swap)
#define HAS(p, member) (offsetof(struct attr, member) < (p)->size)

static void show_shift(struct show *s, unsigned n)
{
	if (!s->w->shift)
		return;
	s->w->shift(s->o);
	s->w->uinteger(s->o, n);
	s->w->or(s->o);
}

#define CACHE_PRE "PERF_COUNT_HW_CACHE_"

/* One byte of a cache's event: by name without the list's prefix, or as a number. true: it has a name */
static bool add_part(char *text, size_t room, const struct flag_table *t, uint64_t v, const char *end)
{
	const struct flag *f = flag_table__find(t, v);
	size_t n = strlen(text);

	if (f)
		snprintf(text + n, room - n, "%s%s", f->name + f->skip, end);
	else
		snprintf(text + n, room - n, "%#" PRIx64 "%s", v, end);
	return f;
}

/* Bits that the kernel takes from the rest: a PMU's type (Linux 5.13) */
static void add_upper(char *text, size_t room, uint64_t v, unsigned at)
{
	size_t n = strlen(text);

	if (v)
		snprintf(text + n, room - n, "%#" PRIx64 "<<%u|", v, at);
}

/* Of a cache: which one, what is done, with which result. false: no part has a name */
static bool show_cache(struct show *s, uint64_t v)
{
	char text[160] = CACHE_PRE;
	bool first, named;
	size_t pre = v >> 24 ? 0 : strlen(CACHE_PRE);

	text[pre] = '\0';
	add_upper(text, sizeof(text), v >> 32, 32);
	add_upper(text, sizeof(text), v >> 24 & 0xff, 24);
	first = add_part(text, sizeof(text), &perf_hw_cache_results, v >> 16 & 0xff, "<<16|");
	named = add_part(text, sizeof(text), &perf_hw_cache_ops, v >> 8 & 0xff, "<<8|");
	named = add_part(text, sizeof(text), &perf_hw_cache_ids, v & 0xff, "") || named;
	if (!first && !named)
		return false;
	if (first)
		s->w->symbol(s->o, v, text, pre, NULL);
	else	/* the prefix would be that of a number */
		s->w->symbol(s->o, v, text + pre, 0, NULL);
	return true;
}

/* Of one type of PMU, where the machine has several (perf stat on hybrid CPUs). false: the event has no name */
static bool show_hardware_of(struct show *s, uint64_t v)
{
	char text[96] = "";

	add_upper(text, sizeof(text), v >> 32, 32);
	if (!add_part(text, sizeof(text), &perf_hw_ids, (uint32_t)v, ""))
		return false;
	s->w->symbol(s->o, v, text, 0, NULL);
	return true;
}

/* The upper bits: a device's number. Without verbs for sums the number is shown as a whole. */
static void show_config(const struct shown *p, uint32_t type, uint64_t v)
{
	struct show *s = p->s;

	if ((type != PERF_TYPE_HARDWARE && type != PERF_TYPE_HW_CACHE) || !s->w->shift) {
		if (type == PERF_TYPE_TRACEPOINT)
			s->w->uinteger(s->o, v);
		else if (type == PERF_TYPE_SOFTWARE)
			show__enum(s, &perf_sw_ids, v);
		else if (type == PERF_TYPE_HARDWARE && v <= UINT32_MAX)
			show__enum(s, &perf_hw_ids, v);
		else if (!(type == PERF_TYPE_HARDWARE && show_hardware_of(s, v)) && !(type == PERF_TYPE_HW_CACHE && show_cache(s, v)))
			s->w->hex(s->o, v);
		return;
	}
	if (v >> 32) {
		s->w->hex(s->o, v >> 32);
		show_shift(s, 32);
	}
	if (type == PERF_TYPE_HARDWARE) {
		show__enum(s, &perf_hw_ids, (uint32_t)v);
		return;
	}
	if ((uint32_t)v >> 24) {
		s->w->hex(s->o, (uint32_t)v >> 24);
		show_shift(s, 24);
	}
	show__enum(s, &perf_hw_cache_results, v >> 16 & 0xff);
	show_shift(s, 16);
	show__enum(s, &perf_hw_cache_ops, v >> 8 & 0xff);
	show_shift(s, 8);
	show__enum(s, &perf_hw_cache_ids, v & 0xff);
}

static void comment(struct show *s, const char *text)
{
	if (s->w->comment)
		s->w->comment(s->o, text);
}

static void show_one_flag(struct show *s, uint64_t flags, const char *name, unsigned bit)
{
	bool set = flags >> bit & 1;

	if (!set && !s->verbose)
		return;
	s->w->field(s->o, name, strlen(name));
	s->w->uinteger(s->o, set);
}

static void show_attr_flags(struct show *s, uint64_t flags)
{
	static const char *const names[RESERVED] = {
		"disabled", "inherit", "pinned", "exclusive", "exclude_user", "exclude_kernel", "exclude_hv", "exclude_idle", "mmap", "comm", "freq",
		"inherit_stat", "enable_on_exec", "task", "watermark", NULL, NULL, "mmap_data", "sample_id_all", "exclude_host", "exclude_guest",
		"exclude_callchain_kernel", "exclude_callchain_user", "mmap2", "comm_exec", "use_clockid", "context_switch", "write_backward",
		"namespaces", "ksymbol", "bpf_event", "aux_output", "cgroup", "text_poke", "build_id", "inherit_thread", "remove_on_exec", "sigtrap",
	};
	static const char *const skids[] = { "arbitrary skid", "constant skid", "requested to have 0 skid", "must have 0 skid" };

	for (unsigned i = 0; i < RESERVED; i++)
		if (names[i]) {
			show_one_flag(s, flags, names[i], i);
		} else if (i == PRECISE) {
			show_named(s, "precise_ip", uinteger, flags >> PRECISE & 3);
			comment(s, skids[flags >> PRECISE & 3]);
		}
	if (!(flags >> RESERVED))
		return;
	show_named(s, "__reserved_1", hex, flags >> RESERVED);
	comment(s, "Bits 63..38");
}

static void show_breakpoint(struct show *s, uint32_t v)
{
	show_field_name(s, "bp_type");
	if (v <= 7)
		show__enum(s, &hw_breakpoint_types, v);
	else
		show__enum(s, &hw_breakpoint_others, v);
}

static void comment_number(struct show *s, const char *what, uint64_t v)
{
	char text[48];

	if (!v)
		return;
	snprintf(text, sizeof(text), "%s: %#x", what, (unsigned)v);
	comment(s, text);
}

/* Bits since Linux 6.13; strace does not know them. */
static void show_aux_action(struct show *s, uint32_t v)
{
	if (s->w->strace_marks)
		comment_number(s, "bytes 116..119", v);
	else if (v)
		show_named(s, "aux_action", hex, v);
}

/* Fields that follow what every version has. */
static void show_later(const struct shown *p)
{
	uint64_t flags = GET(p, flags), sampled = GET(p, sample_type);
	bool breakpoint = GET(p, type) == PERF_TYPE_BREAKPOINT;
	struct show *s = p->s;

	if (HAS(p, config2) && breakpoint)
		show_named(s, "bp_len", uinteger, GET(p, config2));
	else if (HAS(p, config2))
		show_named(s, "config2", hex, GET(p, config2));
	if (HAS(p, branch_sample_type) && sampled & PERF_SAMPLE_BRANCH_STACK) {
		show_field_name(s, "branch_sample_type");
		show__flags(s, &perf_branch_sample_types, GET(p, branch_sample_type));
	}
	if (HAS(p, sample_regs_user))
		show_named(s, "sample_regs_user", hex, GET(p, sample_regs_user));
	if (HAS(p, sample_stack_user) && sampled & PERF_SAMPLE_STACK_USER)
		show_named(s, "sample_stack_user", hex, GET(p, sample_stack_user));
	if (HAS(p, clockid) && flags >> CLOCKID & 1) {
		show_field_name(s, "clockid");
		show__enum(s, &clock_ids, GET(p, clockid));
	}
	if (HAS(p, sample_regs_intr))
		show_named(s, "sample_regs_intr", hex, GET(p, sample_regs_intr));
	if (HAS(p, aux_watermark))
		show_named(s, "aux_watermark", uinteger, GET(p, aux_watermark));
	if (HAS(p, sample_max_stack))
		show_named(s, "sample_max_stack", uinteger, GET(p, sample_max_stack));
	if (HAS(p, reserved_2))
		comment_number(s, "bytes 110..111", GET(p, reserved_2));
	if (HAS(p, aux_sample_size))
		show_named(s, "aux_sample_size", uinteger, GET(p, aux_sample_size));
	if (HAS(p, aux_action))
		show_aux_action(s, (uint32_t)GET(p, aux_action));
	if (HAS(p, sig_data))
		show_named(s, "sig_data", hex, GET(p, sig_data));
}

static void show_size(struct show *s, const struct shown *p, const struct chunk *out, bool too_big)
{
	show_field_name(s, "size");
	if (!too_big) {
		show__enum(s, &perf_attr_sizes, GET(p, size));
		return;
	}
	s->w->change_begin(s->o);
	show__enum(s, &perf_attr_sizes, GET(p, size));
	s->w->changed(s->o);
	if (out && out->len >= 8)
		show__enum(s, &perf_attr_sizes, load_uint(chunk__bytes(out) + 4, 4, s->swap));
	else
		s->w->flag(s->o, "???", 3, 0);
	s->w->change_end(s->o);
}

/* true: fields are left out. */
static bool show_beyond_attr(const struct shown *p, const struct arg *a, const struct chunk *in)
{
	uint32_t size = (uint32_t)GET(p, size);

	if (size > sizeof(struct attr) && !p->s->w->strace_marks)
		return show_said_beyond(p->s, a, &attr_fields[1], chunk__bytes(in)) || p->size < sizeof(struct attr);
	return size > p->size || (!size && p->size < LEAST);
}

static void show_attr(const struct shown *p, const struct arg *a, const struct chunk *in, const struct chunk *out, bool too_big)
{
	uint32_t type = (uint32_t)GET(p, type);
	uint64_t flags = GET(p, flags);
	struct show *s = p->s;

	s->w->struct_begin(s->o);
	show_field_name(s, "type");
	show__enum(s, &perf_event_types, type);
	show_size(s, p, out, too_big);
	show_field_name(s, "config");
	show_config(p, type, GET(p, config));
	if (flags >> FREQ & 1)
		show_named(s, "sample_freq", uinteger, GET(p, sample_period));
	else
		show_named(s, "sample_period", uinteger, GET(p, sample_period));
	show_field_name(s, "sample_type");
	show__flags(s, &perf_sample_types, GET(p, sample_type));
	show_field_name(s, "read_format");
	show__flags(s, &perf_read_formats, GET(p, read_format));
	show_attr_flags(s, flags);
	if (p->size > offsetof(struct attr, wakeup_events)) {
		if (flags >> WATERMARK & 1)
			show_named(s, "wakeup_watermark", uinteger, GET(p, wakeup_events));
		else
			show_named(s, "wakeup_events", uinteger, GET(p, wakeup_events));
		if (type == PERF_TYPE_BREAKPOINT) {
			show_breakpoint(s, (uint32_t)GET(p, bp_type));
			show_named(s, "bp_addr", hex, GET(p, config1));
		} else {
			show_named(s, "config1", hex, GET(p, config1));
		}
		show_later(p);
	}
	s->w->struct_end(s->o, show_beyond_attr(p, a, in));
}

/* The kernel reads nothing but the size. */
static void show_too_small(const struct shown *p, const struct chunk *out, bool too_big)
{
	p->s->w->struct_begin(p->s->o);
	show_size(p->s, p, out, too_big);
	p->s->w->struct_end(p->s->o, false);
}

void show_perf_attr(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true);
	uint32_t size = in && in->len >= 8 ? (uint32_t)load_uint(chunk__bytes(in) + 4, 4, s->swap) : 1;
	bool too_big = a->call->failed && a->call->ret == -E2BIG;
	struct shown p = { .s = s };

	size = !size ? LEAST : size < sizeof(struct attr) ? size : sizeof(struct attr);
	p.size = size < LEAST ? TYPE_AND_SIZE : s->verbose ? size : offsetof(struct attr, wakeup_events);
	if ((size < LEAST && s->w->strace_marks) || !in || in->len < p.size) {
		show_pointer(s, a, false);
		return;
	}
	memcpy(p.bytes, chunk__bytes(in), p.size);
	if (size < LEAST)
		show_too_small(&p, out, too_big);
	else
		show_attr(&p, a, in, out, too_big);
}

/* struct perf_event_query_bpf: room for so many IDs is passed; their number and the IDs come. */
#define IDS_AT 8

static void show_program_ids(struct show *s, const struct chunk *out)
{
	uint32_t n = (uint32_t)load_uint(chunk__bytes(out) + 4, 4, s->swap), have = (out->len - IDS_AT) / 4;

	show_named(s, "prog_cnt", uinteger, n);
	show_field_name(s, "ids");
	if (have < n) {
		show__unread(s, out->addr + IDS_AT);
		return;
	}
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < n; i++) {
		s->w->item(s->o);
		s->w->uinteger(s->o, load_uint(chunk__bytes(out) + IDS_AT + 4 * i, 4, s->swap));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

void show_perf_programs(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true);
	bool filled = out && out->len >= IDS_AT && a->call->done && !a->call->failed;

	if (!in || in->len < 4) {
		show_pointer(s, a, false);
		return;
	}
	s->w->struct_begin(s->o);
	show_named(s, "ids_len", uinteger, load_uint(chunk__bytes(in), 4, s->swap));
	if (filled)
		show_program_ids(s, out);
	s->w->struct_end(s->o, !filled);
}

/* -- Requests ------------------------------------------------------------------------------------------------------------- */

static const struct subrow rows[] = {
	REQUEST(PERF_EVENT_IOC_ENABLE,     ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_DISABLE,    ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_RESET,      ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_REFRESH,    NUMBER),
	REQUEST(PERF_EVENT_IOC_SET_OUTPUT, ARG(FD("arg"))),
	REQUEST(PERF_EVENT_IOC_QUERY_BPF,  ARG(ARG_("arg", perf_programs))),
	REQUEST(PERF_EVENT_IOC_MODIFY_ATTRIBUTES, ARG(ARG_("arg", perf_attr, .shape = &shape_perf_attr))),
};

const struct sub_table ioctls_perf = SUB_TABLE(rows);
