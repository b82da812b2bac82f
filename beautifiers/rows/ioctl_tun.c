// SPDX-License-Identifier: BSD-2-Clause
/*
 * ioctl_tun.c - requests to /dev/net/tun. Their numbers say that all pass an int: some are a number, others pass a structure
 * (drivers/net/tun.c). strace 6.1 shows the argument as a number. And socket filters, which pppd passes, too.
 */
#include <linux/filter.h>
#include <linux/if_tun.h>
#include <linux/ppp-ioctl.h>
#include <sys/ioctl.h>

#include "beautifiers/kinds.h"
#include "beautifiers/shape.h"
#include "ifreq.h"

IFREQ_SET(tun, "ifr_flags", flags, 2, .flags = &tun_flags)

static const struct field mac_fields[] = { { .spec = { .name = "addr", .name_len = 4, .kind = &kind_mac }, .size = 6 } };
static const struct shape mac = { .name = "addr", .size = 6, .fields = mac_fields, .nfields = 1, .bare = true, .direct = true };
static const struct field filter_fields[] = {
	FIELD_FLAGS(struct tun_filter, flags, flags, tun_filter_flags),
	FIELD(struct tun_filter, count, uint),
	{ .spec = { .name = "addr", .name_len = 4, .kind = &kind_array_in, .shape = &mac }, .offset = offsetof(struct tun_filter, addr), .leads = true,
	  .len_offset = offsetof(struct tun_filter, count), .len_size = 2 },
};
static const struct shape filter = SHAPE(struct tun_filter, filter_fields);

static const struct field features_fields[] = { { .spec = FLAGS("", tun_flags), .size = 4 } };
static const struct shape features = { .name = "features", .size = 4, .fields = features_fields, .nfields = 1, .bare = true };

static const struct subrow rows[] = {
	REQUEST(TUNSETIFF,      ARG(STRUCT_INOUT("arg", tun_to)), BEYOND),
	REQUEST(TUNGETIFF,      ARG(STRUCT_OUT("arg", tun_to)), BEYOND),
	REQUEST(TUNSETQUEUE,    ARG(STRUCT_IN("arg", tun_to)), BEYOND),
	REQUEST(TUNGETFEATURES, ARG(STRUCT_OUT("arg", features)), BEYOND),
	REQUEST(TUNSETOFFLOAD,  ARG(FLAGS64("arg", tun_offloads)), BEYOND),
	REQUEST(TUNSETTXFILTER, ARG(STRUCT_IN("arg", filter)), BEYOND),
	REQUEST(TUNATTACHFILTER, ARG(STRUCT_IN("arg", shape_sock_fprog)), BEYOND),
	REQUEST(PPPIOCSACTIVE,  ARG(STRUCT_IN("arg", shape_sock_fprog)), BEYOND),
	REQUEST(PPPIOCSPASS,    ARG(STRUCT_IN("arg", shape_sock_fprog)), BEYOND),
	REQUEST(TUNSETPERSIST,  ARG(INT("arg")), BEYOND),
	REQUEST(TUNSETOWNER,    ARG(UID("arg")), BEYOND),
	REQUEST(TUNSETGROUP,    ARG(GID("arg")), BEYOND),
	REQUEST(TUNSETLINK,     ARG(ENUM("arg", arp_hw_types)), BEYOND),
	REQUEST(TUNSETNOCSUM,   ARG(INT("arg")), BEYOND),
	REQUEST(TUNSETDEBUG,    ARG(INT("arg")), BEYOND),
};

const struct sub_table ioctls_tun = SUB_TABLE(rows);
