// SPDX-License-Identifier: BSD-2-Clause
/* test_netlink_more.c - NETLINK_RDMA, FIB_LOOKUP, SCSITRANSPORT, sock_diag of vsock and TIPC, INET_DIAG_INFO, statistics of algorithms, rules of audit, extended
 * matches of filters, matches of iptables in nftables: in our formats, and as bytes in strace's. */
#include <arpa/inet.h>
#include <linux/audit.h>
#include <linux/cryptouser.h>
#include <linux/inet_diag.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nf_tables_compat.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/pkt_cls.h>
#include <linux/rtnetlink.h>
#include <linux/smc_diag.h>
#include <linux/sock_diag.h>
#include <linux/tc_ematch/tc_em_cmp.h>
#include <linux/tc_ematch/tc_em_meta.h>
#include <linux/tipc_netlink.h>
#include <linux/vm_sockets_diag.h>
#include <rdma/rdma_netlink.h>
#include <sys/stat.h>

#include "netlink_fixture.h"

#define RDMA(client, op) (uint16_t)((client) << 10 | (op))

static void rdma_devices(void **state_)
{
	unsigned list, entry;

	(void)state_;
	protocol = NETLINK_RDMA;
	message(0, RDMA(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_RES_QP_GET), NLM_F_REQUEST);
	attr32(RDMA_NLDEV_ATTR_DEV_INDEX, 1);
	attr_text(RDMA_NLDEV_ATTR_DEV_NAME, "rxe0");
	list = nest(RDMA_NLDEV_ATTR_RES_QP);
	entry = nest(RDMA_NLDEV_ATTR_RES_QP_ENTRY);
	attr32(RDMA_NLDEV_ATTR_RES_LQPN, 17);
	attr8(RDMA_NLDEV_ATTR_RES_STATE, 3);
	end(entry);
	end(list);
	contains_as("strace", "nlmsg_type=0x140a /* NLMSG_??? */");
	contains_as("text", "nlmsg_type: NLDEV<<10|RES_QP_GET");
	contains("[[{nla_len: 8, nla_type: ATTR_DEV_INDEX}, 1], [{nla_len: 9, nla_type: ATTR_DEV_NAME}, \"rxe0\"], [{nla_len: 24, nla_type: ATTR_RES_QP}, "
		 "[{nla_len: 20, nla_type: ATTR_RES_QP_ENTRY}, [[{nla_len: 8, nla_type: ATTR_RES_LQPN}, 17], [{nla_len: 5, nla_type: ATTR_RES_STATE}, 3]]]]]");
	message(0, RDMA(RDMA_NL_NLDEV, 29), 0);		/* RDMA_NLDEV_CMD_FRMR_POOLS_GET */
	attr32(112, 3);
	contains_as("text", "nlmsg_type: NLDEV<<10|FRMR_POOLS_GET");
	contains("[{nla_len: 8, nla_type: ATTR_FRMR_POOL_QUEUE_HANDLES}, 3]");
	message(0, RDMA(RDMA_NL_NLDEV, 30), NLM_F_REQUEST);	/* RDMA_NLDEV_CMD_FRMR_POOLS_SET */
	contains("nlmsg_type: NLDEV<<10|FRMR_POOLS_SET");
	message(0, RDMA(RDMA_NL_LS, RDMA_NL_LS_OP_SET_TIMEOUT), NLM_F_REQUEST);
	attr32(LS_NLA_TYPE_TIMEOUT | RDMA_NLA_F_MANDATORY, 2000);
	contains("nlmsg_type: LS<<10|SET_TIMEOUT");
	message(0, RDMA(RDMA_NL_LS, RDMA_NL_LS_OP_SET_TIMEOUT), NLM_F_REQUEST);
	attr32(LS_NLA_TYPE_TIMEOUT | RDMA_NLA_F_MANDATORY, 2000);
	contains("[{nla_len: 8, nla_type: MANDATORY|TIMEOUT}, 2000]");
	message(0, RDMA(RDMA_NL_IWCM, RDMA_NL_IWPM_REG_PID), 0);
	attr16(IWPM_NLA_RREG_ULIB_VER, 4);
	contains("nlmsg_type: IWCM<<10|REG_PID");
	message(0, RDMA(RDMA_NL_IWCM, RDMA_NL_IWPM_REG_PID), 0);
	attr16(IWPM_NLA_RREG_ULIB_VER, 4);
	contains("[{nla_len: 6, nla_type: ULIB_VER}, 4]");
}

static void one_structure(void **state_)
{
	struct { uint32_t addr, mark; uint8_t tos, scope, in, id, prefixlen, nh, type, to; int32_t err; } lookup = { htonl(0x0a000001), 0, 0, RT_SCOPE_UNIVERSE, RT_TABLE_MAIN, RT_TABLE_LOCAL, 8, 0, RTN_UNICAST, RT_SCOPE_LINK, 0 };
	struct { uint8_t version, transport; uint16_t magic, type, len; uint64_t seconds, vendor; uint16_t host, data_len; uint32_t num, code, data; } event = { 1, 1, 0xa1b2, 0x100, 40, 7, 0, 2, 4, 9, 2, 5 };

	(void)state_;
	protocol = NETLINK_FIB_LOOKUP;
	message(0, 0, NLM_F_REQUEST);
	add(&lookup, sizeof(lookup));
	contains_as("strace", "nlmsg_pid=0}, \"\\x0a\\x00\\x00\\x01");
	contains("{fl_addr: \"10.0.0.1\", fl_mark: 0, fl_tos: 0, fl_scope: UNIVERSE, tb_id_in: MAIN, tb_id: LOCAL, prefixlen: 8, nh_sel: 0, type: UNICAST, scope: LINK, err: 0}");
	protocol = NETLINK_SCSITRANSPORT;
	message(0, 0x11, 0);
	add(&event, sizeof(event));
	contains("{snlh: {version: 1, transport: TRANSPORT_FC, magic: 0xa1b2, msgtype: 0x100, msglen: 40}, seconds: 7, vendor_id: 0, host_no: 2, event_datalen: 4, event_num: 9, "
		 "event_code: 0x2, event_data: 0x5}");
}

static void sockets(void **state_)
{
	struct vsock_diag_msg vsock = { .vdiag_family = AF_VSOCK, .vdiag_type = SOCK_STREAM, .vdiag_state = 10, .vdiag_src_cid = 2, .vdiag_src_port = 1024, .vdiag_ino = 77 };
	struct smc_diag_msg smc = { .diag_family = 43 };
	struct smc_diag_lgrinfo group = { .lnk = { { .link_id = 1, .ibname = "mlx5_0", .ibport = 2, .gid = "fe80::1" } }, .role = 1 };
	unsigned list;

	(void)state_;
	protocol = NETLINK_SOCK_DIAG;
	message(0, SOCK_DIAG_BY_FAMILY, 0);
	add(&smc, sizeof(smc));
	attr(SMC_DIAG_LGRINFO, &group, sizeof(group));
	contains("{lnk: [{link_id: 1, ibname: \"mlx5_0\", ibport: 2, gid: \"fe80::1\", peer_gid: \"\"}], role: ");
	message(0, SOCK_DIAG_BY_FAMILY, 0);
	add(&vsock, sizeof(vsock));
	contains_as("strace", "{family=AF_VSOCK, data=\"");
	contains("{vdiag_family: VSOCK, vdiag_type: STREAM, vdiag_state: LISTEN, vdiag_shutdown: 0, vdiag_src_cid: HOST, vdiag_src_port: 1024, vdiag_dst_cid: HYPERVISOR, vdiag_dst_port: 0, vdiag_ino: 77, ");
	message(0, SOCK_DIAG_BY_FAMILY, NLM_F_MULTI);
	list = nest(TIPC_NLA_SOCK | NLA_F_NESTED);
	attr32(TIPC_NLA_SOCK_REF, 5);
	end(list);
	contains("[{nla_len: 12, nla_type: NESTED|SOCK}, [{nla_len: 8, nla_type: REF}, 5]]");
}

/* What it is depends on its size. */
static void info(void **state_)
{
	static const struct { unsigned size; const char *shown; } sizes[] = {
		{ 232, "{tcpi_state: ESTABLISHED, tcpi_ca_state: Open, tcpi_retransmits: 0, " }, { 280, "{tcpi_state: ESTABLISHED, tcpi_ca_state: Open, " },
		{ 368, "{sctpi_tag: 1, sctpi_state: " }, { 104, "{mptcpi_subflows: 1, " }, { 180, "\"\\1\\0" }, { 12, "\"\\1\\0" },
	};
	struct inet_diag_msg msg = { .idiag_family = AF_INET, .idiag_state = 1 };
	uint8_t data[400] = { 1 };

	(void)state_;
	protocol = NETLINK_SOCK_DIAG;
	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		char expected[256];

		message(0, SOCK_DIAG_BY_FAMILY, 0);
		add(&msg, sizeof(msg));
		attr(INET_DIAG_INFO, data, sizes[i].size);
		contains_as("strace", "nla_type=INET_DIAG_INFO}, \"\\x01\\x00");
		snprintf(expected, sizeof(expected), "[{nla_len: %u, nla_type: INFO}, %s", 4 + sizes[i].size, sizes[i].shown);
		contains(expected);
	}
}

static void algorithms(void **state_)
{
	struct { char type[64]; uint64_t n[3]; } hash = { "shash", { 5, 6, 7 } };
	struct crypto_user_alg alg = { .cru_name = "sha1" };

	(void)state_;
	protocol = NETLINK_CRYPTO;
	message(0, CRYPTO_MSG_GETSTAT, 0);
	add(&alg, sizeof(alg));
	attr(CRYPTOCFGA_STAT_HASH, &hash, sizeof(hash));
	contains("[{nla_len: 92, nla_type: STAT_HASH}, {type: \"shash\", stat_hash_cnt: 5, stat_hash_tlen: 6, stat_err_cnt: 7}]");
	message(0, CRYPTO_MSG_NEWALG, 0);
	add(&alg, sizeof(alg));
	attr(22, "sig\0\0\0\0", 8);
	contains("nla_type: REPORT_SIG}, {type: \"sig\"}]");
}

static void rules(void **state_)
{
	struct audit_rule_data rule = {
		.flags = AUDIT_FILTER_EXIT, .action = AUDIT_ALWAYS, .field_count = 5, .fields = { AUDIT_ARCH, AUDIT_PERM, AUDIT_EXIT, AUDIT_FILETYPE, AUDIT_UID },
		.values = { AUDIT_ARCH_X86_64, AUDIT_PERM_READ | AUDIT_PERM_WRITE, (uint32_t)-13, S_IFREG, 1000 },
	};

	(void)state_;
	protocol = NETLINK_AUDIT;
	message(0, AUDIT_ADD_RULE, NLM_F_REQUEST);
	add(&rule, sizeof(rule));
	contains("fields: [ARCH, PERM, EXIT, FILETYPE, UID], values: [X86_64, WRITE|READ, -EACCES, IFREG, 1000], fieldflags: [");
	message(0, AUDIT_MAKE_EQUIV, NLM_F_REQUEST);
	add("\4\0\0\0\2\0\0\0/old/n", 14);
	contains("{old_len: 4, new_len: 2, old: \"/old\", new: \"/n\"}");
	message(0, AUDIT_MAKE_EQUIV, NLM_F_REQUEST);
	add("\4\0\0\0\377\377\377\377/old/n", 14);
	contains("{old_len: 4, new_len: 4294967295}");
	message(0, AUDIT_SIGNAL_INFO, 0);
	add("\0\0\0\0\21\0\0\0ctx", 11);
	contains("{uid: 0, pid: 17}, \"ctx\"");
}

static void ematches(void **state_)
{
	struct tcmsg tc = { .tcm_ifindex = 1 };
	struct { struct tcf_ematch_hdr h; struct tcf_em_cmp cmp; } cmp = { { 1, TCF_EM_CMP, TCF_EM_REL_AND | TCF_EM_INVERT, 0 }, { .val = 5, .mask = 0xff, .off = 9, .align = 1, .layer = 1, .opnd = 1 } };
	struct tcf_ematch_hdr meta = { 0, TCF_EM_META, 0, 0 }, container = { 0, TCF_EM_CONTAINER, 0, 0 };
	struct tcf_meta_hdr hdr = { { TCF_META_TYPE_INT << 12 | TCF_META_ID_PRIORITY, 0, 1 }, { TCF_META_TYPE_INT << 12, 0, 0 } };
	unsigned options, tree, list, one;
	uint32_t index = 3;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWTFILTER, NLM_F_REQUEST);
	add(&tc, sizeof(tc));
	attr_text(TCA_KIND, "basic");
	options = nest(TCA_OPTIONS);
	tree = nest(TCA_BASIC_EMATCHES);
	list = nest(TCA_EMATCH_TREE_LIST);
	attr(1, &cmp, sizeof(cmp));
	one = nest(2);
	add(&meta, sizeof(meta));
	attr(TCA_EM_META_HDR, &hdr, sizeof(hdr));
	attr32(TCA_EM_META_RVALUE, 6);
	end(one);
	one = nest(3);
	add(&container, sizeof(container));
	add(&index, 4);
	end(one);
	end(list);
	end(tree);
	end(options);
	contains_as("text", "{matchid: 1, kind: CMP, flags: REL_AND|INVERT}, {val: 0x5, mask: 0xff, off: 9, align: U8, flags: 0, layer: NETWORK, opnd: GT}]");
	contains_as("text", "{matchid: 0, kind: META, flags: REL_END}, [[{nla_len: 12, nla_type: HDR}, {left.kind: {type: INT, id: PRIORITY}, left.shift: 0, left.op: GT, right.kind: {type: INT, id: VALUE}, "
		    "right.shift: 0}], [{nla_len: 8, nla_type: RVALUE}, 6]]]");
	contains("{matchid: 0, kind: CONTAINER, flags: REL_END}, 3]");
}

static void matches_in_rules(void **state_)
{
	struct nfgenmsg head = { .nfgen_family = AF_INET };
	struct { uint16_t spts[2], dpts[2]; uint8_t invflags, pad[3]; } udp = { { 0, 65535 }, { 53, 53 }, 0, { 0 } };
	unsigned exprs, elem, data;

	(void)state_;
	protocol = NETLINK_NETFILTER;
	message(0, NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_NEWRULE, NLM_F_REQUEST);
	add(&head, sizeof(head));
	exprs = nest(NFTA_RULE_EXPRESSIONS);
	elem = nest(NFTA_LIST_ELEM);
	attr_text(NFTA_EXPR_NAME, "match");
	data = nest(NFTA_EXPR_DATA);
	attr_text(NFTA_MATCH_NAME, "udp");
	attr32(NFTA_MATCH_REV, 0);
	attr(NFTA_MATCH_INFO, &udp, sizeof(udp));
	end(data);
	end(elem);
	end(exprs);
	contains_as("text", "nla_type: INFO}, {spts: [0, 65535], dpts: [53, 53], invflags: 0}]");
	contains_as("strace", "nla_type=0x4}, \"\\x34\\x00\\x01\\x00");
	len = 0;
	message(0, NFNL_MSG_BATCH_BEGIN, NLM_F_REQUEST);
	add(&head, sizeof(head));
	attr32(1 /* NFNL_BATCH_GENID */, htonl(7));
	contains("[{nla_len: 8, nla_type: GENID}, 7]");
}

/* Every type of message shows its name. Those that the build machine's headers lack are left out. */
static const struct { unsigned protocol, base; const struct flag_table *list; const char *names; } types[] = {
	{ NETLINK_ROUTE, 0, &rtnetlink_types, "RTM_NEWLINK RTM_DELLINK RTM_GETLINK RTM_SETLINK RTM_NEWADDR RTM_DELADDR RTM_GETADDR RTM_NEWROUTE RTM_DELROUTE "
		"RTM_GETROUTE RTM_NEWNEIGH RTM_DELNEIGH RTM_GETNEIGH RTM_NEWRULE RTM_DELRULE RTM_GETRULE RTM_NEWQDISC RTM_DELQDISC RTM_GETQDISC RTM_NEWTCLASS RTM_DELTCLASS "
		"RTM_GETTCLASS RTM_NEWTFILTER RTM_DELTFILTER RTM_GETTFILTER RTM_NEWACTION RTM_DELACTION RTM_GETACTION RTM_NEWPREFIX RTM_GETMULTICAST RTM_GETANYCAST "
		"RTM_NEWNEIGHTBL RTM_GETNEIGHTBL RTM_SETNEIGHTBL RTM_NEWNDUSEROPT RTM_NEWADDRLABEL RTM_DELADDRLABEL RTM_GETADDRLABEL RTM_GETDCB RTM_SETDCB RTM_NEWNETCONF "
		"RTM_DELNETCONF RTM_GETNETCONF RTM_NEWMDB RTM_DELMDB RTM_GETMDB RTM_NEWNSID RTM_DELNSID RTM_GETNSID RTM_NEWSTATS RTM_GETSTATS RTM_SETSTATS RTM_NEWCACHEREPORT "
		"RTM_NEWCHAIN RTM_DELCHAIN RTM_GETCHAIN RTM_NEWNEXTHOP RTM_DELNEXTHOP RTM_GETNEXTHOP RTM_NEWLINKPROP RTM_DELLINKPROP RTM_GETLINKPROP RTM_NEWVLAN RTM_DELVLAN "
		"RTM_GETVLAN RTM_NEWNEXTHOPBUCKET RTM_DELNEXTHOPBUCKET RTM_GETNEXTHOPBUCKET RTM_NEWTUNNEL RTM_DELTUNNEL RTM_GETTUNNEL" },
	{ NETLINK_SOCK_DIAG, 0, &sock_diag_types, "TCPDIAG_GETSOCK DCCPDIAG_GETSOCK SOCK_DIAG_BY_FAMILY SOCK_DESTROY" },
	{ NETLINK_XFRM, 0, &xfrm_msg_types, "XFRM_MSG_NEWSA XFRM_MSG_DELSA XFRM_MSG_GETSA XFRM_MSG_NEWPOLICY XFRM_MSG_DELPOLICY XFRM_MSG_GETPOLICY XFRM_MSG_ALLOCSPI "
		"XFRM_MSG_ACQUIRE XFRM_MSG_EXPIRE XFRM_MSG_UPDPOLICY XFRM_MSG_UPDSA XFRM_MSG_POLEXPIRE XFRM_MSG_FLUSHSA XFRM_MSG_FLUSHPOLICY XFRM_MSG_NEWAE XFRM_MSG_GETAE "
		"XFRM_MSG_REPORT XFRM_MSG_MIGRATE XFRM_MSG_NEWSADINFO XFRM_MSG_GETSADINFO XFRM_MSG_NEWSPDINFO XFRM_MSG_GETSPDINFO XFRM_MSG_MAPPING XFRM_MSG_SETDEFAULT "
		"XFRM_MSG_GETDEFAULT" },
	{ NETLINK_AUDIT, 0, &audit_msg_types, "AUDIT_GET AUDIT_SET AUDIT_LIST AUDIT_ADD AUDIT_DEL AUDIT_USER AUDIT_LOGIN AUDIT_WATCH_INS AUDIT_WATCH_REM "
		"AUDIT_WATCH_LIST AUDIT_SIGNAL_INFO AUDIT_ADD_RULE AUDIT_DEL_RULE AUDIT_LIST_RULES AUDIT_TRIM AUDIT_MAKE_EQUIV AUDIT_TTY_GET AUDIT_TTY_SET AUDIT_SET_FEATURE "
		"AUDIT_GET_FEATURE AUDIT_USER_AVC AUDIT_USER_TTY AUDIT_DAEMON_START AUDIT_DAEMON_END AUDIT_DAEMON_ABORT AUDIT_DAEMON_CONFIG AUDIT_SYSCALL AUDIT_PATH "
		"AUDIT_IPC AUDIT_SOCKETCALL AUDIT_CONFIG_CHANGE AUDIT_SOCKADDR AUDIT_CWD AUDIT_EXECVE AUDIT_IPC_SET_PERM AUDIT_MQ_OPEN AUDIT_MQ_SENDRECV AUDIT_MQ_NOTIFY "
		"AUDIT_MQ_GETSETATTR AUDIT_KERNEL_OTHER AUDIT_FD_PAIR AUDIT_OBJ_PID AUDIT_TTY AUDIT_EOE AUDIT_BPRM_FCAPS AUDIT_CAPSET AUDIT_MMAP AUDIT_NETFILTER_PKT "
		"AUDIT_NETFILTER_CFG AUDIT_SECCOMP AUDIT_PROCTITLE AUDIT_FEATURE_CHANGE AUDIT_REPLACE AUDIT_KERN_MODULE AUDIT_FANOTIFY AUDIT_TIME_INJOFFSET "
		"AUDIT_TIME_ADJNTPVAL AUDIT_BPF AUDIT_EVENT_LISTENER AUDIT_URINGOP AUDIT_OPENAT2 AUDIT_DM_CTRL AUDIT_DM_EVENT AUDIT_AVC AUDIT_SELINUX_ERR AUDIT_AVC_PATH "
		"AUDIT_MAC_POLICY_LOAD AUDIT_MAC_STATUS AUDIT_MAC_CONFIG_CHANGE AUDIT_MAC_UNLBL_ALLOW AUDIT_MAC_CIPSOV4_ADD AUDIT_MAC_CIPSOV4_DEL AUDIT_MAC_MAP_ADD "
		"AUDIT_MAC_MAP_DEL AUDIT_MAC_IPSEC_ADDSA AUDIT_MAC_IPSEC_DELSA AUDIT_MAC_IPSEC_ADDSPD AUDIT_MAC_IPSEC_DELSPD AUDIT_MAC_IPSEC_EVENT AUDIT_MAC_UNLBL_STCADD "
		"AUDIT_MAC_UNLBL_STCDEL AUDIT_MAC_CALIPSO_ADD AUDIT_MAC_CALIPSO_DEL AUDIT_ANOM_PROMISCUOUS AUDIT_ANOM_ABEND AUDIT_ANOM_LINK AUDIT_ANOM_CREAT "
		"AUDIT_INTEGRITY_DATA AUDIT_INTEGRITY_METADATA AUDIT_INTEGRITY_STATUS AUDIT_INTEGRITY_HASH AUDIT_INTEGRITY_PCR AUDIT_INTEGRITY_RULE AUDIT_INTEGRITY_EVM_XATTR "
		"AUDIT_INTEGRITY_POLICY_RULE AUDIT_KERNEL AUDIT_FIRST_USER_MSG AUDIT_LAST_USER_MSG AUDIT_LAST_KERN_ANOM_MSG AUDIT_FIRST_USER_MSG2 AUDIT_LAST_USER_MSG2" },
	{ NETLINK_CRYPTO, 0, &crypto_msg_types, "CRYPTO_MSG_NEWALG CRYPTO_MSG_DELALG CRYPTO_MSG_UPDATEALG CRYPTO_MSG_GETALG CRYPTO_MSG_DELRNG CRYPTO_MSG_GETSTAT" },
	{ NETLINK_SELINUX, 0, &selnl_msg_types, "SELNL_MSG_SETENFORCE SELNL_MSG_POLICYLOAD" },
	{ NETLINK_SCSITRANSPORT, 0, &scsi_nl_msg_types, "SCSI_TRANSPORT_MSG" },
	{ NETLINK_RDMA, 2 << 10, &rdma_iwpm_cmds, "RDMA_NL_IWPM_REG_PID RDMA_NL_IWPM_ADD_MAPPING RDMA_NL_IWPM_QUERY_MAPPING RDMA_NL_IWPM_REMOVE_MAPPING "
		"RDMA_NL_IWPM_REMOTE_INFO RDMA_NL_IWPM_HANDLE_ERR RDMA_NL_IWPM_MAPINFO RDMA_NL_IWPM_HELLO" },
	{ NETLINK_RDMA, 4 << 10, &rdma_ls_cmds, "RDMA_NL_LS_OP_RESOLVE RDMA_NL_LS_OP_SET_TIMEOUT RDMA_NL_LS_OP_IP_RESOLVE" },
	{ NETLINK_RDMA, 5 << 10, &rdma_nldev_cmds, "RDMA_NLDEV_CMD_GET RDMA_NLDEV_CMD_SET RDMA_NLDEV_CMD_NEWLINK RDMA_NLDEV_CMD_DELLINK RDMA_NLDEV_CMD_PORT_GET "
		"RDMA_NLDEV_CMD_SYS_GET RDMA_NLDEV_CMD_SYS_SET RDMA_NLDEV_CMD_RES_GET RDMA_NLDEV_CMD_RES_QP_GET RDMA_NLDEV_CMD_RES_CM_ID_GET RDMA_NLDEV_CMD_RES_CQ_GET "
		"RDMA_NLDEV_CMD_RES_MR_GET RDMA_NLDEV_CMD_RES_PD_GET RDMA_NLDEV_CMD_GET_CHARDEV RDMA_NLDEV_CMD_STAT_SET RDMA_NLDEV_CMD_STAT_GET RDMA_NLDEV_CMD_STAT_DEL "
		"RDMA_NLDEV_CMD_RES_QP_GET_RAW RDMA_NLDEV_CMD_RES_CQ_GET_RAW RDMA_NLDEV_CMD_RES_MR_GET_RAW RDMA_NLDEV_CMD_RES_CTX_GET RDMA_NLDEV_CMD_RES_SRQ_GET "
		"RDMA_NLDEV_CMD_STAT_GET_STATUS RDMA_NLDEV_CMD_RES_SRQ_GET_RAW RDMA_NLDEV_CMD_NEWDEV RDMA_NLDEV_CMD_DELDEV RDMA_NLDEV_CMD_MONITOR" },
	{ NETLINK_ROUTE, 0, &rtnetlink_types, "RTM_NEWMULTICAST RTM_DELMULTICAST RTM_NEWANYCAST RTM_DELANYCAST" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_CTNETLINK << 8, &nf_ct_msgs, "IPCTNL_MSG_CT_NEW IPCTNL_MSG_CT_GET IPCTNL_MSG_CT_DELETE IPCTNL_MSG_CT_GET_CTRZERO "
		"IPCTNL_MSG_CT_GET_STATS_CPU IPCTNL_MSG_CT_GET_STATS IPCTNL_MSG_CT_GET_DYING IPCTNL_MSG_CT_GET_UNCONFIRMED" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_CTNETLINK_EXP << 8, &nf_exp_msgs, "IPCTNL_MSG_EXP_NEW IPCTNL_MSG_EXP_GET IPCTNL_MSG_EXP_DELETE IPCTNL_MSG_EXP_GET_STATS_CPU" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_QUEUE << 8, &nf_queue_msgs, "NFQNL_MSG_PACKET NFQNL_MSG_VERDICT NFQNL_MSG_CONFIG NFQNL_MSG_VERDICT_BATCH" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_ULOG << 8, &nf_ulog_msgs, "NFULNL_MSG_PACKET NFULNL_MSG_CONFIG" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_OSF << 8, &nf_osf_msgs, "OSF_MSG_ADD OSF_MSG_REMOVE" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_IPSET << 8, &nf_ipset_msgs, "IPSET_CMD_PROTOCOL IPSET_CMD_CREATE IPSET_CMD_DESTROY IPSET_CMD_FLUSH IPSET_CMD_RENAME "
		"IPSET_CMD_SWAP IPSET_CMD_LIST IPSET_CMD_SAVE IPSET_CMD_ADD IPSET_CMD_DEL IPSET_CMD_TEST IPSET_CMD_HEADER IPSET_CMD_TYPE IPSET_CMD_GET_BYNAME "
		"IPSET_CMD_GET_BYINDEX IPSET_CMD_RESTORE IPSET_CMD_HELP IPSET_CMD_VERSION IPSET_CMD_QUIT IPSET_CMD_COMMIT" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_ACCT << 8, &nf_acct_msgs, "NFNL_MSG_ACCT_NEW NFNL_MSG_ACCT_GET NFNL_MSG_ACCT_GET_CTRZERO NFNL_MSG_ACCT_DEL "
		"NFNL_MSG_ACCT_OVERQUOTA" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_CTNETLINK_TIMEOUT << 8, &nf_timeout_msgs, "IPCTNL_MSG_TIMEOUT_NEW IPCTNL_MSG_TIMEOUT_GET IPCTNL_MSG_TIMEOUT_DELETE "
		"IPCTNL_MSG_TIMEOUT_DEFAULT_SET IPCTNL_MSG_TIMEOUT_DEFAULT_GET" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_CTHELPER << 8, &nf_helper_msgs, "NFNL_MSG_CTHELPER_NEW NFNL_MSG_CTHELPER_GET NFNL_MSG_CTHELPER_DEL" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_NFTABLES << 8, &nf_tables_msgs, "NFT_MSG_NEWTABLE NFT_MSG_GETTABLE NFT_MSG_DELTABLE NFT_MSG_NEWCHAIN NFT_MSG_GETCHAIN "
		"NFT_MSG_DELCHAIN NFT_MSG_NEWRULE NFT_MSG_GETRULE NFT_MSG_DELRULE NFT_MSG_NEWSET NFT_MSG_GETSET NFT_MSG_DELSET NFT_MSG_NEWSETELEM NFT_MSG_GETSETELEM "
		"NFT_MSG_DELSETELEM NFT_MSG_NEWGEN NFT_MSG_GETGEN NFT_MSG_TRACE NFT_MSG_NEWOBJ NFT_MSG_GETOBJ NFT_MSG_DELOBJ NFT_MSG_GETOBJ_RESET NFT_MSG_NEWFLOWTABLE "
		"NFT_MSG_GETFLOWTABLE NFT_MSG_DELFLOWTABLE NFT_MSG_GETRULE_RESET NFT_MSG_DESTROYTABLE NFT_MSG_DESTROYCHAIN NFT_MSG_DESTROYRULE NFT_MSG_DESTROYSET "
		"NFT_MSG_DESTROYSETELEM NFT_MSG_DESTROYOBJ NFT_MSG_DESTROYFLOWTABLE NFT_MSG_GETSETELEM_RESET" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_NFT_COMPAT << 8, &nf_compat_msgs, "NFNL_MSG_COMPAT_GET" },
	{ NETLINK_NETFILTER, NFNL_SUBSYS_HOOK << 8, &nf_hook_msgs, "NFNL_MSG_HOOK_GET" },
};

static void names_of_types(void **state_)
{
	(void)state_;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		for (const char *p = types[i].names, *to; *p; p = *to ? to + 1 : to) {
			char expected[128];
			const struct flag *f;

			to = strchrnul(p, ' ');
			f = flag_table__named(types[i].list, p, (size_t)(to - p));
			if (!f)
				continue;
			protocol = types[i].protocol;
			len = 0;
			message(0, (uint16_t)(types[i].base + f->value), 0);
			snprintf(expected, sizeof(expected), "%s%s, nlmsg_flags: 0, ", types[i].base ? "|" : "nlmsg_type: ", f->name + f->skip);
			contains(expected);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rdma_devices), cmocka_unit_test(one_structure), cmocka_unit_test(sockets), cmocka_unit_test(info), cmocka_unit_test(algorithms), cmocka_unit_test(rules),
		cmocka_unit_test(ematches), cmocka_unit_test(matches_in_rules), cmocka_unit_test(names_of_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
