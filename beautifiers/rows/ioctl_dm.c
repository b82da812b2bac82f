// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_dm.c - requests to the device mapper: fields of struct dm_ioctl that each uses, and the data behind it. */
#include <linux/dm-ioctl.h>
#include <linux/ioctl.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"

static uint32_t flags_of(const struct call *c, const uint8_t *p)
{
	return (uint32_t)load_uint(p + offsetof(struct dm_ioctl, flags), 4, c->swap);
}

static bool resumes(const struct call *c, const uint8_t *p)
{
	return !(flags_of(c, p) & DM_SUSPEND_FLAG);
}

static bool has_answer(const struct call *c, const uint8_t *p)
{
	return flags_of(c, p) & DM_DATA_OUT_FLAG;
}

static bool has_name(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct dm_ioctl, name)];
}

static bool has_uuid(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct dm_ioctl, uuid)];
}

#define SIZE   { .spec = { .name = "version", .name_len = 7, .kind = &kind_struct_in, .shape = &shape_uint }, .size = 12, .array = true }, \
	       FIELD(struct dm_ioctl, data_size, uint)
#define START  FIELD(struct dm_ioctl, data_start, uint)
#define DEVICE FIELD(struct dm_ioctl, dev, dev_block, .if_set = true), FIELD(struct dm_ioctl, name, dm_text, .when = has_name), \
	       FIELD(struct dm_ioctl, uuid, dm_text, .when = has_uuid)
#define EVENT  FIELD(struct dm_ioctl, event_nr, uint)
#define FILLED FIELD(struct dm_ioctl, target_count, uint, .out_only = true), FIELD(struct dm_ioctl, open_count, int, .out_only = true)
#define STATE  FILLED, FIELD(struct dm_ioctl, event_nr, uint, .out_only = true)
#define FLAGS_ FIELD_FLAGS(struct dm_ioctl, flags, flags, dm_flags)
/* Data, whose memory begins with the structure */
#define DATA(n, k, ...) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k }, .leads = true, .len_offset = offsetof(struct dm_ioctl, data_size), .len_size = 4, __VA_ARGS__ }
#define DATA_IN(n, k)       DATA(n, k##_in, .in_only = true)
#define DATA_OUT(n, k, ...) DATA(n, k##_out, .out_only = true, ##__VA_ARGS__)

#define LAYOUT(n, ...) \
	static const struct field n##_fields[] = { __VA_ARGS__ }; \
	static const struct shape n = { .name = "dm_ioctl", .size = offsetof(struct dm_ioctl, data), .fields = n##_fields, .nfields = sizeof(n##_fields) / sizeof(n##_fields[0]) }

LAYOUT(all, SIZE, FLAGS_);
LAYOUT(device, SIZE, DEVICE, FLAGS_);
LAYOUT(state, SIZE, DEVICE, STATE, FLAGS_);
LAYOUT(removal, SIZE, DEVICE, FIELD(struct dm_ioctl, event_nr, uint, .in_only = true), FLAGS_);
LAYOUT(suspension, SIZE, DEVICE, FIELD(struct dm_ioctl, event_nr, uint, .in_only = true, .when = resumes), STATE, FLAGS_);
LAYOUT(renaming, SIZE, START, DEVICE, FILLED, EVENT, FLAGS_, DATA_IN("string", dm_string));
LAYOUT(geometry, SIZE, START, DEVICE, FLAGS_, DATA_IN("string", dm_string));
LAYOUT(waiting, SIZE, START, DEVICE, FILLED, EVENT, FLAGS_, DATA_OUT("targets", dm_targets));
LAYOUT(status, SIZE, START, DEVICE, STATE, FLAGS_, DATA_OUT("targets", dm_targets));
LAYOUT(table, SIZE, START, DEVICE, FIELD(struct dm_ioctl, target_count, uint), FIELD(struct dm_ioctl, open_count, int, .out_only = true),
	FIELD(struct dm_ioctl, event_nr, uint, .out_only = true), FLAGS_, DATA_IN("targets", dm_targets));
LAYOUT(deps, SIZE, START, DEVICE, STATE, FLAGS_, DATA_OUT("deps", dm_deps));
LAYOUT(devices, SIZE, START, FLAGS_, DATA_OUT("devices", dm_devices));
LAYOUT(versions, SIZE, START, FLAGS_, DATA_OUT("versions", dm_versions));
/* of the target with this name, a type of mapping */
LAYOUT(version, SIZE, START, FIELD(struct dm_ioctl, name, dm_text, .when = has_name), FLAGS_, DATA_OUT("versions", dm_versions));
LAYOUT(message, SIZE, START, DEVICE, STATE, FLAGS_, DATA_IN("message", dm_message), DATA_OUT("answer", dm_string, .when = has_answer));

#define DM(request, layout, ...) { request, { "ioctl", ARG(ARG_("arg", dm, .shape = &layout)), .named = #request, ##__VA_ARGS__ } }

static const struct subrow rows[] = {
	DM(DM_VERSION,           device),
	DM(DM_REMOVE_ALL,        all),
	DM(DM_LIST_DEVICES,      devices),
	DM(DM_DEV_CREATE,        state),
	DM(DM_DEV_REMOVE,        removal),
	DM(DM_DEV_RENAME,        renaming),
	DM(DM_DEV_SUSPEND,       suspension),
	DM(DM_DEV_STATUS,        state),
	DM(DM_DEV_WAIT,          waiting),
	DM(DM_TABLE_LOAD,        table),
	DM(DM_TABLE_CLEAR,       state),
	DM(DM_TABLE_DEPS,        deps),
	DM(DM_TABLE_STATUS,      status),
	DM(DM_LIST_VERSIONS,     versions),
	DM(DM_TARGET_MSG,        message),
	DM(DM_DEV_SET_GEOMETRY,  geometry),
	DM(DM_DEV_ARM_POLL,      device),
	DM(DM_GET_TARGET_VERSION, version, BEYOND),
};

const struct sub_table ioctls_dm = SUB_TABLE(rows);
