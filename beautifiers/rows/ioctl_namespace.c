// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_namespace.c - requests to namespaces: no argument, the answer is the result. */
#include <linux/nsfs.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(NS_GET_USERNS,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_PARENT,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_NSTYPE,    NONE, RET_FLAGS, .ret_flags = &setns_flags),
	REQUEST(NS_GET_OWNER_UID, ARG(STRUCT_OUT("arg", shape_uid))),
};

const struct sub_table ioctls_namespace = SUB_TABLE(rows);
