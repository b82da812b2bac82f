// SPDX-License-Identifier: BSD-2-Clause
/* shapes_mroute.c - counts of multicast routing: linux/mroute.h, linux/mroute6.h. */
#include <netinet/in.h>

#include "kinds.h"

/* Counts of an interface: IPv4 and IPv6 differ in a field's name. `word` is the ABI's unsigned long. */
#define VIF_REQ(name, index, word, ...) \
	struct name { uint16_t index; word icount, ocount, ibytes, obytes; }; \
	static const struct field name##_fields[] = { \
		FIELD(struct name, index, uint), \
		FIELD(struct name, icount, ulong, .out_only = true), \
		FIELD(struct name, ocount, ulong, .out_only = true), \
		FIELD(struct name, ibytes, ulong, .out_only = true), \
		FIELD(struct name, obytes, ulong, .out_only = true), \
	}; \
	__VA_ARGS__ const struct shape shape_##name = SHAPE(struct name, name##_fields

/* Counts of a source and a group. */
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

VIF_REQ(vif_req32, vifi, uint32_t, static));
VIF_REQ(vif_req, vifi, uint64_t), .compat = &shape_vif_req32);
VIF_REQ(mif_req32, mifi, uint32_t, static));
VIF_REQ(mif_req, mifi, uint64_t), .compat = &shape_mif_req32);
SG_REQ(sg_req32, struct in_addr, shape_in_addr, uint32_t, static));
SG_REQ(sg_req, struct in_addr, shape_in_addr, uint64_t), .compat = &shape_sg_req32);
SG_REQ(sg_req6_32, struct sockaddr_in6, shape_sockaddr_in6, uint32_t, static));
SG_REQ(sg_req6, struct sockaddr_in6, shape_sockaddr_in6, uint64_t), .compat = &shape_sg_req6_32);
