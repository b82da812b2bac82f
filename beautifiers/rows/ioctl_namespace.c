// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_namespace.c - requests to namespaces: the answer is the result. */
#include <linux/nsfs.h>

#include "beautifiers/kinds.h"
#include "beautifiers/shape.h"
#include "ioctl.h"

#ifndef NS_GET_PID_FROM_PIDNS	/* Linux 6.11 */
#define NS_GET_PID_FROM_PIDNS	_IOR(NSIO, 0x6, int)
#define NS_GET_TGID_FROM_PIDNS	_IOR(NSIO, 0x7, int)
#define NS_GET_PID_IN_PIDNS	_IOR(NSIO, 0x8, int)
#define NS_GET_TGID_IN_PIDNS	_IOR(NSIO, 0x9, int)
#endif

#ifndef NS_GET_MNTNS_ID		/* Linux 6.12 */
#define NS_GET_MNTNS_ID		_IOR(NSIO, 0x5, uint64_t)
#define NS_MNT_GET_INFO		_IOR(NSIO, 10, struct mount_namespace)
#define NS_MNT_GET_NEXT		_IOR(NSIO, 11, struct mount_namespace)
#define NS_MNT_GET_PREV		_IOR(NSIO, 12, struct mount_namespace)
#endif
#ifndef NS_GET_ID		/* by Linux 7.2 */
#define NS_GET_ID		_IOR(NSIO, 13, uint64_t)
#endif

struct mount_namespace { uint32_t size, nr_mounts; uint64_t mnt_ns_id; };	/* struct mnt_ns_info: the program passes nothing of it */
static const struct field mount_namespace_fields[] = { FIELDS(struct mount_namespace, uint, size, nr_mounts), FIELD(struct mount_namespace, mnt_ns_id, hex) };
static const struct shape mount_namespace = SHAPE(struct mount_namespace, mount_namespace_fields);

static const struct field id_field[] = { { .spec = HEX(""), .size = 8 } };
static const struct shape id = { .name = "id", .size = 8, .nfields = 1, .fields = id_field, .bare = true };

#define NEWER(request, ...) { request, { "ioctl", __VA_ARGS__, .named = #request } }

static const struct subrow rows[] = {
	REQUEST(NS_GET_USERNS,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_PARENT,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_NSTYPE,    NONE, RET_FLAGS, .ret_flags = &setns_flags),
	REQUEST(NS_GET_OWNER_UID, ARG(STRUCT_OUT("arg", shape_uid))),
	NEWER(NS_GET_PID_FROM_PIDNS,  ARG(PID_THERE("arg")), RET_PID),
	NEWER(NS_GET_TGID_FROM_PIDNS, NUMBER, RET_PID),
	NEWER(NS_GET_PID_IN_PIDNS,    ARG(PID("arg")), OF_TASK(2), RET_AS(pid_there)),
	NEWER(NS_GET_TGID_IN_PIDNS,   ARG(PID("arg")), OF_TASK(2), RET_AS(process_there)),
	NEWER(NS_GET_MNTNS_ID,        ARG(STRUCT_OUT("arg", id)), BEYOND),
	NEWER(NS_MNT_GET_INFO,        ARG(STRUCT_OUT("arg", mount_namespace)), BEYOND),
	NEWER(NS_MNT_GET_NEXT,        ARG(STRUCT_OUT("arg", mount_namespace)), RET_FD, OPENS_INFO, .cloexec = true, BEYOND),
	NEWER(NS_MNT_GET_PREV,        ARG(STRUCT_OUT("arg", mount_namespace)), RET_FD, OPENS_INFO, .cloexec = true, BEYOND),
	NEWER(NS_GET_ID,              ARG(STRUCT_OUT("arg", id)), BEYOND),
};

const struct sub_table ioctls_namespace = SUB_TABLE(rows);
