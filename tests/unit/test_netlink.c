// SPDX-License-Identifier: BSD-2-Clause
/* test_netlink.c - netlink messages: headers, attributes, errors; lengths that lie, memory that was not captured. */
#include <linux/audit.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/xfrm.h>

#include "netlink_fixture.h"

static void assert_string_starts(const char *text, const char *expected)
{
	if (strncmp(text, expected, strlen(expected)))
		fail_msg("%s\ndoes not begin with %s", text, expected);
}

static void a_request(void **state_)
{
	struct ifinfomsg i = { .ifi_family = AF_UNSPEC, .ifi_index = 1 };
	uint32_t mask = RTEXT_FILTER_VF;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(40, RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP);
	add(&i, sizeof(i));
	attribute(8, IFLA_EXT_MASK, &mask, 4);
	check("buff: [{nlmsg_len: 40, nlmsg_type: GETLINK, nlmsg_flags: REQUEST|DUMP, nlmsg_seq: 7, nlmsg_pid: 0}, {ifi_family: UNSPEC, ifi_type: NETROM, "
	      "ifi_index: 1<lo>, ifi_flags: 0, ifi_change: 0}, [{nla_len: 8, nla_type: EXT_MASK}, VF]], len: 40");
}

/* The number of a process's second socket */
static void a_port(void **state_)
{
	const struct nlmsghdr h = { sizeof(h), NLMSG_NOOP, 0, 7, 0xffffe000 };

	(void)state_;
	protocol = NETLINK_ROUTE;
	add(&h, sizeof(h));
	contains_as("strace", "nlmsg_pid=-8192}");
	contains("nlmsg_pid: 4294959104}");
}

static void several_messages(void **state_)
{
	uint32_t zero = 0;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(16, NLMSG_NOOP, 0);
	message(20, NLMSG_DONE, NLM_F_MULTI);
	add(&zero, 4);
	check("buff: [{nlmsg_len: 16, nlmsg_type: NOOP, nlmsg_flags: 0, nlmsg_seq: 7, nlmsg_pid: 0}, "
	      "[{nlmsg_len: 20, nlmsg_type: DONE, nlmsg_flags: MULTI, nlmsg_seq: 7, nlmsg_pid: 0}, 0]], len: 36");
}

/* Two messages, the second of which begins in one element of a vector and continues in the next */
static void two_elements(void **state_)
{
	static const char first[] = "{iov_base: [{nlmsg_len: 16, nlmsg_type: NOOP, nlmsg_flags: 0, nlmsg_seq: 7, nlmsg_pid: 0}, "
				    "[{nlmsg_len: 20, nlmsg_type: DONE, nlmsg_flags: MULTI, nlmsg_seq: 7, nlmsg_pid: 0}, ";
	const char *line;
	uint32_t zero = 0;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(16, NLMSG_NOOP, 0);
	message(20, NLMSG_DONE, NLM_F_MULTI);
	add(&zero, 4);
	for (split = 30; split <= 32; split += 2) {
		line = strstr(shown_of("text", CHUNK_OK, len, len), first);
		assert_non_null(line);
		assert_string_starts(line + strlen(first), split == 30 ? "0]], iov_len: 30}, {iov_base: \"\\0\\0\\0\\0\\0\\0\", iov_len: 6}" : "0]], iov_len: 32}, {iov_base: \"\\0\\0\\0\\0\", iov_len: 4}");
	}
	/* Of the second element nothing was captured: 0x20000 is where it is */
	split = 32;
	line = strstr(shown_of("text", CHUNK_TRUNC, 32, len), first);
	assert_non_null(line);
	assert_string_starts(line + strlen(first), "0x20000]], iov_len: 32}");
	/* Each begins with a message of its own */
	split = 16;
	assert_non_null(strstr(shown_of("text", CHUNK_OK, len, len), "iov_len: 16}, {iov_base: [{nlmsg_len: 20, nlmsg_type: DONE"));
	/* strace shows each by itself */
	split = 32;
	assert_null(strstr(shown_of("strace", CHUNK_OK, len, len), ", 0]], iov_len=32}"));
	split = len = 0;
}

static void an_error(void **state_)
{
	int32_t error = -2;

	(void)state_;
	protocol = NETLINK_SOCK_DIAG;
	message(36 + 8, NLMSG_ERROR, NLM_F_CAPPED | NLM_F_ACK_TLVS);
	add(&error, 4);
	message(100, SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST);
	attribute(8, NLMSGERR_ATTR_MSG, "why", 4);
	check("buff: [{nlmsg_len: 44, nlmsg_type: ERROR, nlmsg_flags: CAPPED|ACK_TLVS, nlmsg_seq: 7, nlmsg_pid: 0}, "
	      "[{error: -ENOENT, msg: {nlmsg_len: 100, nlmsg_type: BY_FAMILY, nlmsg_flags: REQUEST, nlmsg_seq: 7, nlmsg_pid: 0}}, "
	      "[{nla_len: 8, nla_type: MSG}, \"why\"]]], len: 44");
}

/* With attributes, which strace does not know, and without. */
static void the_end(void **state_)
{
	int32_t error = -95;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, NLMSG_DONE, NLM_F_MULTI | NLM_F_ACK_TLVS);
	add(&error, 4);
	attribute(8, NLMSGERR_ATTR_MSG, "why", 4);
	contains_as("strace", "nlmsg_pid=0}, \"\\xa1\\xff\\xff\\xff\\x08");
	contains("{nlmsg_len: 28, nlmsg_type: DONE, nlmsg_flags: MULTI|ACK_TLVS, nlmsg_seq: 7, nlmsg_pid: 0}, -EOPNOTSUPP, [{nla_len: 8, nla_type: MSG}, \"why\"]]");
	message(0, NLMSG_DONE, NLM_F_MULTI);
	add(&error, 4);
	contains_as("strace", "nlmsg_pid=0}, -95]");
	contains("nlmsg_pid: 0}, -EOPNOTSUPP]");
}

static void an_error_of_policy(void **state_)
{
	int32_t error = -22;
	unsigned policy;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, NLMSG_ERROR, NLM_F_CAPPED | NLM_F_ACK_TLVS);
	add(&error, 4);
	message(100, RTM_GETLINK, NLM_F_REQUEST);
	policy = nest(NLMSGERR_ATTR_POLICY);
	attr32(NL_POLICY_TYPE_ATTR_TYPE, NL_ATTR_TYPE_U32);
	end(policy);
	attr32(NLMSGERR_ATTR_MISS_TYPE, 3);
	contains("[[{nla_len: 12, nla_type: POLICY}, [{nla_len: 8, nla_type: TYPE}, U32]], [{nla_len: 8, nla_type: MISS_TYPE}, 3]]]");
}

static void what_was_not_captured(void **state_)
{
	const char *line;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(200, RTM_NEWLINK, 0);
	add(&(struct ifinfomsg){ .ifi_family = AF_UNSPEC }, sizeof(struct ifinfomsg));
	line = shown_of("text", CHUNK_PARTIAL, 17, 200);
	assert_non_null(strstr(line, "{ifi_family: UNSPEC, ...}"));
	line = shown_of("text", CHUNK_PARTIAL, 32, 200);
	assert_non_null(strstr(line, "ifi_change: 0}, 0x10020 <unread>]"));
	line = shown_of("text", CHUNK_TRUNC, 32, 200);
	assert_non_null(strstr(line, "ifi_change: 0}, 0x10020]"));
	line = shown_of("text", CHUNK_PARTIAL, 10, 200);
	assert_non_null(strstr(line, "buff: 0x10000 <unread>"));
	len = 0;
}

/* Any bytes: all of what is shown lies within those captured, which a sanitizer checks. */
static void hostile_bytes(void **state_)
{
	static const uint16_t types[] = { NLMSG_ERROR, RTM_NEWLINK, RTM_NEWROUTE, RTM_NEWADDR, RTM_NEWNEIGH, RTM_NEWQDISC, RTM_NEWMDB, RTM_NEWSTATS,
					  RTM_NEWNEXTHOP, RTM_NEWRULE, RTM_NEWTFILTER, RTM_NEWACTION, RTM_NEWVLAN, RTM_NEWNDUSEROPT, RTM_GETDCB, NLMSG_DONE, 0xa00, 0xa06, 0xa0c, 0x100, 0x300, 0x603,
					  0x609, XFRM_MSG_NEWSA, XFRM_MSG_ACQUIRE, XFRM_MSG_GETPOLICY, AUDIT_GET, AUDIT_LIST_RULES, RTM_NEWCACHEREPORT, RTM_NEWNEIGHTBL, SOCK_DIAG_BY_FAMILY, NLMSG_MIN_TYPE };
	static const uint8_t families[] = { AF_UNIX, AF_INET, AF_INET6, AF_BRIDGE, AF_NETLINK, AF_PACKET, 43, 128, 129 };

	(void)state_;
	srand(1);
	for (unsigned i = 0; i < 20000; i++) {
		unsigned have = (unsigned)rand() % 400;

		protocol = (unsigned)rand() % 24;
		for (unsigned j = 0; j < 600; j++)
			bytes[j] = (uint8_t)(rand() % 3 ? rand() % 12 : rand());
		*(uint32_t *)bytes = (uint32_t)rand() % 600;
		*(uint16_t *)(bytes + 4) = types[(unsigned)rand() % (sizeof(types) / sizeof(types[0]))];
		bytes[16] = families[(unsigned)rand() % sizeof(families)];
		shown_of(i & 1 ? "json" : "text", i & 2 ? CHUNK_PARTIAL : CHUNK_TRUNC, have, (unsigned)rand() % 600);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request),
		cmocka_unit_test(a_port),
		cmocka_unit_test(several_messages),
		cmocka_unit_test(two_elements),
		cmocka_unit_test(an_error),
		cmocka_unit_test(the_end),
		cmocka_unit_test(an_error_of_policy),
		cmocka_unit_test(what_was_not_captured),
		cmocka_unit_test(hostile_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
