/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf.h - members of union bpf_attr: as trace shows them, and as strace does, where fields that were added later are `over` others. */
#pragma once

#include "beautifiers/kinds.h"

#define FIRST(t, m) .over = offsetof(struct t, m)
#define TABLE(n, bytes, ...) \
	static const struct shape n##_strace = { .name = #n, .size = bytes, .fields = n##_strace_fields, .nfields = sizeof(n##_strace_fields) / sizeof(n##_strace_fields[0]), \
		.min_passed = 1, .padded = true, .tail = TAIL_FIELD, ##__VA_ARGS__ };
#define ATTR(n, t) static const struct shape n = SHAPE(struct t, n##_fields);
#define BOTH(n, t, fields, s) static const struct shape n = SHAPE(struct t, fields##_fields, .strace = &s##_strace);

/* bpf_links.c */
extern const struct shape shape_bpf_link_create, shape_bpf_link_update, shape_bpf_link_detach, shape_bpf_iter_create;
/* bpf_info.c */
extern const struct shape shape_bpf_get_info;
/* bpf.c: struct bpf_insn */
extern const struct shape shape_bpf_insn;
