// SPDX-License-Identifier: BSD-2-Clause
/* test_netlink_others.c - NETLINK_NETFILTER, NETLINK_XFRM, NETLINK_AUDIT, NETLINK_CONNECTOR in our formats, and as bytes in strace's. */
#include <arpa/inet.h>
#include <linux/audit.h>
#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_conntrack.h>
#include <linux/xfrm.h>

#include "netlink_fixture.h"

static void netfilter(unsigned subsystem, unsigned msg)
{
	struct nfgenmsg head = { .nfgen_family = AF_INET };

	protocol = NETLINK_NETFILTER;
	message(0, (uint16_t)(subsystem << 8 | msg), NLM_F_REQUEST);
	add(&head, sizeof(head));
}

static void a_rule(void **state_)
{
	unsigned exprs, elem, data, value;

	(void)state_;
	netfilter(NFNL_SUBSYS_NFTABLES, NFT_MSG_NEWRULE);
	attr_text(NFTA_RULE_TABLE, "filter");
	exprs = nest(NFTA_RULE_EXPRESSIONS | NLA_F_NESTED);
	elem = nest(NFTA_LIST_ELEM | NLA_F_NESTED);
	attr_text(NFTA_EXPR_NAME, "payload");
	data = nest(NFTA_EXPR_DATA | NLA_F_NESTED);
	attr32(NFTA_PAYLOAD_DREG, htonl(NFT_REG_1));
	attr32(NFTA_PAYLOAD_BASE, htonl(NFT_PAYLOAD_NETWORK_HEADER));
	attr32(NFTA_PAYLOAD_OFFSET, htonl(16));
	end(data);
	end(elem);
	elem = nest(NFTA_LIST_ELEM | NLA_F_NESTED);
	attr_text(NFTA_EXPR_NAME, "immediate");
	data = nest(NFTA_EXPR_DATA | NLA_F_NESTED);
	value = nest(NFTA_IMMEDIATE_DATA | NLA_F_NESTED);
	exprs = exprs + 0 * nest(NFTA_DATA_VERDICT | NLA_F_NESTED);
	attr32(NFTA_VERDICT_CODE, htonl(NF_DROP));
	end(value + 4);
	end(value);
	end(data);
	end(elem);
	end(exprs);
	contains_as("strace", "{nla_len=11, nla_type=0x1}, \"\\x66\\x69\\x6c\\x74\\x65\\x72\\x00\"]");
	contains_as("text", "[{nla_len: 11, nla_type: TABLE}, \"filter\"]");
	contains_as("text", "[{nla_len: 12, nla_type: NAME}, \"payload\"], [{nla_len: 28, nla_type: NESTED|DATA}, [[{nla_len: 8, nla_type: DREG}, NFT_REG_1], "
		    "[{nla_len: 8, nla_type: BASE}, NETWORK_HEADER], [{nla_len: 8, nla_type: OFFSET}, 16]]]");
	contains("[{nla_len: 12, nla_type: NESTED|VERDICT}, [{nla_len: 8, nla_type: CODE}, NF_DROP]]");
}

static void a_connection(void **state_)
{
	unsigned tuple, part;

	(void)state_;
	netfilter(NFNL_SUBSYS_CTNETLINK, IPCTNL_MSG_CT_NEW);
	tuple = nest(CTA_TUPLE_ORIG | NLA_F_NESTED);
	part = nest(CTA_TUPLE_IP | NLA_F_NESTED);
	attr(CTA_IP_V4_SRC, "\12\0\0\1", 4);
	end(part);
	part = nest(CTA_TUPLE_PROTO | NLA_F_NESTED);
	attr8(CTA_PROTO_NUM, 6);
	attr16(CTA_PROTO_DST_PORT, htons(80));
	end(part);
	end(tuple);
	attr32(CTA_TIMEOUT, htonl(120));
	contains_as("strace", "nla_type=0x7}, \"\\x00\\x00\\x00\\x78\"]");
	contains("nla_type: NESTED|TUPLE_ORIG}, [[{nla_len: 12, nla_type: NESTED|IP}, [{nla_len: 8, nla_type: V4_SRC}, \"10.0.0.1\"]], "
		 "[{nla_len: 20, nla_type: NESTED|PROTO}, [[{nla_len: 5, nla_type: NUM}, TCP], [{nla_len: 6, nla_type: DST_PORT}, 80]]]]], "
		 "[{nla_len: 8, nla_type: TIMEOUT}, 120]]");
}

static void an_association(void **state_)
{
	struct xfrm_usersa_id id = { .daddr.a4 = htonl(0x0a000002), .spi = htonl(0x100), .family = AF_INET, .proto = 50 };
	struct { struct xfrm_algo a; char key[4]; } algo = { { .alg_name = "cbc(aes)", .alg_key_len = 32 }, "abcd" };
	struct xfrm_address_filter filter = { .family = AF_INET6 };

	(void)state_;
	protocol = NETLINK_XFRM;
	message(0, XFRM_MSG_GETSA, NLM_F_REQUEST);
	add(&id, sizeof(id));
	attr(XFRMA_SRCADDR, "\12\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	attr(XFRMA_ALG_CRYPT, &algo, sizeof(algo));
	contains_as("strace", "nlmsg_pid=0}, \"\\x0a\\x00\\x00\\x02");
	contains_as("text", "{daddr: \"10.0.0.2\", spi: 0x100, family: INET, proto: ESP}, [[{nla_len: 20, nla_type: SRCADDR}, \"10.0.0.1\"], ");
	contains("nla_type: ALG_CRYPT}, {alg_name: \"cbc(aes)\", alg_key_len: 32}, \"abcd\"]]");
	message(0, XFRM_MSG_GETSA, NLM_F_REQUEST | NLM_F_DUMP);
	attr(XFRMA_ADDRESS_FILTER, &filter, sizeof(filter));
	contains("nla_type: ADDRESS_FILTER}, {saddr: \"::\", daddr: \"::\", family: INET6, splen: 0, dplen: 0}]");
}

/* Messages and attributes that headers of supported distributions lack, by their numbers */
static void newer_xfrm(void **state_)
{
	struct { struct xfrm_usersa_id id; uint8_t daddr[16], saddr[16]; struct xfrm_mark mark; struct xfrm_selector sel; uint32_t reqid, flags; uint16_t family, reserved; } state = {
		.id = { .daddr.a4 = htonl(0x0a000002), .spi = htonl(0x100), .family = AF_INET, .proto = 50 }, .daddr = { [15] = 1 }, .saddr = { [15] = 2 }, .mark = { 5, 0xff },
		.sel.family = AF_INET, .reqid = 7, .flags = 3, .family = AF_INET6,
	};
	struct xfrm_usersa_id id = { .family = AF_INET };

	(void)state_;
	protocol = NETLINK_XFRM;
	message(0, 41, NLM_F_REQUEST);		/* XFRM_MSG_MIGRATE_STATE */
	add(&state, sizeof(state));
	attr16(37, 3);
	contains_as("strace", "nlmsg_pid=0}, \"\\x0a\\x00\\x00\\x02");
	contains_as("text", "nlmsg_type: MIGRATE_STATE");
	contains_as("text", "{id: {daddr: \"10.0.0.2\", spi: 0x100, family: INET, proto: ESP}, new_daddr: \"::1\", new_saddr: \"::2\", old_mark: {v: 0x5, m: 0xff}, new_sel: {daddr: \"0.0.0.0\"");
	contains("new_reqid: 7, flags: CLEAR_OFFLOAD|UPDATE_H2H_SEL, new_family: INET6}, [{nla_len: 6, nla_type: IPTFS_REORDER_WINDOW}, 3]");
	message(0, 41, NLM_F_REQUEST);
	add(&state, sizeof(state) - 4);
	contains("nlmsg_pid: 0}, \"\\n\\0\\0\\2");
	message(0, XFRM_MSG_GETSA, NLM_F_REQUEST);
	add(&id, sizeof(id));
	attr8(33, 1);
	contains("[{nla_len: 5, nla_type: SA_DIR}, IN]");
}

/* Until 3.17, fields of rules had their operators in the same number. */
static void old_rules(void **state_)
{
	struct { uint32_t flags, action, field_count, mask[AUDIT_BITMASK_SIZE], fields[AUDIT_MAX_FIELDS], values[AUDIT_MAX_FIELDS]; } rule = {
		AUDIT_FILTER_EXIT, AUDIT_ALWAYS, 3, .fields = { AUDIT_UID | AUDIT_EQUAL, AUDIT_EXIT | AUDIT_NOT_EQUAL, AUDIT_NEGATE | 99 }, .values = { 7, (uint32_t)-13, 1 },
	};
	static const uint16_t types[] = { AUDIT_LIST, AUDIT_ADD, AUDIT_DEL };
	static const char *const names[] = { "nlmsg_type: LIST,", "nlmsg_type: ADD,", "nlmsg_type: DEL," };

	(void)state_;
	protocol = NETLINK_AUDIT;
	for (unsigned i = 0; i < 3; i++) {
		message(0, types[i], NLM_F_REQUEST);
		add(&rule, sizeof(rule));
		contains_as("text", names[i]);
		contains_as("text", "{flags: EXIT, action: ALWAYS, field_count: 3, mask: ");
		contains("fields: [EQUAL|UID, NOT_EQUAL|EXIT, NEGATE|0x63], values: [7, -EACCES, 1]}]");
	}
	message(0, AUDIT_ADD, NLM_F_REQUEST);
	add(&rule, sizeof(rule) - 4);
	contains("nlmsg_pid: 0}, \"\\4\\0\\0\\0");
}

/* Of any type in their range: text. */
static void newer_records(void **state_)
{
	static const struct { uint16_t type; const char *name; } records[] = {
		{ 0x58c, "AUDIT_IPE_ACCESS" }, { 0x58d, "AUDIT_IPE_CONFIG_CHANGE" }, { 0x58e, "AUDIT_IPE_POLICY_LOAD" }, { 0x58f, "AUDIT_LANDLOCK_ACCESS" },
		{ 0x590, "AUDIT_LANDLOCK_DOMAIN" }, { 0x591, "AUDIT_MAC_TASK_CONTEXTS" }, { 0x592, "AUDIT_MAC_OBJ_CONTEXTS" }, { 0x710, "AUDIT_INTEGRITY_USERSPACE" },
	};
	char expected[128];

	(void)state_;
	protocol = NETLINK_AUDIT;
	for (unsigned i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		message(0, records[i].type, 0);
		add("audit(1:2): x=y", 15);
		snprintf(expected, sizeof(expected), "nlmsg_type: %s, nlmsg_flags: 0, nlmsg_seq: 7, nlmsg_pid: 0}, \"audit(1:2): x=y\"]", records[i].name + strlen("AUDIT_"));
		contains(expected);
	}
}

static void audit(void **state_)
{
	struct audit_status status = { .mask = AUDIT_STATUS_PID | AUDIT_STATUS_ENABLED, .enabled = 1, .pid = 5 };
	struct audit_rule_data rule = { .flags = AUDIT_FILTER_EXIT, .action = AUDIT_ALWAYS, .field_count = 1, .fields = { AUDIT_UID }, .values = { 7 },
					.fieldflags = { AUDIT_EQUAL } };

	(void)state_;
	protocol = NETLINK_AUDIT;
	message(0, AUDIT_SET, NLM_F_REQUEST);
	add(&status, sizeof(status));
	contains_as("strace", "nlmsg_pid=0}, \"\\x05\\x00");
	contains("{mask: ENABLED|PID, enabled: 1, failure: SILENT, pid: 5");
	message(0, AUDIT_ADD_RULE, NLM_F_REQUEST);
	add(&rule, sizeof(rule));
	contains("{flags: EXIT, action: ALWAYS, field_count: 1, mask: ");
	message(0, AUDIT_ADD_RULE, NLM_F_REQUEST);
	add(&rule, sizeof(rule));
	contains("fields: [UID], values: [7], fieldflags: [EQUAL], buflen: 0}]");
	message(0, AUDIT_USER_AVC, 0);
	add("op=x", 4);
	contains("nlmsg_type: USER_AVC, nlmsg_flags: 0, nlmsg_seq: 7, nlmsg_pid: 0}, \"op=x\"]");
}

static void connector(void **state_)
{
	struct cn_msg head = { .id = { CN_IDX_PROC, CN_VAL_PROC }, .len = sizeof(struct proc_event) };
	struct proc_event event = { .what = PROC_EVENT_EXEC };
	uint32_t op = PROC_CN_MCAST_LISTEN;

	(void)state_;
	event.event_data.exec.process_pid = 17;
	event.event_data.exec.process_tgid = 17;
	protocol = NETLINK_CONNECTOR;
	message(0, NLMSG_DONE, 0);
	add(&head, sizeof(head));
	add(&event, sizeof(event));
	contains_as("strace", "nlmsg_pid=0}, \"\\x01\\x00");
	contains("{id: {idx: IDX_PROC, val: 1}, seq: 0, ack: 0, len: 40, flags: 0}, {what: EXEC, cpu: 0, timestamp_ns: 0, event_data.exec: {process_pid: 17, process_tgid: 17}}]");
	message(0, NLMSG_DONE, 0);
	add(&head, sizeof(head));
	add(&op, 4);
	contains("flags: 0}, LISTEN]");
}

/* Expressions and messages of any content. */
static void hostile_tables(void **state_)
{
	static const char *const names[] = { "bitwise", "byteorder", "cmp", "connlimit", "counter", "ct", "dynset", "exthdr", "fib", "hash", "immediate", "limit", "log",
		"lookup", "masq", "match", "meta", "nat", "numgen", "objref", "payload", "queue", "quota", "redir", "reject", "rt", "synproxy", "target", "tunnel" };
	static const uint8_t subsystems[] = { NFNL_SUBSYS_NFTABLES, NFNL_SUBSYS_CTNETLINK, NFNL_SUBSYS_QUEUE, NFNL_SUBSYS_ULOG, NFNL_SUBSYS_IPSET, NFNL_SUBSYS_CTHELPER };

	(void)state_;
	srand(3);
	for (unsigned i = 0; i < 10000; i++) {
		unsigned list, elem, data;

		len = 0;
		netfilter(subsystems[(unsigned)rand() % sizeof(subsystems)], i % 3 ? NFT_MSG_NEWRULE : (unsigned)rand() % 24);
		list = nest(NFTA_RULE_EXPRESSIONS);
		elem = nest(NFTA_LIST_ELEM);
		attr_text(NFTA_EXPR_NAME, names[(unsigned)rand() % (sizeof(names) / sizeof(names[0]))]);
		data = nest(NFTA_EXPR_DATA);
		for (unsigned n = (unsigned)rand() % 6; n; n--) {
			uint8_t value[40];
			unsigned full = (unsigned)rand() % sizeof(value);

			for (unsigned k = 0; k < full; k++)
				value[k] = (uint8_t)(rand() % 3 ? rand() % 12 : rand());
			attr((uint16_t)(rand() % 12), value, full);
		}
		end(data);
		end(elem);
		end(list);
		memcpy(bytes, &len, sizeof(len));
		shown_of(i & 1 ? "json" : "text", i & 2 ? CHUNK_PARTIAL : CHUNK_TRUNC, i % 8 ? (unsigned)rand() % (len + 1) : len, len);
	}
	len = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule),
		cmocka_unit_test(a_connection),
		cmocka_unit_test(an_association),
		cmocka_unit_test(newer_xfrm),
		cmocka_unit_test(old_rules),
		cmocka_unit_test(newer_records),
		cmocka_unit_test(audit),
		cmocka_unit_test(connector),
		cmocka_unit_test(hostile_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
