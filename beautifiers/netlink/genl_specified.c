// SPDX-License-Identifier: BSD-2-Clause
/*
 * genl_specified.c - families of generic netlink that the kernel generates from specifications (Documentation/netlink/specs of the kernel): DPLL,
 * net-shaper, PSP, handshake, OpenVPN, nfsd, lockd (linux/dpll.h, net_shaper.h, psp.h, handshake.h, ovpn.h, nfsd_netlink.h, lockd_netlink.h).
 */
#include "generic.h"

/* -- DPLL: clocks and their pins --------------------------------------------------------------------------------------- */

static const struct named_attr pin[] = {
	AS("ID PARENT_ID PRIO ESYNC_PULSE PHASE_ADJUST_GRAN", U32), AS("MODULE_NAME BOARD_LABEL PANEL_LABEL PACKAGE_LABEL", TEXT), AS("CLOCK_ID", X64),
	OF("TYPE", NAME, dpll_pin_types), OF("DIRECTION", NAME, dpll_pin_directions), OF("STATE", NAME, dpll_pin_states), OF("OPERSTATE", NAME, dpll_pin_operstates),
	OF("CAPABILITIES", BITS, dpll_pin_capabilities), AS("FREQUENCY FREQUENCY_MIN FREQUENCY_MAX ESYNC_FREQUENCY MEASURED_FREQUENCY", U64),
	AS("PHASE_ADJUST_MIN PHASE_ADJUST_MAX PHASE_ADJUST", S32), AS("PHASE_OFFSET", S64), AS("FRACTIONAL_FREQUENCY_OFFSET FRACTIONAL_FREQUENCY_OFFSET_PPT", SINT),
	OF("FREQUENCY_SUPPORTED PARENT_DEVICE PARENT_PIN ESYNC_FREQUENCY_SUPPORTED REFERENCE_SYNC", NEST, nl_dpll_pin_attrs),
};
const struct attrs nl_dpll_pin_attrs = NAMED(dpll_pin_attrs, pin);
static const struct named_attr clock_attr[] = {
	AS("ID PHASE_OFFSET_AVG_FACTOR", U32), AS("MODULE_NAME", TEXT), AS("CLOCK_ID", X64), OF("MODE MODE_SUPPORTED", NAME, dpll_modes),
	OF("LOCK_STATUS", NAME, dpll_lock_statuses), OF("LOCK_STATUS_ERROR", NAME, dpll_lock_errors), AS("TEMP", S32), OF("TYPE", NAME, dpll_types),
	OF("CLOCK_QUALITY_LEVEL", NAME, dpll_clock_qualities), OF("PHASE_OFFSET_MONITOR FREQUENCY_MONITOR", NAME, dpll_feature_states),
};
static const struct attrs clock_attrs = NAMED(dpll_attrs, clock_attr);
static const struct genl_cmds dpll_by[] = { { "PIN_", &nl_dpll_pin_attrs } };
static const struct genl_family dpll = { .name = "dpll", .cmds = &dpll_cmds, .attrs = &clock_attrs, BY(dpll_by) };

/* -- Shapers of devices ------------------------------------------------------------------------------------------------ */

static const struct attrs shaper_attrs;
static const struct named_attr handle[] = { OF("SCOPE", NAME, net_shaper_scopes), AS("ID", U32) };
static const struct attrs handle_attrs = NAMED(net_shaper_handle_attrs, handle);
static const struct named_attr shaper[] = {
	OF("HANDLE PARENT", NEST, handle_attrs), OF("METRIC", NAME, net_shaper_metrics), AS("BW_MIN BW_MAX BURST", UINT), AS("PRIORITY WEIGHT", U32),
	AS("IFINDEX", INDEX), OF("LEAVES", NEST, shaper_attrs),
};
static const struct attrs shaper_attrs = NAMED(net_shaper_attrs, shaper);
static const struct named_attr caps[] = {
	AS("IFINDEX", INDEX), OF("SCOPE", NAME, net_shaper_scopes),
	AS("SUPPORT_METRIC_BPS SUPPORT_METRIC_PPS SUPPORT_NESTING SUPPORT_BW_MIN SUPPORT_BW_MAX SUPPORT_BURST SUPPORT_PRIORITY SUPPORT_WEIGHT", FLAG),
};
static const struct attrs caps_attrs = NAMED(net_shaper_caps_attrs, caps);
static const struct genl_cmds shaper_by[] = { { "CAP_GET", &caps_attrs } };
static const struct genl_family net_shaper = { .name = "net-shaper", .cmds = &net_shaper_cmds, .attrs = &shaper_attrs, BY(shaper_by) };

/* -- PSP: encryption by devices ---------------------------------------------------------------------------------------- */

static const struct named_attr assoc_dev[] = { AS("IFINDEX", INDEX), AS("NSID", S32) };
static const struct attrs assoc_dev_attrs = NAMED(psp_assoc_dev_attrs, assoc_dev);
static const struct named_attr psp_dev[] = {
	AS("ID", U32), AS("IFINDEX", INDEX), OF("PSP_VERSIONS_CAP PSP_VERSIONS_ENA", BITS, psp_version_bits), OF("ASSOC_LIST", NEST, assoc_dev_attrs), AS("NSID", S32),
	AS("BY_ASSOCIATION", FLAG),
};
static const struct attrs dev_attrs = NAMED(psp_dev_attrs, psp_dev);
static const struct named_attr keys[] = { AS("KEY", BYTES), AS("SPI", X32) };
static const struct attrs keys_attrs = NAMED(psp_keys_attrs, keys);
static const struct named_attr assoc[] = { AS("DEV_ID", U32), OF("VERSION", NAME, psp_versions), OF("RX_KEY TX_KEY", NEST, keys_attrs), AS("SOCK_FD", FD) };
static const struct attrs assoc_attrs = NAMED(psp_assoc_attrs, assoc);
static const struct named_attr stats[] = {
	AS("DEV_ID", U32), AS("KEY_ROTATIONS STALE_EVENTS RX_PACKETS RX_BYTES RX_AUTH_FAIL RX_ERROR RX_BAD TX_PACKETS TX_BYTES TX_ERROR", UINT),
};
static const struct attrs stats_attrs = NAMED(psp_stats_attrs, stats);
static const struct genl_cmds psp_by[] = { { "RX_ASSOC TX_ASSOC", &assoc_attrs }, { "GET_STATS", &stats_attrs } };
static const struct genl_family psp = { .name = "psp", .cmds = &psp_cmds, .attrs = &dev_attrs, BY(psp_by) };

/* -- Handshakes of TLS: keys are serial numbers of keyrings ------------------------------------------------------------ */

static const struct named_attr x509[] = { AS("CERT PRIVKEY", U32) };
static const struct attrs x509_attrs = NAMED(handshake_x509_attrs, x509);
static const struct named_attr accepted[] = {
	AS("SOCKFD", FD), OF("HANDLER_CLASS", NAME, handshake_classes), OF("MESSAGE_TYPE", NAME, handshake_msg_types), AS("TIMEOUT PEER_IDENTITY KEYRING", U32),
	OF("AUTH_MODE", NAME, handshake_auths), OF("CERTIFICATE", NEST, x509_attrs), AS("PEERNAME", TEXT),
};
static const struct attrs accept_attrs = NAMED(handshake_accept_attrs, accepted);
static const struct named_attr done[] = { AS("STATUS REMOTE_AUTH", U32), AS("SOCKFD", FD) };
static const struct attrs done_attrs = NAMED(handshake_done_attrs, done);
static const struct genl_cmds handshake_by[] = { { "DONE", &done_attrs } };
static const struct genl_family handshake = { .name = "handshake", .cmds = &handshake_cmds, .attrs = &accept_attrs, BY(handshake_by) };

/* -- OpenVPN ----------------------------------------------------------------------------------------------------------- */

static const struct named_attr peer[] = {
	AS("ID REMOTE_IPV6_SCOPE_ID KEEPALIVE_INTERVAL KEEPALIVE_TIMEOUT", U32), AS("REMOTE_IPV4 VPN_IPV4 LOCAL_IPV4", IN), AS("REMOTE_IPV6 VPN_IPV6 LOCAL_IPV6", IN6),
	AS("REMOTE_PORT LOCAL_PORT", BE16), AS("SOCKET", FD), AS("SOCKET_NETNSID", S32), OF("DEL_REASON", NAME, ovpn_del_reasons),
	AS("VPN_RX_BYTES VPN_TX_BYTES VPN_RX_PACKETS VPN_TX_PACKETS LINK_RX_BYTES LINK_TX_BYTES LINK_RX_PACKETS LINK_TX_PACKETS", UINT),
};
static const struct attrs peer_attrs = NAMED(ovpn_peer_attrs, peer);
static const struct named_attr keydir[] = { AS("CIPHER_KEY NONCE_TAIL", BYTES) };
static const struct attrs keydir_attrs = NAMED(ovpn_keydir_attrs, keydir);
static const struct named_attr keyconf[] = {
	AS("PEER_ID KEY_ID", U32), OF("SLOT", NAME, ovpn_key_slots), OF("CIPHER_ALG", NAME, ovpn_ciphers), OF("ENCRYPT_DIR DECRYPT_DIR", NEST, keydir_attrs),
};
static const struct attrs keyconf_attrs = NAMED(ovpn_keyconf_attrs, keyconf);
static const struct named_attr ovpn_attr[] = { AS("IFINDEX", INDEX), OF("PEER", NEST, peer_attrs), OF("KEYCONF", NEST, keyconf_attrs) };
static const struct attrs all_ovpn = NAMED(ovpn_attrs, ovpn_attr);
static const struct genl_family ovpn = { .name = "ovpn", .cmds = &ovpn_cmds, .attrs = &all_ovpn };

/* -- NFS servers ------------------------------------------------------------------------------------------------------- */

static const struct named_attr rpc_status[] = {
	AS("XID", BE32), AS("FLAGS", X32), AS("PROG PROC COMPOUND_OPS", U32), AS("VERSION", U8), AS("SERVICE_TIME", S64), AS("SADDR4 DADDR4", IN), AS("SADDR6 DADDR6", IN6),
	AS("SPORT DPORT", BE16),
};
static const struct attrs rpc_status_attrs = NAMED(nfsd_rpc_status_attrs, rpc_status);
static const struct named_attr server[] = { AS("THREADS GRACETIME LEASETIME", U32), AS("SCOPE", TEXT) };
static const struct attrs server_attrs = NAMED(nfsd_server_attrs, server);
static const struct named_attr version[] = { AS("MAJOR MINOR", U32), AS("ENABLED", FLAG) };
static const struct attrs version_attrs = NAMED(nfsd_version_attrs, version);
static const struct named_attr protocols[] = { OF("VERSION", NEST, version_attrs) };
static const struct attrs protocols_attrs = NAMED(nfsd_server_proto_attrs, protocols);
static const struct named_attr listener[] = { AS("ADDR", SOCKADDR), AS("TRANSPORT_NAME", TEXT) };
static const struct attrs listener_attrs = NAMED(nfsd_sock_attrs, listener);
static const struct named_attr listeners[] = { OF("ADDR", NEST, listener_attrs) };
static const struct attrs listeners_attrs = NAMED(nfsd_server_sock_attrs, listeners);
static const struct named_attr pool_mode[] = { AS("MODE", TEXT), AS("NPOOLS", U32) };
static const struct attrs pool_mode_attrs = NAMED(nfsd_pool_mode_attrs, pool_mode);
static const struct genl_cmds nfsd_by[] = {
	{ "RPC_STATUS_", &rpc_status_attrs }, { "THREADS_", &server_attrs }, { "VERSION_", &protocols_attrs }, { "LISTENER_", &listeners_attrs }, { "POOL_MODE_", &pool_mode_attrs },
};
static const struct genl_family nfsd = { .name = "nfsd", .cmds = &nfsd_cmds, BY(nfsd_by) };

static const struct named_attr locks[] = { AS("GRACETIME", U32), AS("TCP_PORT UDP_PORT", U16) };
static const struct attrs lockd_attrs = NAMED(lockd_server_attrs, locks);
static const struct genl_family lockd = { .name = "lockd", .cmds = &lockd_cmds, .attrs = &lockd_attrs };

const struct genl_family *const genl_specified[] = { &dpll, &net_shaper, &psp, &handshake, &ovpn, &nfsd, &lockd, NULL };
