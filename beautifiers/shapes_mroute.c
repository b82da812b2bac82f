// SPDX-License-Identifier: BSD-2-Clause
/* shapes_mroute.c - counts of multicast routing: linux/mroute.h, linux/mroute6.h. */
#include <netinet/in.h>

#include "kinds.h"

/* Counts of a source and a group. `word` is the ABI's unsigned long. */
#define SG_REQ(name, address, of, word, ...) \
	struct name { address src, grp; word pktcnt, bytecnt, wrong_if; }; \
	static const struct field name##_fields[] = { \
		FIELD_STRUCT(struct name, src, of), \
		FIELD_STRUCT(struct name, grp, of), \
		FIELD(struct name, pktcnt, ulong, .out_only = true), \
		FIELD(struct name, bytecnt, ulong, .out_only = true), \
		FIELD(struct name, wrong_if, ulong, .out_only = true), \
	}; \
	__VA_ARGS__ const struct shape shape_##name = SHAPE(struct name, name##_fields

SG_REQ(sg_req32, struct in_addr, shape_in_addr, uint32_t, static));
SG_REQ(sg_req, struct in_addr, shape_in_addr, uint64_t), .compat = &shape_sg_req32);
SG_REQ(sg_req6_32, struct sockaddr_in6, shape_sockaddr_in6, uint32_t, static));
SG_REQ(sg_req6, struct sockaddr_in6, shape_sockaddr_in6, uint64_t), .compat = &shape_sg_req6_32);
