// SPDX-License-Identifier: BSD-2-Clause
/* shapes_number.c - single numbers behind a pointer: shown as [5]. */
#include "kinds.h"

#define NUMBER(n, k, type) \
	static const struct field n##_field[] = { { .spec = { .name = "", .kind = &kind_##k }, .size = sizeof(type) } }; \
	const struct shape shape_##n = { .name = #n, .size = sizeof(type), .nfields = 1, .fields = n##_field, .bare = true };
/* The ABI's long: w is the 64-bit type, n32 the 32-bit one; whether x32 uses the latter */
#define WORD(n, k, w, n32, x32) \
	static const struct field n##_fields[] = { { .spec = { .name = "", .kind = &kind_##k }, .size = sizeof(w) } }; \
	static const struct field n##32_fields[] = { { .spec = { .name = "", .kind = &kind_##k }, .size = sizeof(n32) } }; \
	static const struct shape n##32 = { .name = #n, .size = sizeof(n32), .nfields = 1, .fields = n##32_fields, .bare = true }; \
	const struct shape shape_##n = { .name = #n, .size = sizeof(w), .nfields = 1, .fields = n##_fields, .bare = true, \
					 .compat = &n##32, .x32_compat = x32 };

NUMBER(int,	int,	int32_t)
NUMBER(uint,	uint,	uint32_t)
NUMBER(offset,	offset,	int64_t)
NUMBER(u64,	ulong,	uint64_t)
NUMBER(hex64,	hex64,	uint64_t)
NUMBER(pid,	pid,	int32_t)
NUMBER(pid_group, pid_group, int32_t)
NUMBER(new_tid,	new_tid, int32_t)
NUMBER(uid,	uid,	uint32_t)
NUMBER(gid,	gid,	uint32_t)
NUMBER(uid16,	uid16,	uint16_t)
WORD(long,	long,	int64_t,	int32_t,	true)
WORD(ulong,	ulong,	uint64_t,	uint32_t,	true)
WORD(event_message, event_message, uint64_t, uint32_t, true)
WORD(ptr,	ptr,	uint64_t,	uint32_t,	true)
WORD(time,	seconds, int64_t,	int32_t,	false)
