// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_inet.c - requests to sockets of AF_INET: their numbers (SIOCPROTOPRIVATE) mean other requests in other families. */
#include <netinet/in.h>
#include <sys/socket.h>

#include <linux/mroute.h>

#include "ioctl.h"
#include "made_shapes.h"

static const struct subrow rows[] = {
	OWN_REQUEST(SIOCGETVIFCNT,     inet_requests, STRUCT_INOUT("arg", shape_vif_req)),
	OWN_REQUEST(SIOCGETSGCNT,      inet_requests, STRUCT_INOUT("arg", shape_sg_req)),
};

const struct sub_table ioctls_inet = SUB_TABLE(rows, .of = OF_FAMILY(AF_INET));
