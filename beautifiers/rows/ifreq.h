/* SPDX-License-Identifier: BSD-2-Clause */
/* ifreq.h - macros for requests with a struct ifreq (linux/if.h): an interface's name and a value, of which the request determines the type. */
#pragma once

#include <linux/if.h>
#include <stdint.h>

#include "ioctl.h"

/* 64-bit ABIs; 32-bit ones, and x32 */
struct ifreq64 { char name[IFNAMSIZ]; uint8_t value[24]; };
struct ifreq32 { char name[IFNAMSIZ]; uint8_t value[16]; };

/* SIOCS…: the name and the value. SIOCG…: the name is passed, the value comes. */
#define NAME(t, ...) FIELD_NAMED(struct t, name, "ifr_name", chars, ##__VA_ARGS__)
#define VALUE(n, k, bytes, ...) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k, ##__VA_ARGS__ }, .offset = IFNAMSIZ, .size = bytes
#define WITHIN(bytes) ((bytes) < 16 ? (bytes) : 16)
#define IFREQ_SET(id, n, k, bytes, ...) IFREQ_SETS(id, VALUE(n, k, bytes, ##__VA_ARGS__), VALUE(n, k, WITHIN(bytes), ##__VA_ARGS__))
#define IFREQ_GET(id, n, k, bytes, ...) IFREQ_GETS(id, VALUE(n, k, bytes, ##__VA_ARGS__), VALUE(n, k, WITHIN(bytes), ##__VA_ARGS__))
/* The same by fields: the shape of a structure within a structure is not chosen by the ABI. */
#define IFREQ_SETS(id, value64, value32) \
	static const struct field id##_set64[] = { NAME(ifreq64), value64 } }, id##_set32[] = { NAME(ifreq32), value32 } }; \
	static const struct shape id##_to32 = { .name = "ifreq", .size = 32, .nfields = 2, .fields = id##_set32 }; \
	static const struct shape id##_to = { .name = "ifreq", .size = 40, .nfields = 2, .fields = id##_set64, .compat = &id##_to32, .x32_compat = true };
#define IFREQ_GETS(id, value64, value32) \
	static const struct field id##_get64[] = { NAME(ifreq64, .in_only = true), value64, .out_only = true } }, \
		id##_get32[] = { NAME(ifreq32, .in_only = true), value32, .out_only = true } }; \
	static const struct shape id##_of32 = { .name = "ifreq", .size = 32, .nfields = 2, .fields = id##_get32, .joined = true }; \
	static const struct shape id##_of = { .name = "ifreq", .size = 40, .nfields = 2, .fields = id##_get64, .joined = true, .compat = &id##_of32, .x32_compat = true };
#define IFREQ(...) IFREQ_SET(__VA_ARGS__) IFREQ_GET(__VA_ARGS__)
#define SET(request, id, ...) { request, { "ioctl", ARG(STRUCT_IN("arg", id##_to)), .named = #request, ##__VA_ARGS__ } }
#define GET(request, id, ...) { request, { "ioctl", ARG(STRUCT_INOUT("arg", id##_of)), .named = #request, ##__VA_ARGS__ } }
