// SPDX-License-Identifier: BSD-2-Clause
/* silent_verbs.c - one function for each type of verb. */
#include "silent_verbs.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static void nothing(struct out *o) {}
static void boolean(struct out *o, bool b) {}
static void integer(struct out *o, int64_t v) {}
static void uinteger(struct out *o, uint64_t v) {}
static void status(struct out *o, uint32_t v) {}
static void character(struct out *o, char c) {}
static void text(struct out *o, const char *s) {}
static void text_of(struct out *o, const char *s, unsigned len) {}
static void ret_error(struct out *o, int64_t ret, const char *name, const char *s) {}
static void sized(struct out *o, uint64_t v, unsigned size) {}
static void symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t) {}
static void joined(struct out *o, uint64_t high, const struct flag_table *ht, unsigned shift, uint64_t low, const struct flag_table *lt) {}
static void flags_begin(struct out *o, uint64_t v, const struct flag_table *t) {}
static void flag(struct out *o, const char *name, unsigned len, unsigned prefix_len) {}
static void flags_end(struct out *o, uint64_t rest, bool any) {}
static void string(struct out *o, const void *p, size_t len, enum string_note note) {}
static void fd_of(struct out *o, int fd, const struct fd_name *name) {}
static void task(struct out *o, int64_t pid, const char *comm, int64_t outer) {}
static void counted(struct out *o, uint64_t addr, uint64_t n, const char *what) {}
static void time_of(struct out *o, int64_t sec, int64_t nsec, int clock) {}
static void inet(struct out *o, unsigned family, const void *p, size_t len) {}
static void hwaddr(struct out *o, const void *p, size_t len) {}
static void uuid(struct out *o, const void *p) {}
static void interface(struct out *o, uint32_t index, const char *name) {}
static void device(struct out *o, uint64_t major, uint64_t minor) {}
static void limit(struct out *o, uint64_t v, const char *infinity) {}
static void request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc) {}
static void location(struct out *o, uint64_t addr, const char *path, size_t path_len, uint64_t offset) {}
static void at_index(struct out *o, uint64_t i, unsigned base, const char *name, unsigned prefix_len, const struct flag_table *t) {}
static void array_end(struct out *o, enum array_end why, uint64_t addr) {}

const struct verbs silent_verbs = {
	.arg = text_of, .ret_begin = integer, .ret_error = ret_error, .ret_none = nothing, .ret_extra_begin = text, .ret_extra_end = nothing,
	.integer = integer, .uinteger = uinteger, .hex = uinteger, .octal = uinteger, .address = uinteger, .unread = uinteger,
	.late_begin = nothing, .late_end = nothing, .network = sized, .symbol = symbol, .joined = joined,
	.flags_begin = flags_begin, .flag = flag, .flag_octal = uinteger, .flags_end = flags_end, .string = string, .bytes = string,
	.fd = fd_of, .task = task, .counted = counted, .time = time_of, .inet = inet, .octets = string, .hwaddr = hwaddr, .uuid = uuid,
	.interface = interface, .ticks = uinteger, .device = device, .device_name = text, .wait_status = status, .limit = limit, .ioprio = interface,
	.request = request, .character = character, .location = location, .struct_begin = nothing, .field = text_of, .struct_end = boolean,
	.struct_fault = uinteger, .macro_begin = text, .macro_end = nothing, .array_begin = nothing, .item = nothing, .index = at_index,
	.array_end = array_end, .set_begin = boolean, .set_end = nothing, .change_begin = nothing, .changed = nothing, .change_end = nothing,
};
