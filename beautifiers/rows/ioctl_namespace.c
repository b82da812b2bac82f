// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_namespace.c - requests to namespaces: the answer is the result. */
#include <linux/nsfs.h>

#include "ioctl.h"

#ifndef NS_GET_PID_FROM_PIDNS	/* Linux 6.11 */
#define NS_GET_PID_FROM_PIDNS	_IOR(NSIO, 0x6, int)
#define NS_GET_TGID_FROM_PIDNS	_IOR(NSIO, 0x7, int)
#define NS_GET_PID_IN_PIDNS	_IOR(NSIO, 0x8, int)
#define NS_GET_TGID_IN_PIDNS	_IOR(NSIO, 0x9, int)
#endif

#define NEWER(request, ...) { request, { "ioctl", __VA_ARGS__ } }	/* by number: headers may lack its name */

static const struct subrow rows[] = {
	REQUEST(NS_GET_USERNS,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_PARENT,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_NSTYPE,    NONE, RET_FLAGS, .ret_flags = &setns_flags),
	REQUEST(NS_GET_OWNER_UID, ARG(STRUCT_OUT("arg", shape_uid))),
	NEWER(NS_GET_PID_FROM_PIDNS,  ARG(PID_THERE("arg")), RET_PID),
	NEWER(NS_GET_TGID_FROM_PIDNS, NUMBER, RET_PID),
	NEWER(NS_GET_PID_IN_PIDNS,    ARG(PID("arg")), OF_TASK(2), RET_AS(pid_there)),
	NEWER(NS_GET_TGID_IN_PIDNS,   ARG(PID("arg")), OF_TASK(2), RET_AS(process_there)),
};

const struct sub_table ioctls_namespace = SUB_TABLE(rows);
