// SPDX-License-Identifier: BSD-2-Clause
/* devlink.c - devlink's family of generic netlink (linux/devlink.h). All attributes are of one list, nested ones, too. */
#include <linux/devlink.h>
#include <linux/if_link.h>
#include <linux/netlink.h>

#include "generic.h"

static const struct named_attr stats[] = { AS("RX_PACKETS RX_BYTES RX_DROPPED", UINT) };
static const struct attrs stats_attrs = NAMED(devlink_stats_attrs, stats);
static const struct field caps_fields[] = { FIELD_BITS(struct nla_bitfield32, value, devlink_fn_caps), FIELD_BITS(struct nla_bitfield32, selector, devlink_fn_caps) };
static const struct shape caps = SHAPE(struct nla_bitfield32, caps_fields);
static const struct named_attr function[] = {
	AS("HW_ADDR", MAC),
	OF("DEVLINK_PORT_FN_ATTR_STATE", NAME, devlink_fn_states),
	OF("DEVLINK_PORT_FN_ATTR_OPSTATE", NAME, devlink_fn_opstates),
	OF("DEVLINK_PORT_FN_ATTR_CAPS", STRUCT, caps),
	OF("DEVLINK_PORT_FN_ATTR_DEVLINK", NEST, nl_devlink_attrs),
	AS("DEVLINK_PORT_FN_ATTR_MAX_IO_EQS", U32),
};
static const struct attrs function_attrs = NAMED(devlink_function_attrs, function);

static const struct attrs metadata = NAMES_ONLY(devlink_trap_metadata);
static const struct named_attr rate_tc[] = { AS("INDEX", U8), AS("BW", U32) };
static const struct attrs rate_tc_attrs = NAMED(devlink_rate_tc_attrs, rate_tc);

/* Values whose type is in an attribute beside them, or beside the list that holds them: NLA_U32 and others of the kernel's net/netlink.h */
static const struct attr u8 = NUMBER(1, uint), u16 = NUMBER(2, uint), u32 = NUMBER(4, uint), u64 = NUMBER(8, ulong), text = STRING, bytes = BINARY, numbers = ARRAY(8, ulong);
static const struct choice types[] = {
	{ .value = 1, .as = &u8 }, { .value = 2, .as = &u16 }, { .value = 3, .as = &u32 }, { .value = 4, .as = &u64 }, { .value = 5, .as = &text }, { .value = 6, .as = &u8 },
	{ .value = 10, .as = &text }, { .value = 11, .as = &bytes }, { .value = 129, .as = &numbers },
};
static const struct choices set_types = CHOICES(BY_NUMBER, DEVLINK_ATTR_PARAM_TYPE, types), message_types = CHOICES(BY_NUMBER, DEVLINK_ATTR_FMSG_OBJ_VALUE_TYPE, types);
static const struct attr set_data = CHOSEN(set_types);
static const struct choices param_types = CHOICES(BY_NUMBER, DEVLINK_ATTR_PARAM_TYPE, types, .up = 2, .otherwise = &set_data);
static const struct attr param_data = CHOSEN(param_types), message_data = CHOSEN(message_types);

static const struct named_attr attr[] = {
	OF("PARAM_VALUE_DATA PARAM_VALUE_DEFAULT", ATTR, param_data), OF("FMSG_OBJ_VALUE_DATA", ATTR, message_data), AS("DPIPE_VALUE DPIPE_VALUE_MASK REGION_CHUNK_DATA", BYTES),
	AS("PARAM_GENERIC TRAP_GENERIC FMSG_OBJ_NEST_START FMSG_PAIR_NEST_START FMSG_ARR_NEST_START FMSG_NEST_END REGION_DIRECT PARAM_RESET_DEFAULT", FLAG),
	AS("BUS_NAME DEV_NAME PORT_NETDEV_NAME PORT_IBDEV_NAME DPIPE_TABLE_NAME DPIPE_HEADER_NAME DPIPE_FIELD_NAME RESOURCE_NAME PARAM_NAME "
	   "REGION_NAME INFO_DRIVER_NAME INFO_SERIAL_NUMBER INFO_BOARD_SERIAL_NUMBER INFO_VERSION_NAME INFO_VERSION_VALUE FMSG_OBJ_NAME "
	   "HEALTH_REPORTER_NAME FLASH_UPDATE_FILE_NAME FLASH_UPDATE_COMPONENT FLASH_UPDATE_STATUS_MSG TRAP_NAME TRAP_GROUP_NAME RATE_NODE_NAME "
	   "RATE_PARENT_NODE_NAME LINECARD_TYPE", TEXT),
	AS("SB_POOL_INDEX SB_INGRESS_POOL_COUNT SB_EGRESS_POOL_COUNT SB_INGRESS_TC_COUNT SB_EGRESS_TC_COUNT SB_TC_INDEX PORT_PCI_PF_NUMBER "
	   "PORT_PCI_VF_NUMBER", U16),
	AS("PORT_INDEX PORT_SPLIT_COUNT PORT_SPLIT_GROUP SB_INDEX SB_SIZE SB_POOL_SIZE SB_THRESHOLD SB_OCC_CUR SB_OCC_MAX "
	   "DPIPE_VALUE_MAPPING DPIPE_HEADER_ID DPIPE_HEADER_INDEX DPIPE_FIELD_ID DPIPE_FIELD_BITWIDTH "
	   "PORT_NUMBER PORT_SPLIT_SUBPORT_NUMBER REGION_SNAPSHOT_ID SB_POOL_CELL_SIZE TRAP_POLICER_ID PORT_LANES PORT_CONTROLLER_NUMBER "
	   "RELOAD_STATS_VALUE PORT_PCI_SF_NUMBER REGION_MAX_SNAPSHOTS LINECARD_INDEX NETNS_ID RATE_TX_PRIORITY RATE_TX_WEIGHT", U32),
	AS("INDEX", UINT),
	AS("DPIPE_TABLE_SIZE DPIPE_ENTRY_INDEX DPIPE_ENTRY_COUNTER RESOURCE_ID RESOURCE_SIZE RESOURCE_SIZE_NEW RESOURCE_SIZE_MIN RESOURCE_SIZE_MAX "
	   "RESOURCE_SIZE_GRAN RESOURCE_OCC DPIPE_TABLE_RESOURCE_ID DPIPE_TABLE_RESOURCE_UNITS REGION_SIZE REGION_CHUNK_LEN "
	   "HEALTH_REPORTER_ERR_COUNT HEALTH_REPORTER_RECOVER_COUNT HEALTH_REPORTER_DUMP_TS HEALTH_REPORTER_GRACEFUL_PERIOD "
	   "FLASH_UPDATE_STATUS_DONE FLASH_UPDATE_STATUS_TOTAL HEALTH_REPORTER_DUMP_TS_NS TRAP_POLICER_RATE TRAP_POLICER_BURST "
	   "FLASH_UPDATE_STATUS_TIMEOUT RATE_TX_SHARE RATE_TX_MAX HEALTH_REPORTER_BURST_PERIOD", U64),
	AS("REGION_CHUNK_ADDR", X64),
	AS("DPIPE_TABLE_COUNTERS_ENABLED DPIPE_HEADER_GLOBAL RESOURCE_SIZE_VALID "
	   "HEALTH_REPORTER_AUTO_RECOVER RELOAD_FAILED HEALTH_REPORTER_AUTO_DUMP PORT_SPLITTABLE PORT_EXTERNAL", U8),
	AS("PORT_NETDEV_IFINDEX", INDEX),
	AS("NETNS_FD", FD),
	AS("NETNS_PID", PID),
	OF("PARAM_TYPE FMSG_OBJ_VALUE_TYPE", NAME, devlink_var_types),
	OF("HEALTH_REPORTER_STATE", NAME, devlink_health_states),
	OF("DPIPE_MATCH_TYPE", NAME, devlink_dpipe_match_types),
	OF("DPIPE_ACTION_TYPE", NAME, devlink_dpipe_action_types),
	OF("DPIPE_FIELD_MAPPING_TYPE", NAME, devlink_dpipe_mapping_types),
	OF("PORT_TYPE PORT_DESIRED_TYPE", NAME, devlink_port_types),
	OF("SB_POOL_TYPE", NAME, devlink_pool_types),
	OF("SB_POOL_THRESHOLD_TYPE", NAME, devlink_threshold_types),
	OF("ESWITCH_MODE", NAME, devlink_eswitch_modes),
	OF("ESWITCH_INLINE_MODE", NAME, devlink_inline_modes),
	OF("ESWITCH_ENCAP_MODE", NAME, devlink_encap_modes),
	OF("PORT_FLAVOUR", NAME, devlink_port_flavours),
	OF("PARAM_VALUE_CMODE", NAME, devlink_cmodes),
	OF("RESOURCE_UNIT", NAME, devlink_resource_units),
	OF("TRAP_ACTION", NAME, devlink_trap_actions),
	OF("TRAP_TYPE", NAME, devlink_trap_types),
	OF("RELOAD_ACTION", NAME, devlink_reload_actions),
	OF("RELOAD_STATS_LIMIT", NAME, devlink_reload_limits),
	OF("RATE_TYPE", NAME, devlink_rate_types),
	OF("LINECARD_STATE", NAME, devlink_linecard_states),
	OF("FLASH_UPDATE_OVERWRITE_MASK RELOAD_ACTIONS_PERFORMED RELOAD_LIMITS", STRUCT, shape_nl_bitfield32),
	OF("RESOURCE_SCOPE_MASK", BITS, devlink_resource_scopes),
	OF("RATE_TC_BWS", NEST, rate_tc_attrs),
	OF("TRAP_METADATA", NEST, metadata),
	OF("STATS", NEST, stats_attrs),
	OF("PORT_FUNCTION", NEST, function_attrs),
	OF("DPIPE_TABLES DPIPE_TABLE DPIPE_TABLE_MATCHES DPIPE_TABLE_ACTIONS DPIPE_ENTRIES DPIPE_ENTRY DPIPE_ENTRY_MATCH_VALUES "
	   "DPIPE_ENTRY_ACTION_VALUES DPIPE_MATCH DPIPE_MATCH_VALUE DPIPE_ACTION DPIPE_ACTION_VALUE DPIPE_HEADERS DPIPE_HEADER DPIPE_HEADER_FIELDS "
	   "DPIPE_FIELD RESOURCE_LIST RESOURCE PARAM PARAM_VALUES_LIST PARAM_VALUE REGION_SNAPSHOTS REGION_SNAPSHOT REGION_CHUNKS REGION_CHUNK "
	   "INFO_VERSION_FIXED INFO_VERSION_RUNNING INFO_VERSION_STORED FMSG HEALTH_REPORTER DEV_STATS RELOAD_STATS RELOAD_STATS_ENTRY "
	   "REMOTE_RELOAD_STATS RELOAD_ACTION_INFO RELOAD_ACTION_STATS LINECARD_SUPPORTED_TYPES NESTED_DEVLINK", NEST, nl_devlink_attrs),
};
const struct attrs nl_devlink_attrs = NAMED(devlink_attrs, attr);

const struct genl_family genl_devlink = { .name = "devlink", .cmds = &devlink_cmds, .attrs = &nl_devlink_attrs };
