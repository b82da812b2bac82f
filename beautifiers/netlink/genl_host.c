// SPDX-License-Identifier: BSD-2-Clause
/*
 * genl_host.c - families of generic netlink of devices and of the host: NBD, thermal zones, ACPI events, vDPA, quota, NCSI, NFC, TCM
 * (linux/nbd-netlink.h, thermal.h, vdpa.h, quota.h, ncsi.h, nfc.h, target_core_user.h; drivers/acpi/event.c of the kernel).
 */
#include "generic.h"

static const struct named_attr nbd_sock[] = { AS("FD", FD) };
static const struct attrs nbd_sock_all = NAMED(nbd_sock_attrs, nbd_sock);
static const struct named_attr nbd_sock_item[] = { OF("ITEM", NEST, nbd_sock_all) };
static const struct attrs nbd_socks = NAMED(nbd_sock_items, nbd_sock_item);
static const struct named_attr nbd_device[] = { AS("INDEX", U32), AS("CONNECTED", U8) };
static const struct attrs nbd_device_all = NAMED(nbd_device_attrs, nbd_device);
static const struct named_attr nbd_device_item[] = { OF("ITEM", NEST, nbd_device_all) };
static const struct attrs nbd_devices = NAMED(nbd_device_items, nbd_device_item);
static const struct named_attr nbd_attr[] = {
	AS("INDEX", U32), AS("SIZE_BYTES BLOCK_SIZE_BYTES TIMEOUT DEAD_CONN_TIMEOUT", U64), OF("SERVER_FLAGS", BITS, nbd_flags), AS("CLIENT_FLAGS", X64),
	OF("SOCKETS", NEST, nbd_socks), OF("DEVICE_LIST", NEST, nbd_devices), AS("BACKEND_IDENTIFIER", TEXT),
};
static const struct attrs all_nbd = NAMED(nbd_attrs, nbd_attr);
static const struct genl_family nbd = { .name = "nbd", .cmds = &nbd_cmds, .attrs = &all_nbd };

static const struct attrs zone_attrs;
static const struct named_attr zone[] = {
	OF("TZ TZ_TRIP TZ_GOV CDEV CPU_CAPABILITY THRESHOLD", NEST, zone_attrs),
	AS("TZ_ID TZ_TRIP_ID TZ_TRIP_TYPE TZ_MODE TZ_CDEV_WEIGHT CDEV_ID CDEV_CUR_STATE CDEV_MAX_STATE CPU_CAPABILITY_ID CPU_CAPABILITY_PERFORMANCE "
	   "CPU_CAPABILITY_EFFICIENCY THRESHOLD_DIRECTION", U32),
	AS("TZ_TEMP TZ_TRIP_TEMP TZ_TRIP_HYST THRESHOLD_TEMP TZ_PREV_TEMP", S32),
	AS("TZ_NAME TZ_GOV_NAME CDEV_NAME GOV_NAME", TEXT),
};
static const struct attrs zone_attrs = NAMED(thermal_attrs, zone);
static const struct genl_family thermal = { .name = "thermal", .cmds = &thermal_cmds, .attrs = &zone_attrs, .events = &thermal_events, .notified = true };

struct acpi_genl_event { char device_class[20], bus_id[15]; uint32_t type, data; };
static const struct field acpi_fields[] = { FIELDS(struct acpi_genl_event, chars, device_class, bus_id), FIELDS(struct acpi_genl_event, hex, type, data) };
static const struct shape acpi_shape = SHAPE(struct acpi_genl_event, acpi_fields);
static const struct named_attr acpi[] = { OF("EVENT", STRUCT, acpi_shape) };
static const struct attrs acpi_attrs = NAMED(acpi_event_attrs, acpi);
static const struct genl_family acpi_event = { .name = "acpi_event", .cmds = &acpi_event_cmds, .attrs = &acpi_attrs };

static const struct named_attr vdpa_attr[] = {
	AS("MGMTDEV_BUS_NAME MGMTDEV_DEV_NAME DEV_NAME DEV_VENDOR_ATTR_NAME", TEXT), AS("DEV_ID DEV_VENDOR_ID DEV_MAX_VQS DEV_MGMTDEV_MAX_VQS DEV_QUEUE_INDEX "
	   "DEV_BLK_CFG_SIZE_MAX DEV_BLK_CFG_BLK_SIZE DEV_BLK_CFG_SEG_MAX DEV_BLK_CFG_OPT_IO_SIZE DEV_BLK_CFG_MAX_DISCARD_SEC DEV_BLK_CFG_MAX_DISCARD_SEG "
	   "DEV_BLK_CFG_DISCARD_SEC_ALIGN DEV_BLK_CFG_MAX_WRITE_ZEROES_SEC DEV_BLK_CFG_MAX_WRITE_ZEROES_SEG", U32),
	AS("DEV_MAX_VQ_SIZE DEV_MIN_VQ_SIZE DEV_NET_STATUS DEV_NET_CFG_MAX_VQP DEV_NET_CFG_MTU DEV_BLK_CFG_NUM_QUEUES DEV_BLK_CFG_MIN_IO_SIZE", U16),
	AS("DEV_BLK_CFG_PHY_BLK_EXP DEV_BLK_CFG_ALIGN_OFFSET DEV_BLK_READ_ONLY DEV_BLK_FLUSH", U8), AS("DEV_NET_CFG_MACADDR", MAC), AS("DEV_VENDOR_ATTR_VALUE DEV_BLK_CFG_CAPACITY", U64),
	AS("MGMTDEV_SUPPORTED_CLASSES DEV_NEGOTIATED_FEATURES DEV_SUPPORTED_FEATURES DEV_FEATURES VDPA_DEV_SUPPORTED_FEATURES", X64),
};
static const struct attrs all_vdpa = NAMED(vdpa_attrs, vdpa_attr);
static const struct genl_family vdpa = { .name = "vdpa", .cmds = &vdpa_cmds, .attrs = &all_vdpa };

static const struct named_attr quota[] = { OF("QTYPE", NAME, quota_types), AS("EXCESS_ID CAUSED_ID", U64), AS("WARNING DEV_MAJOR DEV_MINOR", U32) };
static const struct attrs quota_attrs = NAMED(vfs_dquot_attrs, quota);
static const struct genl_family vfs_dquot = { .name = "VFS_DQUOT", .cmds = &vfs_dquot_cmds, .attrs = &quota_attrs };

static const struct attrs channel_attrs;
static const struct named_attr channel[] = {
	AS("ID VERSION_MAJOR VERSION_MINOR", U32), AS("LINK_STATE", X32), AS("VERSION_STR", TEXT), AS("ACTIVE FORCED", FLAG), AS("VLAN_ID", U16),
	OF("VLAN_LIST", NEST, channel_attrs),
};
static const struct attrs channel_attrs = NAMED(ncsi_channel_attrs, channel);
static const struct named_attr package[] = { AS("ID", U32), OF("CHANNEL_LIST", EACH, channel_attrs), AS("FORCED", FLAG) };
static const struct attrs package_attrs = NAMED(ncsi_pkg_attrs, package);
static const struct named_attr ncsi_attr[] = {
	AS("IFINDEX", INDEX), OF("PACKAGE_LIST", EACH, package_attrs), AS("PACKAGE_ID CHANNEL_ID", U32), AS("PACKAGE_MASK CHANNEL_MASK", X32), AS("DATA", BYTES), AS("MULTI_FLAG", FLAG),
};
static const struct attrs all_ncsi = NAMED(ncsi_attrs, ncsi_attr);
static const struct genl_family ncsi = { .name = "NCSI", .cmds = &ncsi_cmds, .attrs = &all_ncsi };

static const struct attrs all_nfc;
static const struct named_attr sdp[] = { AS("URI", TEXT), AS("SAP", U8) };
static const struct attrs sdp_attrs = NAMED(nfc_sdp_attrs, sdp);
static const struct named_attr nfc_attr[] = {
	OF("SE", NEST, all_nfc), OF("LLC_SDP", EACH, sdp_attrs),
	AS("DEVICE_INDEX TARGET_INDEX SE_INDEX FIRMWARE_DOWNLOAD_STATUS", U32), AS("PROTOCOLS IM_PROTOCOLS TM_PROTOCOLS VENDOR_ID VENDOR_SUBCMD", X32),
	AS("DEVICE_NAME FIRMWARE_NAME", TEXT), AS("TARGET_SENS_RES", X16), AS("TARGET_SEL_RES", X8), AS("LLC_PARAM_MIUX", U16),
	AS("TARGET_NFCID1 TARGET_SENSB_RES TARGET_SENSF_RES TARGET_ISO15693_UID SE_APDU SE_AID SE_PARAMS VENDOR_DATA", BYTES), AS("TARGET_ISO15693_DSFID", U8),
	AS("COMM_MODE RF_MODE DEVICE_POWERED LLC_PARAM_LTO LLC_PARAM_RW SE_TYPE", U8),
};
static const struct attrs all_nfc = NAMED(nfc_attrs, nfc_attr);
static const struct genl_family nfc = { .name = "nfc", .cmds = &nfc_cmds, .attrs = &all_nfc };

static const struct named_attr tcmu_attr[] = {
	AS("DEVICE DEV_CFG", TEXT), AS("MINOR DEVICE_ID", U32), AS("DEV_SIZE", U64), AS("WRITECACHE SUPP_KERN_CMD_REPLY", U8), AS("CMD_STATUS", S32),
};
static const struct attrs all_tcmu = NAMED(tcmu_attrs, tcmu_attr);
static const struct genl_family tcmu = { .name = "TCM-USER", .cmds = &tcmu_cmds, .attrs = &all_tcmu };

const struct genl_family *const genl_host[] = { &nbd, &thermal, &acpi_event, &vdpa, &vfs_dquot, &ncsi, &nfc, &tcmu, NULL };
