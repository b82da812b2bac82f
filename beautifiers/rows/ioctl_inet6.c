// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_inet6.c - requests to sockets of AF_INET6: their numbers (SIOCPROTOPRIVATE) mean other requests in other families. */
#include <netinet/in.h>
#include <sys/socket.h>

#include <linux/mroute6.h>

#include "ioctl.h"
#include "made_shapes.h"

static const struct subrow rows[] = {
	OWN_REQUEST(SIOCGETMIFCNT_IN6, inet6_requests, STRUCT_INOUT("arg", shape_mif_req)),
	OWN_REQUEST(SIOCGETSGCNT_IN6,  inet6_requests, STRUCT_INOUT("arg", shape_sg_req6)),
};

const struct sub_table ioctls_inet6 = SUB_TABLE(rows, .of = OF_FAMILY(AF_INET6));
